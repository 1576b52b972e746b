import { createMiddleware } from "hono/factory";
import { mayMakeOrganizations } from "../../access/permissions.ts";
import { attemptOf } from "../../platform/failed-attempts.ts";
import { API_PERIOD, limitRate } from "../../platform/rate-limit.ts";
import { pageResponse, seeOther } from "../layout/answers.ts";
import { basePath, type DashboardContext, type DashboardEnv } from "../layout/context.ts";
import { PlainPage } from "../layout/layout.tsx";
import { personOf } from "./actor.ts";
import { signIn } from "./identity.ts";
import { notSignedIn } from "./not-signed-in.tsx";

/**
 * Lets only people pass whom the identity provider vouches for; all others get 403, whatever else they send. Refused
 * sign-ins are limited for each client address, together with its API keys that were not valid, and requests of a person
 * as those of a key.
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
 * organization. A person who has several organizations chooses one, on the first screen by how each is going.
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

/** The answer to a person who is signed in and a member of no organization. */
export const notAMember = (email: string): Promise<Response> =>
  pageResponse(
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
