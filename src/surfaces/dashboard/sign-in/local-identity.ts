/** Names that always resolve to this machine (RFC 6761). */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The host is not a name of this machine; or nothing proves that a browser of this machine sent the request. */
export type LocalRefusal = "untrusted_host" | "no_fetch_metadata";

/**
 * Why the local identity does not sign this request in; null if it does. Anyone who can send a request gets that identity,
 * and so could any web page open on this machine, through its own domain name that resolves to this machine (DNS
 * rebinding). But the host of such a request is that domain, and a browser adds `Sec-Fetch-Site`, which no page can set,
 * only to requests to https and to loopback names. The host alone is not enough, because the local runtime takes the URL
 * from the header `MF-Original-URL`, which a page can set.
 *
 * The operator trusts `trustedHosts`, which have no ports. They need no `Sec-Fetch-Site`, because browsers don't send it
 * to another machine over http.
 */
export function localRefusal(request: Request, trustedHosts: readonly string[]): LocalRefusal | null {
  const { hostname } = new URL(request.url);
  if (trustedHosts.includes(hostname)) return null;
  if (!LOOPBACK.test(hostname)) return "untrusted_host";
  return request.headers.has("Sec-Fetch-Site") ? null : "no_fetch_metadata";
}
