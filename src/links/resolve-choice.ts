import type { LinkRecord, OfferDestination } from "./link.ts";

/** What a record says of where its link leads. */
export type ResolvedDestination = Pick<
  LinkRecord,
  "destination" | "urlType" | "reason" | "leads" | "removedKeys"
>;

/** That of a choice link: it leads to its own page, and the page to the offers. */
export const resolveChoice = (
  shortId: string,
  { leads, removedKeys }: { leads: readonly OfferDestination[]; removedKeys: readonly string[] },
): ResolvedDestination => ({
  destination: `/${shortId}`,
  urlType: "choice_page",
  reason: "choice_page",
  leads,
  ...(removedKeys.length > 0 && { removedKeys }),
});
