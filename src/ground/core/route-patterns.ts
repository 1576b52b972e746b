import { bareHost } from "./domain-host.ts";

/**
 * Whether a route of the Worker covers all paths of a host. `pattern` is a host name for a custom domain, or as in
 * `*.example.com/*` (https://developers.cloudflare.com/workers/configuration/routing/routes/#matching-behavior).
 */
function routeCovers(pattern: string, host: string): boolean {
  const { name, path } = partsOf(pattern);
  if (path !== "/*") return false;
  if (!name.startsWith("*")) return name === host;
  return host.endsWith(name.slice(1)) && host.length > name.length - 1;
}

/** Whether a route names a host, for any of its paths. A route of every host names no host. */
export function routeNames(pattern: string, host: string): boolean {
  const { name } = partsOf(pattern);
  return name.startsWith("*") ? name !== "*" && host.endsWith(name.slice(1)) : name === host;
}

/** Whether a route that names the host of a URL takes its path too: a route may leave the other paths of a host to another server. */
export function routeTakes(pattern: string, { hostname, pathname, search }: URL): boolean {
  const { path } = partsOf(pattern);
  const whole = (pathname + search).toLowerCase();
  if (!routeNames(pattern, bareHost(hostname))) return false;
  return path.endsWith("*") ? whole.startsWith(path.slice(0, -1)) : whole === path;
}

function partsOf(pattern: string): { name: string; path: string } {
  const [, name = "", path = "/*"] = /^(?:https?:\/\/)?([^/]*)(\/.*)?$/.exec(pattern.toLowerCase()) ?? [];
  return { name, path };
}

export const hostsWithoutRoute = (hosts: readonly string[], patterns: readonly string[]): string[] =>
  hosts.filter((host) => !patterns.some((pattern) => routeCovers(pattern, host)));
