/**
 * Whether a route of the Worker covers every address of a host. `pattern` is a host name for a custom domain, or as in
 * `*.example.com/*` (https://developers.cloudflare.com/workers/configuration/routing/routes/#matching-behavior).
 */
export function routeCovers(pattern: string, host: string): boolean {
  const [, name = "", path = "/*"] = /^(?:https?:\/\/)?([^/]*)(\/.*)?$/.exec(pattern.toLowerCase()) ?? [];
  if (path !== "/*") return false;
  if (!name.startsWith("*")) return name === host;
  return host.endsWith(name.slice(1)) && host.length > name.length - 1;
}

/** Those of the hosts that no route covers. */
export const hostsWithoutRoute = (hosts: readonly string[], patterns: readonly string[]): string[] =>
  hosts.filter((host) => !patterns.some((pattern) => routeCovers(pattern, host)));
