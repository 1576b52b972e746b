import type { Origins } from "../core/origins.ts";
import { redirectSettings } from "./redirect-settings.ts";
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

/**
 * Private networks: loopback, RFC 1918, and link-local. IPv6 as in URLs, in brackets: loopback, unique local (fc00::/7) and
 * link-local (fe80::/10).
 */
const PRIVATE_ADDRESS =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2[0-9]|3[01])\.)[0-9.]+$|^\[(?:::1|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/;

/** `.local` names a computer in the local network (RFC 6762). */
const PRIVATE_NAME = /^(?:localhost|.+\.localhost|[^.]+\.local)$/;

/**
 * Whether the host of a request may be printed: a machine of the local network, on which a phone tests a code, or
 * Cloudflare's workers.dev, where Cloudflare guarantees the host's owner. `hostname` as in a URL.
 */
const isTrustedHost = (hostname: string): boolean =>
  PRIVATE_ADDRESS.test(hostname) || PRIVATE_NAME.test(hostname) || hostname.endsWith(".workers.dev");
