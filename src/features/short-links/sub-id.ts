import type { Affiliate } from "./earners.ts";
import { scannedCode, sourceIn } from "./short-link-url.ts";

/** The shortest that a network in networks.ts is known to read whole: Awin's `clickref`. */
const MAX_LENGTH = 50;

/** The sub-id in the destinations of a retailer's links to which visits add their code or source; undefined where they don't. */
export const codeSubId = (
  retailer: string,
  affiliate: Affiliate | undefined,
  shortId: string,
): string | undefined =>
  affiliate?.subIds === "code" &&
  (retailer === "bigbox_w" || retailer === "bigbox_t") &&
  affiliate[retailer]?.url !== undefined
    ? shortId
    : undefined;

/**
 * A sub-id of a link with where a visit came from: `mcvr15dj-q-poster-1` for a scanned code, `mcvr15dj-v-instagram` for a source.
 * Only the short id without either, and where a network would cut the rest off.
 */
export function subIdOfVisit(shortId: string, url: string): string {
  const [code, source] = [scannedCode(url).toLowerCase(), sourceIn(url)];
  const whole = code ? `${shortId}-q-${code}` : source ? `${shortId}-v-${source}` : shortId;
  return whole.length > MAX_LENGTH ? shortId : whole;
}

/** A destination with `marked` in place of its sub-id, which is a whole value of its query or a segment of its path. */
export const withSubId = (destination: string, subId: string | undefined, marked: string): string =>
  subId === undefined || marked === subId
    ? destination
    : destination.replace(/(?<=[=/])[0-9a-z]{8}(?=[&/?]|$)/g, (value) => (value === subId ? marked : value));
