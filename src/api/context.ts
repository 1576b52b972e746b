import type { Context } from "hono";
import type { ApiKey } from "../access/api-key.ts";
import type { Origins } from "../core/origins.ts";
import type { Stores } from "../links/ports.ts";
import type { Env } from "../env.ts";

/** What the pipeline knows of a request by the time a route runs. */
export interface Variables {
  correlationId: string;
  stores: Stores;
  origins: Origins;
  now: Date;
  /** Set by `authenticate`. */
  apiKey: ApiKey;
}

export type AppEnv = { Bindings: Env; Variables: Variables };
export type AppContext = Context<AppEnv>;
