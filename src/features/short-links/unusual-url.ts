import { readable } from "../../ground/core/urls.ts";
import { addressKey } from "./address-key.ts";
import { type ClientResolution, lookUp } from "./look-up.ts";
import { respondToVisit } from "./respond-to-visit.ts";
import { addressIn, hasTypesetCode, type ShortLinkAddress, scannedCode } from "./short-link-url.ts";
import type { RedirectDependencies } from "./short-link-visit.ts";
import type { Visit } from "./visit.ts";

/** A part of a URL with hyphens in place of typeset dashes, and without soft hyphens and invisible characters, all encoded. */
const withoutTypesetting = (text: string): string =>
  text
    .replace(/%C2%AD|%D8%9C|%E1%A0%8E|%E2%80%(?:8[B-F]|A[A-E])|%E2%81%A[0-9A-F]|%EF%BB%BF/gi, "")
    .replace(/%E2%80%9[0-5]|%E2%81%83|%E2%88%92|%EF%B9%98|%EF%B9%A3|%EF%BC%8D/gi, "-");

/** A visit with the code that people mean, if its URL has one with typesetting. */
export const withCode = (visit: Visit): Visit =>
  hasTypesetCode(visit.url)
    ? { ...visit, qr: scannedCode(withoutTypesetting(visit.url.slice(visit.url.indexOf("?")))) }
    : visit;

/**
 * A URL with its path as people mean it: with hyphens in place of typeset dashes, without invisible characters, and with single
 * slashes.
 */
export function plainPath(url: string): string {
  const [, origin = "", path = ""] = /^(\w+:\/\/[^/]+)([^?]*)/.exec(url) ?? [];
  return origin + withoutTypesetting(path).replace(/\/{2,}/g, "/") + url.slice(origin.length + path.length);
}

/**
 * The address in a URL that is not one as it is: without typesetting, or else as `readUnusualUrl` reads it. Null if it is not a short
 * link.
 */
export function unusualAddress(url: string): ShortLinkAddress | null {
  const read = readUnusualUrl(url);
  const plain = plainPath(url);
  const found = plain === url ? null : (addressIn(plain, plain) ?? readUnusualUrl(plain));
  if (found === null || found.name === null) return read ?? found;
  const isSame = read?.name === found.name && read.offer === found.offer;
  const { name = null, qr = "", offer } = read ?? {};
  const otherwise = isSame || name === null || !read ? undefined : { url: read.url, name, qr, offer };
  return { ...found, isRewritten: true, ...(otherwise && { otherwise }) };
}

/** Responds on an own host to a visit with two addresses, or with a code with typesetting. */
export function redirectUnusual(
  unusual: Visit,
  dependencies: RedirectDependencies,
): Response | Promise<Response> {
  const visit = withCode(unusual);
  const { host, otherwise } = visit;
  const others = () => (otherwise ? [addressKey(host, otherwise.name)] : []);
  const respond = (resolution: ClientResolution) => {
    const isOther = resolution.kind === "link" && resolution.address !== undefined;
    return respondToVisit(resolution, isOther ? withCode({ ...visit, ...otherwise }) : visit, dependencies);
  };
  const found = lookUp(visit, dependencies, undefined, others);
  return found instanceof Promise ? found.then(respond) : respond(found);
}

/**
 * The address in a URL that is not one as it is: with encodings of plain characters, or glued to the sentence around it. Then the
 * address is the one before the sentence. Null if it is not a short link.
 */
export function readUnusualUrl(url: string): ShortLinkAddress | null {
  const decoded = addressIn(withoutEncodings(url), url);
  if (decoded !== null) return decoded;
  const shorter = withoutText(withoutSentence(url));
  const found = addressIn(shorter, shorter);
  return found && { ...found, isRewritten: true };
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
