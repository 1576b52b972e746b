import type { Context } from "hono";
import type { Env } from "../../env.ts";
import type { OrganizationActor } from "../../features/access/actor.ts";
import type { Origins } from "../../ground/core/origins.ts";

/**
 * What a request depends on, to be handed to verbs. `wiring.ts` adds what it opens, and TypeScript checks each verb's needs
 * against it.
 */
export interface Dependencies {
  origins: Origins;
}

/** What middleware has set by the time a route runs. */
export interface Variables {
  correlationId: string;
  dependencies: Dependencies;
  /** Set by `authenticate` and on the screens of an organization. */
  actor: OrganizationActor;
  /** Set by the MCP server: the API key that an OAuth token stands for. */
  tokenKey?: string | undefined;
  /** Set for images from Cloudflare's cache, which like redirects are not logged. */
  unlogged?: boolean;
  /** Set by the dashboard when nobody is signed in: the reason, for the log, without anything from the request. */
  refusal?: { reason: string; claim?: string };
}

/** The bindings and variables of the Hono app. */
export type AppEnv = { Bindings: Env; Variables: Variables };
/** The context of one request. */
export type AppContext = Context<AppEnv>;
