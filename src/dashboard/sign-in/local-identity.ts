/** Names that lead to this machine, whatever a name server says (RFC 6761). */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The host is no name of this machine; or nothing shows that a page of this machine asks. */
export type LocalRefusal = "untrusted_host" | "no_fetch_metadata";

/**
 * Why the identity of the local configuration does not sign this request in; null where it does. That identity belongs
 * to whoever can send a request, and any page in a browser on this machine can, by a name of its own that it leads to
 * this machine (DNS rebinding). Such a page can't choose two things. The host of its requests is its own name. And a
 * browser adds `Sec-Fetch-Site`, which no page can set, only to requests to https and to loopback names. The host alone
 * does not do, because the local runtime takes the address from the header `MF-Original-URL`, which a page can set.
 *
 * `trustedHosts`, without ports, are those that whoever started the service trusts. They need no `Sec-Fetch-Site`, as
 * browsers don't send it to another machine over http.
 */
export function localRefusal(request: Request, trustedHosts: readonly string[]): LocalRefusal | null {
  const { hostname } = new URL(request.url);
  if (trustedHosts.includes(hostname)) return null;
  if (!LOOPBACK.test(hostname)) return "untrusted_host";
  return request.headers.has("Sec-Fetch-Site") ? null : "no_fetch_metadata";
}
