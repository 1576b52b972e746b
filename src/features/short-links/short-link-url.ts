import { isReservedName } from "../../ground/core/reserved-names.ts";
import { isShortId } from "../../ground/core/short-id.ts";

export interface ShortLinkAddress {
  /** The whole URL, because each read of `request.url` copies it; without the sentence around it. */
  url: string;
  /** Whether the given URL was longer; absent if not. */
  isShortened?: boolean;
  /** As in the URL: in lower case, with its port. */
  host: string;
  /**
   * A short id in lower case, with misread characters corrected, or a slug in lower case; null for an impossible short id.
   */
  name: string | null;
  /** The identifier of the scanned QR code as it arrived, in any case; empty without one. */
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
/**
 * The parameter as printed, or as senders change it: in capitals, behind `&amp;`, with the punctuation of a sentence. An
 * identifier has only letters, digits and hyphens.
 */
const QR =
  /[?&](?:amp;)?[qQ][rR]=(?:%(?!2[dD])[2-9a-fA-F][0-9a-fA-F]|[^0-9A-Za-z%&-])*([A-Za-z0-9-]{3,64})(?![A-Za-z0-9-]|%2[dD])/;
/** What the path of an address does not have, or does not end with. Most paths of the API and the pages have neither. */
const UNUSUAL = /^https?:\/\/[^/]+\/[^?]*(?:[^\w./?-]|[^0-9A-Za-z/?](?:\?|$))/;
/** A longer URL is no short link with a sentence behind it. */
const MAX_LENGTH = 2_000;

/**
 * The address in `url`, or null if it is not a short link. Uses a pattern, because parsing a URL takes
 * longer than the rest of a redirect from memory. If a program took the sentence around a URL for a part of it, the address
 * is the one before.
 */
export function parseShortLink(url: string): ShortLinkAddress | null {
  const address = addressIn(SHORT_LINK.exec(url), url);
  if (address !== null || url.length > MAX_LENGTH || !UNUSUAL.test(url)) return address;
  const decoded = addressIn(SHORT_LINK.exec(withoutEncodings(url)), url);
  if (decoded !== null) return decoded;
  const shorter = withoutText(withoutSentence(url));
  const found = addressIn(SHORT_LINK.exec(shorter), shorter);
  return found && { ...found, isShortened: true };
}

function addressIn(match: RegExpExecArray | null, url: string): ShortLinkAddress | null {
  if (match === null) return null;
  const [, host = "", path = "", offer, query] = match;
  const text = path.toLowerCase();
  const shortId = isShortId(text);
  // A hyphen of a slug is between two other characters.
  if (!shortId && (isReservedName(text) || /^-|--|-$/.test(text))) return null;
  const name = shortId ? readShortId(text) : text;
  return { url, host, name, qr: scannedCode(query), offer: offer?.toLowerCase() };
}

/** The identifier of a QR code in a URL or its query; empty without one. */
export const scannedCode = (query: string | undefined): string =>
  (query !== undefined && QR.exec(query)?.[1]) || "";

/** Behind the path of a URL: a query whose question mark was lost or encoded. */
const LOST_QUERY = /(?:&|%26|%3f)(.*)$/i;

/**
 * A URL without the punctuation behind its path, and with the query that belongs there: `/soups).` is `/soups`, and
 * `/soups&utm_source=x` is `/soups?utm_source=x`.
 */
export function withoutSentence(url: string): string {
  const [, origin = "", encoded = "", query = ""] = /^(\w+:\/\/[^/]+\/)([^?]*)(.*)$/.exec(url) ?? [];
  const path = withoutPunctuation(encoded.replace(LOST_QUERY, ""));
  const lost = LOST_QUERY.exec(encoded)?.[1]?.replace(/%(?:3d|26|3f)/gi, decodeURIComponent);
  return origin + path + (lost === undefined ? query : `?${lost}${query.replace("?", "&")}`);
}

/** A path without the punctuation, signs, spaces and invisible characters at its end. A slash may begin another path. */
function withoutPunctuation(path: string): string {
  const [end = ""] = /(?:%[0-9a-f]{2}|[^0-9A-Za-z%])*$/i.exec(path) ?? [];
  const text = plain(end);
  const rest = text.replace(/(?:(?!\/)\p{P}|\p{S}|\s|\p{Cf}|\ufe0f)+$/u, "");
  return rest === text ? path : path.slice(0, path.length - end.length) + encodeURI(rest);
}

/**
 * A URL without the text behind its name: what follows a quote, a bracket or a space, or is written without spaces. A dot or
 * another letter may be part of another name.
 */
function withoutText(url: string): string {
  const [name = "", text = ""] =
    /^\w+:\/\/[^/]+\/[\w-]+(?:\/[\w-]+)?\/?(?=[^\w.~:@$=+/?-]([^?]*))/.exec(url) ?? [];
  const next = plain(url.slice(name.length, name.length + text.length + 1));
  const ends =
    /^(?:[^\p{L}\p{M}\p{N}\p{Cc}/]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u;
  return name !== "" && ends.test(next) ? name + url.slice(name.length + text.length + 1) : url;
}

/** A text of a URL decoded; as it is if that is impossible. */
function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
