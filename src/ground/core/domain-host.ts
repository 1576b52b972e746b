/** The redirect imports this file, so it must not import zod or other slow modules. */

/** The host of a request or of a URL without its port and without a final dot. */
export const bareHost = (host: string): string => host.replace(/:\d+$/, "").replace(/\.$/, "");

/** This machine, IP addresses, and hosts that Cloudflare gives to every Worker. */
const NEVER = /^(?:localhost|[0-9.]+|\[.*\]|.*\.workers\.dev)$/;

/** The longest name of a host, and the longest of its labels: https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4 */
const MAX_NAME = 253;
const LABEL = /^[^.]{1,63}$/;

/** Whether a host without its port may be the domain of an organization. */
export const canBeDomain = (host: string): boolean => host.length <= MAX_NAME && !NEVER.test(host);

/** Names of machines in a private network, of containers and of hidden services, never of a public host. */
const PRIVATE =
  /(?:^|\.)(?:local(?:host|domain|net)?|internal|intranet|lan|home|corp|mail|domain|box|private|home\.arpa|svc|cluster|consul|docker|onion|alt|test|invalid)$/;
/** Whether a host of a parsed URL is an address. The parser turns every notation of IPv4 into numbers with dots. */
export const isIpAddress = (host: string): boolean => host.startsWith("[") || /^[0-9.]+$/.test(host);

/** Whether a host, without port and final dot, has the shape of a name in a private network, or of no name. */
export const isPrivateName = (host: string): boolean =>
  !host.includes(".") ||
  host.length > MAX_NAME ||
  !host.split(".").every((label) => LABEL.test(label)) ||
  PRIVATE.test(host);
