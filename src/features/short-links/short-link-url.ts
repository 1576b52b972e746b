import { isReservedName } from "../../ground/core/reserved-names.ts";
import { isShortId } from "../../ground/core/short-id.ts";

export interface ShortLinkAddress {
  /** The whole URL, because each read of `request.url` copies it; without the sentence around it. */
  url: string;
  /** Whether the given URL had text behind it, typesetting or encodings that `url` lacks; absent if not. */
  isRewritten?: boolean;
  /** As in the URL: in lower case, with its port. */
  host: string;
  /** A short id in lower case, with misread characters corrected, or a slug in lower case; null for an impossible short id. */
  name: string | null;
  /** The identifier of the scanned QR code as it arrived, in any case; empty without one. */
  qr: string;
  /** The key of an offer of a choice link, in lower case; absent for the link itself. */
  offer?: string | undefined;
  /** What the URL requests if there is no link at its name. */
  otherwise?: ReadAddress | undefined;
}

/** The address of what could be a link. */
export type ReadAddress = Pick<ShortLinkAddress, "url" | "qr" | "offer"> & { name: string };

/**
 * A host, 3 to 64 letters, digits or hyphens, an optional slash and key of an offer, an optional slash, an optional query.
 * Anything else is for the API and the pages. Without the flag i, a new isolate compiles it three times as fast.
 */
const SHORT_LINK =
  /^https?:\/\/([^/]+)\/([0-9A-Za-z-]{3,64})(?:\/(?:([0-9A-Za-z][0-9A-Za-z-]{0,31})\/?)?)?(\?.*)?$/;
/**
 * The parameter as printed, or as senders change it: in capitals, behind `&amp;`, with the punctuation of a sentence. An
 * identifier has only letters, digits and hyphens.
 */
const QR =
  /[?&](?:amp;)?[qQ][rR]=(?:%(?!2[dD])[2-9a-fA-F][0-9a-fA-F]|[^0-9A-Za-z%&-])*([A-Za-z0-9-]{3,64})(?![A-Za-z0-9-]|%2[dD])/;
/** The parameter with the name of a source, which nothing but the punctuation of a sentence follows. */
export const VIA = /[?&](?:amp;)?via=([0-9a-z-]{1,40})(?=[^\w%&-]*(?:&|$))/i;
/**
 * What the path of an address does not have, or does not end with. Most paths of the API and the pages have neither. A second slash is
 * in the first place or behind another character.
 */
export const UNUSUAL = /^https?:\/\/[^/]+\/(?:\/|[^?]*(?:[^\w./?-]|[^/?]\/\/|[^0-9A-Za-z/?](?:\?|$)))/;
/** The longest address is a kept path of 200 characters with a sentence behind it, all of it encoded. */
const MAX_LENGTH = 2_000;

/** Whether the host and the path of a URL are longer than those of any link. Nobody looks them up, whatever follows the question mark. */
export function isTooLong(url: string): boolean {
  const query = url.indexOf("?");
  return (query < 0 ? url.length : query) > MAX_LENGTH;
}

/**
 * The address in `url`, or null if it is not a short link. Uses a pattern, because parsing a URL takes
 * longer than the rest of a redirect from memory. For a null of an unusual URL, see `readUnusualUrl`.
 */
export const parseShortLink = (url: string): ShortLinkAddress | null => addressIn(url, url);

/** The address in `text`, which is `url` or equal to it; null if it is not a short link. */
export function addressIn(text: string, url: string): ShortLinkAddress | null {
  const match = SHORT_LINK.exec(text);
  if (match === null) return null;
  const [, host = "", path = "", offer, query] = match;
  const lower = path.toLowerCase();
  const shortId = isShortId(lower);
  // A hyphen of a slug is between two other characters.
  if (!shortId && (isReservedName(lower) || /^-|--|-$/.test(lower))) return null;
  const name = shortId ? readShortId(lower) : lower;
  return { url, host, name, qr: scannedCode(query), offer: offer?.toLowerCase() };
}

/** The identifier of a QR code in a URL or its query; empty without one. For one with typesetting, see `typesetCode`. */
export const scannedCode = (query: string | undefined): string =>
  (query !== undefined && QR.exec(query)?.[1]) || "";

/** Whether a code may have typesetting in it. */
export const hasTypesetCode = (url: string): boolean => url.includes("%") && /[?&;]qr=[^&]*%[cde]/i.test(url);

/** The name of the source in a URL, in lower case; empty without one. */
export const sourceIn = (url: string): string => VIA.exec(url)?.[1]?.toLowerCase() ?? "";

/** Crockford's base32 as typed by people: in any case, with i and l for 1 and o for 0. There is no u. */
function readShortId(text: string): string | null {
  if (!/[ilou]/.test(text)) return text;
  return text.includes("u") ? null : text.replace(/[il]/g, "1").replace(/o/g, "0");
}
