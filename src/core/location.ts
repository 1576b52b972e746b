/** An http or https URL, or a path on our own host, of nothing but visible ASCII: what a URL's `href` is made of. */
const LOCATION = /^(?:https?:\/)?\/[\x21-\x7e]*$/;

/**
 * Gives back `destination`, where a link is to lead from now on. Throws TypeError where a Location header can't carry
 * it: once stored, it would break the link's every visit. The message does not repeat it.
 */
export function requireLocation(destination: string): string {
  if (!LOCATION.test(destination)) throw new TypeError("a Location header can't carry this destination");
  return destination;
}
