/** The cookie of shoppers who asked for it: the word of the retailer that they chose, and nothing else. */

const LIFE_S = 180 * 24 * 60 * 60;
const SECURE = /(?:^|;\s*)__Host-shop=([a-z_]{1,32})(?=;|$)/;
const LOCAL = /(?:^|;\s*)shop=([a-z_]{1,32})(?=;|$)/;

const isSecure = ({ url }: Request): boolean => url.startsWith("https:");

/** The retailer that the shopper's browser remembers; undefined for none. */
export function rememberedShop(request: Request): string | undefined {
  const cookies = request.headers.get("Cookie");
  return cookies === null ? undefined : (isSecure(request) ? SECURE : LOCAL).exec(cookies)?.[1];
}

/** The value of Set-Cookie that remembers `retailer`, or that forgets it where it is null. */
export function shopCookie(request: Request, retailer: string | null): string {
  // Browsers take a cookie of this prefix over HTTPS alone, which there is none of on one's own machine.
  const [prefix, secure] = isSecure(request) ? ["__Host-", "Secure; "] : ["", ""];
  const life = retailer === null ? 0 : LIFE_S;
  return `${prefix}shop=${retailer ?? ""}; Path=/; ${secure}HttpOnly; SameSite=Lax; Max-Age=${life}`;
}
