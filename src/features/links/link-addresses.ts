import { addressUrl, keptOf, type LinkNames, type Origins } from "../../ground/core/origins.ts";
import { splitUrl } from "../../ground/core/urls.ts";
import type { Link } from "./link.ts";

export interface LinkAddress {
  url: string;
  kind: "short_id" | "slug" | "kept";
  /** Whether it is the URL that the API returns as the short link. */
  current: boolean;
}

/**
 * The URL under which people see, copy and print a link: with its slug, or else the first address that was printed before it
 * was here, or else its short id. The API and codes have `shortLinkUrl`
 * ([decision 0023](../../../docs/decisions/0023-printed-addresses-are-shown.md)).
 */
export const shownUrl = (
  origins: Origins,
  { domain, slug, shortId, addresses }: Omit<LinkNames, "gtin">,
): string => {
  const [printed] = domain === "" ? [] : keptOf({ addresses });
  return addressUrl(origins, domain, slug ?? printed ?? shortId);
};

/** A short link as people read and type it: without scheme and query, and with letters in place of their percent-encoding. */
export function urlText(url: string): string {
  const text = splitUrl(url).base.replace(/^https?:\/\//, "");
  try {
    const decoded = decodeURI(text);
    // Blanks, invisible characters and what would be encoded differently stay encoded.
    return encodeURI(decoded) === text && !/[\p{C}\p{Z}]/u.test(decoded) ? decoded : text;
  } catch {
    return text;
  }
}

/**
 * Every URL of a link: the short link first, then the other slugs, newest first, then its kept addresses and the short id. A link
 * whose domain was taken back has kept addresses only there.
 */
export function linkAddresses(
  {
    domain,
    slug,
    slugs = [],
    shortId,
    addresses,
  }: Pick<Link, "domain" | "slug" | "slugs" | "shortId" | "addresses">,
  origins: Origins,
): LinkAddress[] {
  const present = slug === undefined ? [] : [slug];
  const former = slugs.filter((each) => each !== slug).reverse();
  return [
    ...[...present, ...former].map((name) => ({
      url: addressUrl(origins, domain, name),
      kind: "slug" as const,
      current: name === slug,
    })),
    ...(domain === "" ? [] : keptOf({ addresses })).map((path) => ({
      url: addressUrl(origins, domain, path),
      kind: "kept" as const,
      current: false,
    })),
    { url: addressUrl(origins, domain, shortId), kind: "short_id", current: slug === undefined },
  ];
}
