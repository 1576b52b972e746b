import { bareHost } from "../core/domain-host.ts";
import { routeTakes } from "../core/route-patterns.ts";

/** What is known of the hosts at which this service responds. */
export interface HostKnowledge {
  /** The confirmed domains of all organizations. */
  domains: { confirmed(now: Date): Promise<readonly { host: string }[]> };
  /** The hosts of the service's configured origins. */
  serviceHosts: readonly string[];
  /** The patterns of the Worker's routes; null if unknown. */
  routes: readonly string[] | null;
  now: () => Date;
}

/** Tells whether a URL is on this service or on a domain of an organization. */
export async function ownHostTest({ domains, serviceHosts, routes, now }: HostKnowledge) {
  const own = new Set(
    [...serviceHosts, ...(await domains.confirmed(now())).map(({ host }) => host)].map(bareHost),
  );
  return (url: URL): boolean => {
    const host = bareHost(url.hostname);
    if (own.has(host) || routes?.some((pattern) => routeTakes(pattern, url))) return true;
    // Without a configured origin, this Worker may be on any of these.
    return serviceHosts.length === 0 && host.endsWith(".workers.dev");
  };
}
