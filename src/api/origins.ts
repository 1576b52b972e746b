import type { Origins } from "../core/origins.ts";
import type { Env } from "../env.ts";

/** The configured origins; where one is not set (local), the origin of the request. */
export function originsOf(env: Env, url: string): Origins {
  const own = new URL(url).origin;
  return { shortLink: env.SHORT_LINK_ORIGIN || own, api: env.API_ORIGIN || own };
}
