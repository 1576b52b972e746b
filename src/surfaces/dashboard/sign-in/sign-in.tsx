import { createMiddleware } from "hono/factory";
import { type MemberActor, memberActor } from "../../../features/access/actor.ts";
import { findMemberships } from "../../../features/access/list-members.ts";
import type { MemberStore, Membership } from "../../../features/access/member.ts";

import { mayMakeOrganizations } from "../../../features/access/permissions.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { attemptOf } from "../../../ground/platform/failed-attempts.ts";
import { API_PERIOD, limitRate } from "../../../ground/platform/rate-limit.ts";
import { type Markup, pageResponse, seeOther } from "../layout/answers.ts";
import { basePath, type DashboardContext, type DashboardEnv, type Workspace } from "../layout/context.ts";
import { PlainPage } from "../layout/layout.tsx";
import { type Refusal, signIn } from "./identity.ts";

/** Who a person is on the dashboard. `memberships` are sorted by name. */
type Person =
  /** A member of no organization. */
  | { kind: "stranger" }
  /** A member of several organizations, without one in the URL. */
  | { kind: "undecided"; memberships: readonly Membership[] }
  | {
      kind: "member";
      /** For the verbs. */
      actor: MemberActor;
      membership: Membership;
      memberships: readonly Membership[];
    };

/**
 * Who the person with this email address is in the organization of the URL, or in their only one. It is read with every
 * request, so that a removal or a new role takes effect immediately. Throws `not_found` if the person is not a member,
 * whether the organization exists or not, and `service_unavailable`.
 */
export async function personOf(
  email: string,
  organizationId: string | null,
  dependencies: { members: MemberStore },
): Promise<Person> {
  const memberships = await findMemberships(email, dependencies);
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
 * Requires an identity from the identity provider; without one, the response is always 403. Failed sign-ins count
 * against the limit of the client IP, together with invalid API keys. People have the same rate limit as API keys.
 */
export const requireSignIn = createMiddleware<DashboardEnv>(async (c, next) => {
  const attempt = attemptOf(c.env.AUTHENTICATION_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  const person = await signIn(c.req.raw, c.executionCtx, c.var.dependencies);
  if ("refusal" in person) {
    c.set("refusal", person.refusal);
    await attempt.recordFailure();
    return notSignedIn(person.refusal, new URL(c.req.url));
  }
  attempt.recordSuccess();
  c.set("email", person.email);
  await limitRate(c.env.API_RATE_LIMIT, person.email, API_PERIOD);
  return next();
});

/** Sets the workspace and the actor, by the organization in the URL. */
export const enterOrganization = createMiddleware<DashboardEnv>(async (c, next) => {
  const organizationId = c.req.param("organization") ?? "";
  const person = await personOf(c.var.email, organizationId, c.var.dependencies);
  if (person.kind !== "member") return notAMember(c.var.email);
  enter(c, person);
  return next();
});

function enter(
  c: DashboardContext,
  { actor, membership, memberships }: Extract<Person, { kind: "member" }>,
): void {
  const { organizationId } = actor;
  c.set("actor", actor);
  c.set("workspace", {
    organizationId,
    base: basePath(organizationId),
    email: c.var.email,
    actor,
    hasOthers: memberships.length > 1,
    timeZone: membership.timeZone,
  });
}

/** Sets the workspace to the only organization of the person, for a URL that names none. */
export async function enterOnlyOrganization(c: DashboardContext): Promise<void> {
  const workspace: Workspace | undefined = c.var.workspace;
  if (workspace) return;
  const person = await personOf(c.var.email, null, c.var.dependencies);
  if (person.kind === "member") enter(c, person);
}

/**
 * Redirects a URL without an organization to the screen at `path` of the person's only organization. With several
 * organizations the person chooses one.
 */
export async function chooseOrganization(c: DashboardContext, path: string): Promise<Response> {
  const person = await personOf(c.var.email, null, c.var.dependencies);
  const { email, dependencies } = c.var;
  const mayMake = mayMakeOrganizations(email, dependencies.organizationMakers);
  if (person.kind === "stranger") return mayMake ? seeOther("/dashboard/organizations") : notAMember(email);
  if (person.kind === "member") return seeOther(`${basePath(person.actor.organizationId)}${path}`);
  return path === "" ? seeOther("/dashboard/organizations") : organizationsPage(person.memberships, path);
}

const organizationsPage = (
  memberships: readonly { organizationId: string; organizationName: string; role: string }[],
  path: string,
): Promise<Response> =>
  pageResponse(
    <PlainPage title="Choose an organization">
      <ul class="choices-list">
        {memberships.map(({ organizationId, organizationName, role }) => (
          <li>
            <a href={`${basePath(organizationId)}${path}`}>
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
    <p>This dashboard needs a sign-in with Cloudflare Access. This request was not signed in.</p>
    <p class="hint">
      For the operator: protect /dashboard with an Access application, and set ACCESS_TEAM_DOMAIN and
      ACCESS_AUD. See docs/sign-in.md.
    </p>
  </>
);

/** The response to a request without a sign-in, with help. `url` is that of the request. */
export const notSignedIn = ({ reason }: Refusal, url: URL): Promise<Response> =>
  pageResponse(
    <PlainPage title="Sign in first">{LOCAL_HELP[reason]?.(url) ?? WITHOUT_ACCESS}</PlainPage>,
    403,
  );
