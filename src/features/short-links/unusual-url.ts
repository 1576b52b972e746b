import { readable } from "../../ground/core/urls.ts";
import { addressIn, type ShortLinkAddress } from "./short-link-url.ts";

/**
 * The address in a URL that is not one as it is: with encodings of plain characters, or glued to the sentence around it. Then the
 * address is the one before the sentence. Null if it is not a short link.
 */
export function readUnusualUrl(url: string): ShortLinkAddress | null {
  const decoded = addressIn(withoutEncodings(url), url);
  if (decoded !== null) return decoded;
  const shorter = withoutText(withoutSentence(url));
  const found = addressIn(shorter, shorter);
  return found && { ...found, isShortened: true };
}

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

/**
 * What may end a path besides letters and digits, encoded or not. Each pattern begins behind another character: a search that
 * tries every place of a long run would take the square of its length.
 */
const END = /(?<!%[0-9a-f]{2}|[^0-9A-Za-z%])(?:%[0-9a-f]{2}|[^0-9A-Za-z%])+$/i;
/** Punctuation, signs, spaces and invisible characters. A slash may begin another path. */
const PUNCTUATION = /(?<![[\p{P}\p{S}\p{Cf}\s\ufe0f]--\/])[[\p{P}\p{S}\p{Cf}\s\ufe0f]--\/]+$/v;

/** A path without the punctuation at its end. */
function withoutPunctuation(path: string): string {
  const [end = ""] = END.exec(path) ?? [];
  const text = readable(end);
  const rest = text.replace(PUNCTUATION, "");
  return rest === text ? path : path.slice(0, path.length - end.length) + encodeURI(rest);
}

/**
 * A URL without the text behind its name: what follows a quote, a bracket or a space, or is written without spaces. A dot or
 * another letter may be part of another name.
 */
function withoutText(url: string): string {
  const [name = "", text = ""] =
    /^\w+:\/\/[^/]+\/[\w-]+(?:\/[\w-]+)?\/?(?=[^\w.~:@$=+/?-]([^?]*))/.exec(url) ?? [];
  const next = readable(url.slice(name.length, name.length + text.length + 1));
  const ends =
    /^(?:[^\p{L}\p{M}\p{N}\p{Cc}/]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u;
  return name !== "" && ends.test(next) ? name + url.slice(name.length + text.length + 1) : url;
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
