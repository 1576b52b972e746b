import type { Origins } from "../core/origins.ts";
import type { Env } from "../env.ts";
import { isTrustedHost } from "./trusted-host.ts";

/** The redirect imports this file, so it must not import zod or anything else that takes time to load. */

/** The variables that hold the two origins. */
type OriginVariables = Pick<Env, "SHORT_LINK_ORIGIN" | "API_ORIGIN">;

interface ConfiguredOrigins {
  /** Null where the variable is empty or wrong. */
  shortLink: string | null;
  api: string | null;
  problems: readonly string[];
}

/** Of this isolate: a Worker's bindings are one object for as long as it lives. */
const read = new WeakMap<OriginVariables, ConfiguredOrigins>();

/** The origins as they are configured, a slash at their end taken off, and what is wrong with them. */
export function configuredOrigins(env: OriginVariables): ConfiguredOrigins {
  let origins = read.get(env);
  if (!origins) {
    const problems: string[] = [];
    const originIn = (name: keyof OriginVariables): string | null => {
      const text = env[name]?.trim();
      if (!text) return null;
      const url = URL.parse(text);
      const isOrigin = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
      if (isOrigin && /^https?:\/\/[^/\\]+\/?$/i.test(text)) return url.origin;
      problems.push(`${name} is not an http or https origin, such as https://go.example.com`);
      return null;
    };
    origins = { shortLink: originIn("SHORT_LINK_ORIGIN"), api: originIn("API_ORIGIN"), problems };
    read.set(env, origins);
  }
  return origins;
}

/**
 * The origins for a request to `url`: the configured ones; where one is not set, that of the request. `problem` says
 * why nothing may be created with them: a printed URL must not depend on an untrusted Host header.
 */
export function originsOf(env: OriginVariables, url: string): Origins {
  const { shortLink, api, problems } = configuredOrigins(env);
  const own = new URL(url);
  const trusted = (shortLink !== null && api !== null) || isTrustedHost(own.hostname);
  const untrusted = "SHORT_LINK_ORIGIN and API_ORIGIN have to be set where this host serves";
  return {
    shortLink: shortLink ?? own.origin,
    api: api ?? own.origin,
    problem: problems[0] ?? (trusted ? null : untrusted),
  };
}
