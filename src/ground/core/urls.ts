/**
 * Appends `pairs` (already encoded) to the query of `url` and keeps its fragment last.
 * The query is not reserialized, because that could change an encoding that the retailer's page expects.
 */
export function appendEncoded(url: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return url;
  const { base, query, fragment } = splitUrl(url);
  const added = pairs.map(([key, value]) => `${key}=${value}`).join("&");
  return `${base}?${query && !query.endsWith("&") ? `${query}&` : query}${added}${fragment}`;
}

/**
 * Appends `pairs` like `appendEncoded`, without a second value for a key: if the URL has the key already, its value stays,
 * or with `override`, it is replaced.
 */
export function mergeEncoded(
  url: string,
  pairs: readonly (readonly [string, string])[],
  override: boolean,
): string {
  if (pairs.length === 0) return url;
  const { base, query, fragment } = splitUrl(url);
  const present = query.split("&");
  if (!override) {
    const keys = present.map(keyOf);
    return appendEncoded(
      url,
      pairs.filter(([key]) => !keys.includes(key)),
    );
  }
  const replaced = new Set(pairs.map(([key]) => key));
  const kept = present.filter((pair) => !replaced.has(keyOf(pair))).join("&");
  return appendEncoded(`${base}?${kept}${fragment}`, pairs);
}

function keyOf(pair: string): string {
  const [name = ""] = pair.split("=", 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The parts of a URL's text: the query without its question mark, the fragment with its hash sign. */
export function splitUrl(url: string): { base: string; query: string; fragment: string } {
  const hash = url.indexOf("#");
  const fragment = hash < 0 ? "" : url.slice(hash);
  const whole = hash < 0 ? url : url.slice(0, hash);
  const mark = whole.indexOf("?");
  return mark < 0
    ? { base: whole, query: "", fragment }
    : { base: whole.slice(0, mark), query: whole.slice(mark + 1), fragment };
}

/** The maximum length of a URL: it is sent in a Location header, whose length servers and clients limit. */
export const MAX_URL_LENGTH = 16_384;

/** An http or https URL, or a path on our own host, in visible ASCII only, as in a URL's `href`. */
const LOCATION = /^(?:https?:\/)?\/[\x21-\x7e]*$/;

/**
 * Returns `destination`, the new destination of a link. Throws TypeError if a Location header can't carry it, because every
 * visit of the stored link would fail. The message does not repeat it.
 */
export function requireLocation(destination: string): string {
  if (!LOCATION.test(destination)) throw new TypeError("a Location header can't carry this destination");
  return destination;
}

/** The port of a URL, also where it is the usual one of its protocol. */
export const portOf = ({ port, protocol }: Pick<URL, "port" | "protocol">): string =>
  port || (protocol === "https:" ? "443" : "80");

/** A text of a URL decoded; as it is if that is impossible. */
export function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
