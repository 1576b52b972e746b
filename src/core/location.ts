/** An http or https URL, or a path on our own host, in visible ASCII only, as in a URL's `href`. */
const LOCATION = /^(?:https?:\/)?\/[\x21-\x7e]*$/;

/**
 * Returns `destination`, the new destination of a link. Throws TypeError where a Location header can't carry it,
 * because once it is stored, every visit of the link would fail. The message does not repeat it.
 */
export function requireLocation(destination: string): string {
  if (!LOCATION.test(destination)) throw new TypeError("a Location header can't carry this destination");
  return destination;
}

/** A caller's URL as a Location header takes it: what is not ASCII is encoded, as browsers would. */
export const locationOf = (url: string): string => URL.parse(url)?.href ?? url;
