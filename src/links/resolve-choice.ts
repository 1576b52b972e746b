import type { LinkRecord, OfferDestination } from "./link.ts";

/** The fields of a record that say where the link redirects. */
export type ResolvedDestination = Pick<
  LinkRecord,
  "destination" | "urlType" | "reason" | "offerDestinations" | "removedKeys"
>;

/** A choice link points to its own page, and the page to the offers. */
export const resolveChoice = (
  shortId: string,
  {
    offerDestinations,
    removedKeys,
  }: { offerDestinations: readonly OfferDestination[]; removedKeys: readonly string[] },
): ResolvedDestination => ({
  destination: `/${shortId}`,
  urlType: "choice_page",
  reason: "choice_page",
  offerDestinations,
  ...(removedKeys.length > 0 && { removedKeys }),
});
