import type { Context } from "hono";
import type { OrganizationActor } from "../access/actor.ts";
import type { Origins } from "../core/origins.ts";
import type { Env } from "../env.ts";
import type { Dependencies } from "../wiring.ts";

/** What the pipeline knows of a request by the time an operation runs. */
export interface Variables {
  correlationId: string;
  origins: Origins;
  dependencies: Dependencies;
  /** Set by `authenticate`. */
  actor: OrganizationActor;
}

export type AppEnv = { Bindings: Env; Variables: Variables };
export type AppContext = Context<AppEnv>;
