import { type ChoiceOffer, labelOf } from "../retailers/choice-offer.ts";
import { type ChoiceEntry, PLAIN_PAGE } from "../short-links/choice.ts";
import { visitDestinations } from "../short-links/commission.ts";
import { ruleOf } from "../short-links/pick-offer.ts";
import { fallbackOf } from "../short-links/stored-choice.ts";
import { codeSubId } from "../short-links/sub-id.ts";
import { visitQueryOf } from "../short-links/visit-query.ts";
import type { Link } from "./link.ts";

/** What a link, or an offer of it for a retailer, takes of the query of a visit. */
export const queryFor = (link: Link, retailer: string) =>
  visitQueryOf(retailer, {
    forward: link.forwardQuery,
    source: link.tracking?.viaAsUtmSource,
    ofChoice: link.retailer === "choice",
    subId: codeSubId(retailer, link.affiliateSettings, link.shortId),
  });

/** The part of the redirect entry that a choice link adds, without what is looked up later; undefined for other links. */
export function choiceEntry(link: Link): ChoiceEntry | undefined {
  if (link.retailer !== "choice") return undefined;
  const offerDestinations = new Map(link.offerDestinations?.map((found) => [found.key, found]));
  const offers = link.offers.flatMap((offer: ChoiceOffer) => {
    const { key, retailer } = offer;
    const found = offerDestinations.get(key);
    if (!found) return [];
    const query = queryFor(link, retailer);
    const { click, scan } = visitDestinations(
      { ...offer, ...found, shortId: link.shortId, affiliate: link.affiliate },
      link.affiliateSettings,
    );
    return [
      {
        key,
        destination: click.url,
        label: labelOf(offer),
        retailer,
        ...ruleOf(offer),
        ...(scan && { scans: scan.url }),
        ...(query && { query }),
      },
    ];
  });
  const { removedKeys, fallbackUrl } = link;
  return {
    offers,
    page: link.page ?? PLAIN_PAGE,
    ...(fallbackUrl !== undefined && { fallback: fallbackOf(fallbackUrl, link.tracking?.utm) }),
    ...(removedKeys && { removed: [...removedKeys] }),
  };
}
