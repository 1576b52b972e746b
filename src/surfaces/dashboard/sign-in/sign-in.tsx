import { createMiddleware } from "hono/factory";
import { type MemberActor, memberActor } from "../../../features/access/actor.ts";
import type { MemberStore, Membership } from "../../../features/access/member.ts";
import { mayMakeOrganizations } from "../../../features/access/permissions.ts";
import { isBrowser } from "../../../features/short-links/problems.ts";
import type { Identity } from "../../../features/sign-in/identity.ts";
import { findSession, openMemberships } from "../../../features/sign-in/session.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { attemptOf } from "../../../ground/platform/failed-attempts.ts";
import { API_PERIOD, limitRate } from "../../../ground/platform/rate-limit.ts";
import { type Markup, pageResponse, seeOther } from "../layout/answers.ts";
import { basePath, type DashboardContext, type DashboardEnv, type Workspace } from "../layout/context.ts";
import { PlainPage } from "../layout/layout.tsx";
import { enterProject } from "../layout/project-choice.ts";
import { type Refusal, signIn } from "./identity.ts";
import { sessionToken } from "./session-cookie.ts";
import { signInPath } from "./sign-in-pages.tsx";

/** Who a person is on the dashboard. `memberships` are sorted by name. */
type Person =
  /** A member of no organization. */
  | { kind: "stranger" }
  /** A member of several organizations, without one in the URL. */
  | { kind: "undecided"; memberships: readonly Membership[] }
  | {
      kind: "member";
      actor: MemberActor;
      membership: Membership;
      memberships: readonly Membership[];
    };

/**
 * Who the person is in the organization of the URL, or in their only one. It is read with every
 * request, so that a removal or a new role takes effect immediately. Throws `not_found` if the person is not a member,
 * whether the organization exists or not, and `service_unavailable`.
 */
export async function personOf(
  identity: Identity,
  organizationId: string | null,
  dependencies: { members: MemberStore },
): Promise<Person> {
  const memberships = await openMemberships(identity, dependencies);
  const [first] = memberships;
  if (!first) return { kind: "stranger" };
  if (organizationId === null && memberships.length > 1) return { kind: "undecided", memberships };
  const chosenId = organizationId ?? first.organizationId;
  const membership = memberships.find((each) => each.organizationId === chosenId);
  if (!membership)
    throw new ServiceError("not_found", "This organization doesn't exist, or you are not a member.");
  return {
    kind: "member",
    actor: memberActor(membership),
    membership,
    memberships,
  };
}

/**
 * Requires a session, or an identity from Cloudflare Access or the local configuration. Without one, a person is led to the
 * sign-in page, and every other request gets a 403. Failed sign-ins count against the limit of the client IP, together with
 * invalid API keys. People have the same rate limit as API keys.
 */
