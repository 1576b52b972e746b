import type { Origins } from "../core/origins.ts";
import { redirectSettings } from "./redirect-settings.ts";
import { isTrustedHost } from "./trusted-host.ts";
import type { Variables } from "./variables.ts";

/**
 * The origins for a request to a URL: the configured origins; if one is not set, the origin of the request. `problem` is the
 * reason why nothing may be created with them: a printed URL must not depend on an untrusted Host header.
 */
export function originsOf(env: Variables, { origin, hostname }: URL): Origins {
  const { shortLinkOrigin: shortLink, apiOrigin: api, originProblems } = redirectSettings(env);
  const trusted = (shortLink !== null && api !== null) || isTrustedHost(hostname);
  const untrusted = "SHORT_LINK_ORIGIN and API_ORIGIN must be set for this host";
  return {
    shortLink: shortLink ?? origin,
    api: api ?? origin,
    problem: originProblems[0] ?? (trusted ? null : untrusted),
  };
}
