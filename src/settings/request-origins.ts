import type { Origins } from "../core/origins.ts";
import { redirectSettings } from "./redirect-settings.ts";
import { isTrustedHost } from "./trusted-host.ts";
import type { Variables } from "./variables.ts";

/**
 * The origins for a request to `url`: the configured origins; if one is not set, the origin of the request. `problem` is the
 * reason why nothing may be created with them: a printed URL must not depend on an untrusted Host header. Throws for
 * an invalid URL.
 */
export function originsOf(env: Variables, url: string): Origins {
  const { shortLinkOrigin: shortLink, apiOrigin: api, originProblems } = redirectSettings(env);
  const own = new URL(url);
  const trusted = (shortLink !== null && api !== null) || isTrustedHost(own.hostname);
  const untrusted = "SHORT_LINK_ORIGIN and API_ORIGIN must be set for this host";
  return {
    shortLink: shortLink ?? own.origin,
    api: api ?? own.origin,
    problem: originProblems[0] ?? (trusted ? null : untrusted),
  };
}
