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

/** A caller's URL for a Location header: non-ASCII characters are encoded as in browsers. */
export const locationOf = (url: string): string => URL.parse(url)?.href ?? url;
