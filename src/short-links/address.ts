/** What the URL of a short link asks for. */
export interface ShortLinkAddress {
  /** In lower case, with misread characters corrected; null where it cannot be a short id. */
  shortId: string | null;
  /** The identifier of the scanned QR code, as given in the URL; empty without one. */
  qr: string;
  /** The key of an offer of a choice link, in lower case; absent for the link itself. */
  offer?: string | undefined;
}

/**
 * A host, 8 letters or digits, perhaps a slash and the key of an offer, perhaps a slash, perhaps a query. Anything else is
 * for the API and the pages.
 */
const SHORT_LINK = /^https?:\/\/[^/]+\/([0-9a-z]{8})(?:\/(?:([0-9a-z][0-9a-z-]{0,31})\/?)?)?(\?.*)?$/i;
const QR = /[?&]qr=([A-Za-z0-9-]{3,64})(?=&|$)/;

/**
 * The address in `url`, or null where it is not that of a short link. Uses a pattern, because parsing a URL takes
 * longer than all the rest of a redirect from memory.
 */
export function parseShortLink(url: string): ShortLinkAddress | null {
  const match = SHORT_LINK.exec(url);
  if (match === null) return null;
  const [, path = "", offer, query] = match;
  const qr = (query !== undefined && QR.exec(query)?.[1]) || "";
  return { shortId: readShortId(path), qr, offer: offer?.toLowerCase() };
}

/** Crockford's base32 as typed by people: in any case, with i and l for 1 and o for 0. There is no u. */
function readShortId(text: string): string | null {
  const shortId = text.toLowerCase();
  if (!/[ilou]/.test(shortId)) return shortId;
  return shortId.includes("u") ? null : shortId.replace(/[il]/g, "1").replace(/o/g, "0");
}
