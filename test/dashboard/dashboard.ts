import type { Projects, Role } from "../../src/features/access/actor.ts";
import { addMember } from "../../src/features/access/manage-members.ts";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { ask, type RunningService, type ServiceOptions, startService } from "../service.ts";
import { type SignIn, sharedSignIn, startSignIn, useService } from "../use-service.ts";
import { claimsAt, sign, signInOf } from "./team.ts";

/** The service with a team of Cloudflare Access before its dashboard. */
export interface RunningDashboard {
  service: RunningService;
  /** Makes a person a member. */
  add(organization: string, email: string, role: Role, projects?: Projects): Promise<void>;
  /** The header with which Access lets this person's requests through, who has signed in just before `now`. */
  identity(email: string, now?: Date): Promise<Record<string, string>>;
  /** A person without a browser. */
  as(email: string): Promise<Visitor>;
}

/** A dashboard that a test started for itself. */
export interface Dashboard extends RunningDashboard {
  close(): Promise<void>;
}

/** What a page answered. */
export interface PageResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Where it leads, below the origin; null where it leads nowhere. */
  location: string | null;
}

/** Someone who opens pages and sends forms over HTTP. */
export interface Visitor {
  open(path: string, headers?: Record<string, string>): Promise<PageResponse>;
  /** Sends a form as a browser does. `headers` take the place of the browser's own. */
  send(
    path: string,
    fields: Record<string, string | readonly string[]>,
    headers?: Record<string, string>,
  ): Promise<PageResponse>;
}

/**
 * Gives a test file a dashboard of which nobody is a member yet, on a service that other files share (`useService`). Keys
 * are issued for acme. `main` is another entry than the Worker's own, `vars` are variables, and `behindMiniflare` is that
 * of `ServiceOptions`.
 */
export async function useDashboard(
  main?: string,
  vars: Record<string, string> = {},
  { behindMiniflare }: Pick<ServiceOptions, "behindMiniflare"> = {},
): Promise<RunningDashboard> {
  const shared = await sharedSignIn();
  const options = { ...(main !== undefined && { config: { main } }), vars };
  const all = behindMiniflare ? { ...signInOf(shared.team, options), behindMiniflare } : options;
  return dashboardOf(await useService(all, "acme"), shared);
}

/**
 * Starts a dashboard of its own for a test; nobody is a member yet. `main` is another entry than the Worker's own, and
 * `changes` take the place of other fields of the configuration.
 */
export async function startDashboard(
  main?: string,
  changes: Record<string, unknown> = {},
): Promise<Dashboard> {
  const own = await startSignIn();
  const config = { ...(main !== undefined && { main }), ...changes };
  const service = await startService(signInOf(own.team, { config }));
  return {
    ...dashboardOf(service, own),
    async close() {
      await service.close();
      await own.team.close();
    },
  };
}

function dashboardOf(service: RunningService, { team, key }: SignIn): RunningDashboard {
  const identity = async (email: string, now = new Date()) => ({
    "Cf-Access-Jwt-Assertion": await sign(key, { ...claimsAt(team.origin, now), email }),
  });
  return {
    service,
    identity,
    async add(organization, email, role, projects) {
      await addMember(OPERATOR, { organization, email, role, projects }, dependenciesOf(service.env));
    },
    async as(email) {
      return visitor(service.url.origin, await identity(email));
    },
  };
}

/** Someone whose requests carry these headers. */
export function visitor(origin: string, identity: Record<string, string>): Visitor {
  const answerTo = async (path: string, init: RequestInit): Promise<PageResponse> => {
    const response = await ask(origin + path, { ...init, redirect: "manual" });
    const { status, headers } = response;
    return {
      status,
      headers,
      text: (await response.text()).replaceAll("<wbr/>", ""),
      location: headers.get("Location"),
    };
  };
  return {
    open: (path, more = {}) => answerTo(path, { headers: { ...identity, Accept: "text/html", ...more } }),
    send(path, fields, headers = { Origin: origin, "Sec-Fetch-Site": "same-origin" }) {
      const body = new URLSearchParams({ [IDEMPOTENCY_FIELD]: crypto.randomUUID() });
      for (const [name, value] of Object.entries(fields)) {
        body.delete(name);
        for (const each of typeof value === "string" ? [value] : value) body.append(name, each);
      }
      return answerTo(path, {
        method: "POST",
        body,
        headers: { ...identity, Accept: "text/html", ...headers },
      });
    },
  };
}

/** An owner, an editor and a viewer of acme, and an owner of globex, whom nothing of acme may be shown. */
export async function fourPeople(dashboard: RunningDashboard) {
  for (const role of ["owner", "editor", "viewer"] as const)
    await dashboard.add("acme", `${role}@acme.example`, role);
  await dashboard.add("globex", "hank@globex.example", "owner");
  return {
    owner: await dashboard.as("owner@acme.example"),
    editor: await dashboard.as("editor@acme.example"),
    viewer: await dashboard.as("viewer@acme.example"),
    hank: await dashboard.as("hank@globex.example"),
  };
}