export const requireSignIn = createMiddleware<DashboardEnv>(async (c, next) => {
  const { dependencies } = c.var;
  const attempt = attemptOf(c.env.AUTHENTICATION_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  const token = sessionToken(c);
  const session = token === null ? null : await findSession(token, dependencies);
  const person = session ?? (await signIn(c.req.raw, c.executionCtx, dependencies));
  if ("refusal" in person) {
    c.set("refusal", person.refusal);
    if (token === null && isWithoutAccess(c)) return toSignIn(c);
    await attempt.recordFailure();
    return isWithoutAccess(c) ? toSignIn(c) : notSignedIn(person.refusal, new URL(c.req.url));
  }
  attempt.recordSuccess();
  c.set("email", person.email);
  c.set("session", session);
  const only = session?.organizationId ?? null;
  c.set("organizationMakers", only === null ? dependencies.organizationMakers : []);
  // An owner who works in the name of a colleague does not slow the colleague down in other organizations.
  await limitRate(c.env.API_RATE_LIMIT, only === null ? person.email : `${person.email} ${only}`, API_PERIOD);
  return next();
});

/** Whether the service signs people in itself here: neither Cloudflare Access nor the local configuration does. */
const isWithoutAccess = (c: DashboardContext): boolean =>
  c.var.dependencies.cloudflareAccess === null && c.var.refusal?.reason === "no_identity";

/** Leads a person to the sign-in page, and back to this screen. Anything else than opening a page gets a 403. */
function toSignIn(c: DashboardContext): Response | Promise<Response> {
  const opens = c.req.method === "GET" && isBrowser(c.req.raw);
  const { pathname, search } = new URL(c.req.url);
  if (opens) return seeOther(`${c.var.dependencies.origins.api}${signInPath(pathname + search)}`);
  return pageResponse(
    <PlainPage title="You are signed out">
      <p>
        Nothing was saved. <a href="/dashboard/sign-in">Sign in</a>, go back to the form, and send it again.
      </p>
    </PlainPage>,
    403,
  );
}

/** The email address of the person, and the organization that their session opens. */
export const identityIn = (c: DashboardContext): Identity => ({
  email: c.var.email,
  organizationId: c.var.session?.organizationId ?? null,
});

/** Sets the workspace and the actor, by the organization in the URL, and the project that the person works in. */
export const enterOrganization = createMiddleware<DashboardEnv>(async (c, next) => {
  const organizationId = c.req.param("organization") ?? "";
  const person = await personOf(identityIn(c), organizationId, c.var.dependencies);
  if (person.kind !== "member") return notAMember(c.var.email);
  enter(c, person);
  return enterProject(c, next);
});

function enter(
  c: DashboardContext,
  { actor: member, membership, memberships }: Extract<Person, { kind: "member" }>,
): void {
  const actor = { ...member, correlationId: c.var.correlationId };
  const { organizationId } = actor;
  c.set("actor", actor);
  c.set("workspace", {
    organizationId,
    base: basePath(organizationId),
    email: c.var.email,
    actor,
    signedInBy: signedInBy(c),
    hasOthers: memberships.length > 1,
    timeZone: membership.timeZone,
    projects: [],
    project: null,
    projectQuery: "",
  });
}

function signedInBy(c: DashboardContext): Workspace["signedInBy"] {
  if (c.var.session !== null) return "session";
  return c.var.dependencies.cloudflareAccess === null ? "local-configuration" : "cloudflare-access";
}

/** Sets the workspace to the only organization of the person, for a URL that names none. */
export async function enterOnlyOrganization(c: DashboardContext): Promise<void> {
  const workspace: Workspace | undefined = c.var.workspace;
  if (workspace) return;
  const person = await personOf(identityIn(c), null, c.var.dependencies);
  if (person.kind === "member") enter(c, person);
}

/**
 * Redirects a URL without an organization to the screen at `path` of the person's only organization. With several
 * organizations the person chooses one.
 */
export async function chooseOrganization(c: DashboardContext, path: string): Promise<Response> {
  const person = await personOf(identityIn(c), null, c.var.dependencies);
  const { email, organizationMakers } = c.var;
  const mayMake = mayMakeOrganizations(email, organizationMakers);
  if (person.kind === "stranger") return mayMake ? seeOther("/dashboard/organizations") : notAMember(email);
  if (person.kind === "member") return seeOther(`${basePath(person.actor.organizationId)}${path}`);
  return path === ""
    ? seeOther("/dashboard/organizations")
    : organizationsPage(person.memberships, (id) => `${basePath(id)}${path}`);
}

/** Lets a person choose one of their organizations. `hrefOf` gives the URL that follows, by the organization's id. */
export const organizationsPage = (
  memberships: readonly { organizationId: string; organizationName: string; role: string }[],
  hrefOf: (organizationId: string) => string,
): Promise<Response> =>
  pageResponse(
    <PlainPage title="Choose an organization">
      <ul class="choices-list">
        {memberships.map(({ organizationId, organizationName, role }) => (
          <li>
            <a href={hrefOf(organizationId)}>
              <bdi>{organizationName}</bdi>
            </a>{" "}
            <span class="quiet">as {role}</span>
          </li>
        ))}
      </ul>
    </PlainPage>,
  );

/** The response to a signed-in person who is not a member of any organization. */
export const notAMember = (email: string): Promise<Response> =>
  pageResponse(
    <PlainPage title="You are not a member yet">
      <p>
        You are signed in as <strong>{email}</strong>, but no organization has a member with this email
        address.
      </p>
      <p>Ask an owner of your organization to add you under Members.</p>
      <p class="hint">
        For the operator: add the first owner of an organization with <code>npm run members -- add</code>.
      </p>
    </PlainPage>,
    403,
  );

/** What a developer can do on a local service, by the reason of the refusal. */
const LOCAL_HELP: Readonly<Record<string, (url: URL) => Markup>> = {
  untrusted_host: ({ host, hostname, port }) => (
    <p>
      This local service signs people in at <code>localhost</code> only. This request was for{" "}
      <code>{host}</code>. Open <code>http://localhost{port && `:${port}`}/dashboard</code>. If you trust this
      name, start with <code>npm start -- --trust-host {hostname}</code>.
    </p>
  ),
  no_fetch_metadata: ({ hostname }) => (
    <p>
      This local service signs in browsers of this machine only. This request had no{" "}
      <code>Sec-Fetch-Site</code> header. Use a current browser, or start with{" "}
      <code>npm start -- --trust-host {hostname}</code>. A program can add <code>Sec-Fetch-Site: none</code>.
    </p>
  ),
};

const WITHOUT_ACCESS = (
  <>
    <p>Cloudflare Access signs people in here. This request did not come through it.</p>
    <p class="hint">
      For the operator: protect /dashboard with the Access application of ACCESS_TEAM_DOMAIN and ACCESS_AUD,
      or remove both variables, and people sign in with passkeys. See docs/sign-in.md.
    </p>
  </>
);

/** The response to a request without a sign-in, with help. `url` is that of the request. */
export const notSignedIn = ({ reason }: Refusal, url: URL): Promise<Response> =>
  pageResponse(
    <PlainPage title="Sign in first">{LOCAL_HELP[reason]?.(url) ?? WITHOUT_ACCESS}</PlainPage>,
    403,
  );
