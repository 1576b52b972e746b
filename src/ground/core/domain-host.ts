/** The redirect imports this file, so it must not import zod or other slow modules. */

/** The host of a request or of a URL without its port and without a final dot. */
export const bareHost = (host: string): string => host.replace(/:\d+$/, "").replace(/\.$/, "");

/** This machine, IP addresses, and hosts that Cloudflare gives to every Worker. */
const NEVER = /^(?:localhost|[0-9.]+|\[.*\]|.*\.workers\.dev)$/;

/** Whether a host without its port may be the domain of an organization. */
export const canBeDomain = (host: string): boolean => !NEVER.test(host);
