/** The redirect imports this file, so it must not import zod or anything else that takes time to load. */

/** The host of a request or of a URL without its port and without a dot at its end, which names the same host. */
export const bareHost = (host: string): string => host.replace(/:\d+$/, "").replace(/\.$/, "");

/** Machines that are named by an address, this one, and hosts that Cloudflare gives to every Worker. */
const NEVER = /^(?:localhost|[0-9.]+|\[.*\]|.*\.workers\.dev)$/;

/** Whether a host without its port may be the domain of an organization. */
export const canBeDomain = (host: string): boolean => !NEVER.test(host);
