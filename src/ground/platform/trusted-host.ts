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
export const isTrustedHost = (hostname: string): boolean =>
  PRIVATE_ADDRESS.test(hostname) || PRIVATE_NAME.test(hostname) || hostname.endsWith(".workers.dev");
