/** Names of machines in a private network, never of a public host. */
const PRIVATE =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid)$/;

/** Whether a host of a parsed URL is an address. The parser turns every notation of IPv4 into numbers with dots. */
export const isIpAddress = (host: string): boolean => host.startsWith("[") || /^[0-9.]+$/.test(host);

/** Whether a host, without port and final dot, has the shape of a name in a private network, or of no name. */
export const isPrivateName = (host: string): boolean =>
  !host.includes(".") || host.split(".").includes("") || PRIVATE.test(host);
