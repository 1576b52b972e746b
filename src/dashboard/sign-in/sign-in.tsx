import { createMiddleware } from "hono/factory";
import { pageAnswer, seeOther } from "../frame/answers.ts";
import { basePath, type DashboardContext, type DashboardEnv } from "../frame/context.ts";
import { PlainPage } from "../frame/layout.tsx";
import { personOf } from "./actor.ts";
import { signedInEmail } from "./identity.ts";

/** Lets only people pass whom the identity provider vouches for; all others get 403, whatever else they send. */
export const requireSignIn = createMiddleware<DashboardEnv>(async (c, next) => {
  const email = await signedInEmail(c.req.raw, c.executionCtx, c.var.dependencies);
  if (email === null) return notSignedIn();
  c.set("email", email);
  return next();
});

/** Sets the place and the actor of an organization's screens, by the organization in the address. */
export const enterOrganization = createMiddleware<DashboardEnv>(async (c, next) => {
  const organizationId = c.req.param("organization") ?? "";
  const person = await personOf(c.var.email, organizationId, c.var.dependencies);
  if (person.kind !== "member") return notAMember(c.var.email);
  const { actor, memberships } = person;
  c.set("actor", actor);
  c.set("place", {
    organizationId,
    base: basePath(organizationId),
    email: c.var.email,
    actor,
    hasOthers: memberships.length > 1,
  });
  return next();
});

/**
 * Leads to a screen of the person's organization where the address names none; `path` is the screen's, below the
 * organization. A person who has several organizations chooses one.
 */
export async function chooseOrganization(c: DashboardContext, path: string): Promise<Response> {
  const person = await personOf(c.var.email, null, c.var.dependencies);
  if (person.kind === "stranger") return notAMember(c.var.email);
  if (person.kind === "member") return seeOther(`${basePath(person.actor.organizationId)}${path}`);
  return organizationsPage(person.memberships, path);
}

/** The organizations of the person, to go from one to another. */
export async function listOrganizations(c: DashboardContext): Promise<Response> {
  const person = await personOf(c.var.email, null, c.var.dependencies);
  return person.kind === "stranger" ? notAMember(c.var.email) : organizationsPage(person.memberships, "");
}

const organizationsPage = (
  memberships: readonly { organizationId: string; organizationName: string; role: string }[],
  path: string,
): Promise<Response> =>
  pageAnswer(
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

const notSignedIn = (): Promise<Response> =>
  pageAnswer(
    <PlainPage title="Sign in first">
      <p>
        People sign in to this dashboard through Cloudflare Access, and this request carried no identity that
        Access vouches for.
      </p>
      <p class="hint">
        For whoever runs this service: put an Access application before the path /dashboard, and set
        ACCESS_TEAM_DOMAIN and ACCESS_AUD. docs/sign-in.md says how.
      </p>
    </PlainPage>,
    403,
  );

const notAMember = (email: string): Promise<Response> =>
  pageAnswer(
    <PlainPage title="You are not a member yet">
      <p>
        You are signed in as <strong>{email}</strong>, and no organization has a member with this address.
      </p>
      <p>Ask an owner of your organization to add you under Members.</p>
      <p class="hint">
        The first owner of an organization is added by whoever runs this service, with{" "}
        <code>npm run members -- add</code>.
      </p>
    </PlainPage>,
    403,
  );
