import type { LinkRecord, OfferLead } from "./link.ts";

/** What a record says of where its link leads. */
export type Leading = Pick<LinkRecord, "destination" | "urlType" | "reason" | "leads" | "removedKeys">;

/** That of a choice link: it leads to its own page, and the page to the offers. */
export const choiceLeading = (
  shortId: string,
  { leads, removedKeys }: { leads: readonly OfferLead[]; removedKeys: readonly string[] },
): Leading => ({
  destination: `/${shortId}`,
  urlType: "choice_page",
  reason: "choice_page",
  leads,
  ...(removedKeys.length > 0 && { removedKeys }),
});
