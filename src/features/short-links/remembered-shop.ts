import { parseShortLink } from "./short-link-url.ts";
import type { Visit } from "./visit.ts";

/**
 * The cookie of shoppers who asked to be remembered: the retailer that they chose on choice links of an organization, as
 * in `bigbox_w.1x2y3z`, where a hash identifies the organization. Tildes separate several entries, newest first.
 */

const LIFE_S = 180 * 24 * 60 * 60;
const MAX_ORGANIZATIONS = 10;
const SECURE = /(?:^|;\s*)__Host-shop=([a-z0-9_.~]{1,500})(?=;|$)/;
const LOCAL = /(?:^|;\s*)shop=([a-z0-9_.~]{1,500})(?=;|$)/;

const isSecure = ({ url }: Request): boolean => url.startsWith("https:");

/** The retailers in the cookie, by organization. */
function choicesIn(request: Request): string[] {
  const cookies = request.headers.get("Cookie");
  const value = cookies === null ? undefined : (isSecure(request) ? SECURE : LOCAL).exec(cookies)?.[1];
  return value === undefined ? [] : value.split("~").slice(0, MAX_ORGANIZATIONS);
}

/** FNV-1a: two organizations with the same hash would only share a remembered shop. */
function endingOf(organizationId: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < organizationId.length; at++)
    hash = Math.imul(hash ^ organizationId.charCodeAt(at), 0x01000193);
  return `.${(hash >>> 0).toString(36)}`;
}

/** The retailer that the shopper's browser remembers for this organization; undefined without such a retailer. */
export function rememberedShop(request: Request, organizationId: string): string | undefined {
  const ending = endingOf(organizationId);
  return choicesIn(request)
    .find((choice) => choice.endsWith(ending))
    ?.slice(0, -ending.length);
}

/** The value of Set-Cookie that remembers `retailer` for this organization, or forgets it if it is null. */
export function shopCookie(request: Request, organizationId: string, retailer: string | null): string {
  const ending = endingOf(organizationId);
  const others = choicesIn(request).filter((choice) => !choice.endsWith(ending));
  const choices = [...(retailer === null ? [] : [retailer + ending]), ...others].slice(0, MAX_ORGANIZATIONS);
  // Browsers accept this prefix only over HTTPS, which local development lacks.
  const [prefix, secure] = isSecure(request) ? ["__Host-", "Secure; "] : ["", ""];
  const life = choices.length === 0 ? 0 : LIFE_S;
  return `${prefix}shop=${choices.join("~")}; Path=/; ${secure}HttpOnly; SameSite=Lax; Max-Age=${life}`;
}

/**
 * Whether a shopper pressed something on the page of the link itself. Only that changes the cookie, never a printed URL or
 * a URL on another page.
 */
export function isFromOwnPage(visit: Visit): boolean {
  const page = parseShortLink(referrerIn(visit));
  return page !== null && page.offer === undefined && page.name === visit.name && isFromOwnHost(visit);
}

const referrerIn = ({ request }: Visit): string => request.headers.get("Referer") ?? "";

/** Whether a shopper pressed something on a page of the link's host. Browsers send the whole URL of a page only to its own host. */
export const isFromOwnHost = (visit: Visit): boolean =>
  referrerIn(visit).startsWith(visit.url.slice(0, visit.url.indexOf("/", "https://".length) + 1));
