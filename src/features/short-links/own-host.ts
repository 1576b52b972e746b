import { bareHost, canBeDomain } from "../../ground/core/domain-host.ts";

/** The last own host that was checked: nearly every request has the same host. */
let lastOwn: string | undefined;

/**
 * Whether a host, as in URLs, is our own: one of `ownHosts`, or a host that can't be a domain of an organization.
 */
export function isOwnHost(host: string, ownHosts: readonly string[]): boolean {
  if (host === lastOwn) return true;
  if (!ownHosts.includes(host) && canBeDomain(bareHost(host))) return false;
  lastOwn = host;
  return true;
}
