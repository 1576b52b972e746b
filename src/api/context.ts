import type { Context } from "hono";
import type { OrganizationActor } from "../access/actor.ts";
import type { Origins } from "../core/origins.ts";
import type { Env } from "../env.ts";
import type { Dependencies } from "../wiring.ts";

/** What the middleware has set for a request before an operation runs. */
export interface Variables {
  correlationId: string;
  origins: Origins;
  dependencies: Dependencies;
  /** Set by `authenticate`. */
  actor: OrganizationActor;
  /** Set by the dashboard where nobody is signed in: why, in words for the log that hold nothing of the request. */
  refusal?: { reason: string; claim?: string };
}

/** The bindings and variables of the Hono app. */
export type AppEnv = { Bindings: Env; Variables: Variables };
/** The context of one request. */
export type AppContext = Context<AppEnv>;
