import { addressUrl, keptOf, type LinkNames, type Origins } from "../../ground/core/origins.ts";
import { splitUrl } from "../../ground/core/urls.ts";

/**
 * The URL under which people see, copy and print a link: with its slug, or else the first address that was printed before it
 * was here, or else its short id. The API and codes have `shortLinkUrl`
 * ([decision 0023](../../../docs/decisions/0023-printed-addresses-are-shown.md)).
 */
export const shownAddress = (
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
