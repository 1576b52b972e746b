/** The longest kept path, as in a URL. With its host, it is within the limit of KV's keys. */
export const MAX_KEPT_LENGTH = 200;

/** The longest text that is read as one: text outside ASCII is longer in a URL, and encoded letters are shorter. */
const MAX_TEXT = 3 * MAX_KEPT_LENGTH;

/** What a host of an organization responds with itself: see on-domain.ts. */
const RESERVED = /^\/(?:01|assets|cdn-cgi|health|ready|\.well-known|robots\.txt|favicon\.ico)(?:\/|$)/;

/**
 * The one form of a path, as it is stored and looked up: without a slash at its end, and with no encoding that a URL does not need
 * (https://url.spec.whatwg.org/#path-percent-encode-set). An encoded slash is not one between two segments.
 */
export function normalPath(path: string): string {
  return path
    .toWellFormed()
    .replace(/%[0-9a-f]{2}|[^\w.~!$&'()*+,;=:@/|[\]-]/giu, (part) => {
      if (part.length < 3) return encodeURIComponent(part);
      const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
      return /[\w.~!$&'()*+,;=:@|[\]-]/.test(character) ? character : part.toUpperCase();
    })
    .replace(/(?<!\/)\/+$/, "");
}

/**
 * The key of the kept address at the path of a URL (see `addressKey`): a kept path begins with a slash, and a slug does not.
 * Null for the root and for longer paths.
 */
export function keptAddress(host: string, url: string): string | null {
  const [, encoded = ""] = /^\w+:\/\/[^/]+([^?]*)/.exec(url) ?? [];
  const path = normalPath(encoded);
  return path === "" || path.length > MAX_KEPT_LENGTH ? null : `${host}/${path}`;
}

/**
 * A kept path as it is stored, or its problem as a phrase that follows the field's name. Text outside ASCII and spaces may
 * be sent as they are or encoded.
 */
export function readKeptPath(text: string): { path: string } | { problem: string } {
  if (!text.startsWith("/")) return { problem: "must begin with a slash" };
  // Parsing a URL would leave line ends and tabs out.
  if (/\p{Cc}|%(?:[01][0-9a-f]|7f|c2%[89][0-9a-f])/iu.test(text))
    return { problem: "must not contain control characters or line ends" };
  if (/[?#]/.test(text)) return { problem: "must be a path, without ? and #" };
  const tooLong = { problem: `must have at most ${MAX_KEPT_LENGTH} characters as in a URL` };
  if (text.length > MAX_TEXT) return tooLong;
  const url = URL.parse(`https://host.example${text}`);
  const path = url?.host === "host.example" ? normalPath(url.pathname) : "";
  if (path === "") return { problem: "must be a path such as /Spring_Sale" };
  if (path.length > MAX_KEPT_LENGTH) return tooLong;
  if (RESERVED.test(path))
    return { problem: "is a page of the service on every domain: choose another path" };
  return { path };
}
