import { isReservedName } from "../../ground/core/reserved-names.ts";
import { isShortId } from "../../ground/core/short-id.ts";

export interface ShortLinkAddress {
  /** The whole URL, because each read of `request.url` copies it. */
  url: string;
  /** As in the URL: in lower case, with its port. */
  host: string;
  /**
   * A short id in lower case, with misread characters corrected, or a slug in lower case; null for an impossible short id.
   */
  name: string | null;
  /** The identifier of the scanned QR code, as given in the URL; empty without one. */
  qr: string;
  /** The key of an offer of a choice link, in lower case; absent for the link itself. */
  offer?: string | undefined;
}

/**
 * A host, 3 to 64 letters, digits or hyphens, an optional slash and key of an offer, an optional slash, an optional query.
 * Anything else is for the API and the pages. Without the flag i, a new isolate compiles it three times as fast.
 */
const SHORT_LINK =
  /^https?:\/\/([^/]+)\/([0-9A-Za-z-]{3,64})(?:\/(?:([0-9A-Za-z][0-9A-Za-z-]{0,31})\/?)?)?(\?.*)?$/;
const QR = /[?&]qr=([A-Za-z0-9-]{3,64})(?=&|$)/;

/**
 * The address in `url`, or null if it is not a short link. Uses a pattern, because parsing a URL takes
 * longer than the rest of a redirect from memory.
 */
export function parseShortLink(url: string): ShortLinkAddress | null {
  const match = SHORT_LINK.exec(url) ?? (url.includes("%") ? SHORT_LINK.exec(withoutEncodings(url)) : null);
  if (match === null) return null;
  const [, host = "", path = "", offer, query] = match;
  const text = path.toLowerCase();
  const shortId = isShortId(text);
  // A hyphen of a slug is between two other characters.
  if (!shortId && (isReservedName(text) || /^-|--|-$/.test(text))) return null;
  const qr = (query !== undefined && QR.exec(query)?.[1]) || "";
  return { url, host, name: shortId ? readShortId(text) : text, qr, offer: offer?.toLowerCase() };
}

/** Crockford's base32 as typed by people: in any case, with i and l for 1 and o for 0. There is no u. */
function readShortId(text: string): string | null {
  if (!/[ilou]/.test(text)) return text;
  return text.includes("u") ? null : text.replace(/[il]/g, "1").replace(/o/g, "0");
}

/**
 * The URL without redundant encodings in its path: an encoded letter, digit or hyphen equals the plain one
 * (https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2).
 */
function withoutEncodings(url: string): string {
  const [path = url] = url.split("?");
  const plain = path.replace(/%(?:2d|3[0-9]|[46][1-9a-f]|[57][0-9a])/gi, (encoded) =>
    decodeURIComponent(encoded),
  );
  return plain + url.slice(path.length);
}
