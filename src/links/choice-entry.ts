import { RETAILER_NAMES } from "../core/retailer-names.ts";
import type { ChoiceOffer } from "../retailers/choice-offer.ts";
import { tagOrigin } from "../short-links/associates-tag.ts";
import { type ChoiceEntry, PLAIN_PAGE } from "../short-links/choice.ts";
import type { Link } from "./link.ts";

/** What the page calls the shop of an offer: its own label, or the retailer's name, or the host of a custom URL. */
export const labelOf = ({ label, retailer, customUrl }: ChoiceOffer): string =>
  label ??
  (retailer === "custom" && customUrl !== undefined
    ? new URL(customUrl).hostname.replace(/^www\./, "")
    : RETAILER_NAMES[retailer]);

/**
 * What the redirect's entry holds of a committed choice link, without what is looked up later; undefined for any other
 * link.
 */
export function choiceEntry(link: Link): ChoiceEntry | undefined {
  if (link.retailer !== "choice") return undefined;
  const leads = new Map(link.leads?.map((lead) => [lead.key, lead]));
  const offers = link.offers.flatMap((offer: ChoiceOffer) => {
    const { key, retailer, countries } = offer;
    const lead = leads.get(key);
    if (!lead) return [];
    const { destination, urlType } = lead;
    const tagBy = tagOrigin({ retailer, urlType, destination });
    return [
      {
        key,
        destination,
        label: labelOf(offer),
        retailer,
        ...(countries && { countries }),
        ...(tagBy && { tagBy }),
      },
    ];
  });
  const { removedKeys } = link;
  return {
    offers,
    page: link.page ?? PLAIN_PAGE,
    ...(removedKeys && { removed: [...removedKeys] }),
  };
}
