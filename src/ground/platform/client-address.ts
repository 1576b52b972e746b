/**
 * The client IP by which rate limits count anonymous callers. Cloudflare sets the header; locally it is absent. Of an
 * IPv6 address only the first 64 bits count, because a client usually has the whole network (RFC 6177).
 */
export function clientAddress(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP");
  if (address === null) return "local";
  if (!address.includes(":")) return address;
  const [, mapped] = /^::ffff:([0-9.]+)$/i.exec(address) ?? [];
  return mapped ?? networkOf(address);
}

/** "2001:db8:0:1" of "2001:db8::1:0:0:0:7": `::` replaces the missing zeros. */
function networkOf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  return [...groups, ...Array<string>(zeros).fill("0"), ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
