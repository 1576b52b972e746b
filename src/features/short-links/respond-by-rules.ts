import { userAgentText } from "../../ground/platform/known-user-agents.ts";
import { readUserAgent } from "../../ground/platform/user-agent.ts";
import type { ChoiceEntry, OfferEntry } from "./choice.ts";
import { isAutomatic, pickVisitOf } from "./choice-visit.ts";
import { type PickVisit, pickOffer } from "./pick-offer.ts";
import type { KnownLink } from "./redirect-memory.ts";
import { type PreparedRedirect, redirectTo } from "./redirect-response.ts";
import type { RedirectDependencies, Visit } from "./short-link-visit.ts";
import { isUrl, offerRedirect } from "./tap.ts";
import { isSoldOut } from "./visible-offers.ts";
import { ofVisit } from "./visit-query.ts";

/** Where the rules of a choice redirect a visit. */
export interface RuledRedirect {
  prepared: PreparedRedirect;
  /** The key of the offer; absent for the link's fallbackUrl. */
  offer?: string | undefined;
}

/** A visit that fits every condition but times: a robot's. */
const ANYBODY: PickVisit = { isLenient: true };

/**
 * The redirect of a choice whose rules choose: to an offer that fits the visit, or else to its fallbackUrl. Undefined if the
 * page is shown instead. Robots and previews get the first offer.
 */
export function ruledRedirect(
  { query }: Pick<KnownLink, "query">,
  choice: ChoiceEntry,
  visit: Visit,
  dependencies: RedirectDependencies,
): RuledRedirect | undefined {
  const { request, time } = visit;
  const userAgent = readUserAgent(userAgentText(request.headers.get("User-Agent")));
  const offer = offerFor(
    choice,
    isAutomatic(request, userAgent)
      ? ANYBODY
      : {
          ...pickVisitOf(choice, visit),
          isLenient: false,
          chance: choice.page.pick === "split" ? dependencies.random() : undefined,
        },
    time,
  );
  if (offer) {
    const prepared = offerRedirect(offer, visit, dependencies);
    return prepared && { prepared, offer: offer.key };
  }
  const { fallback } = choice;
  if (fallback === undefined || !isUrl(fallback)) return undefined;
  return { prepared: redirectTo(ofVisit({ destination: fallback, query }, visit.url).destination) };
}

/** The offer that a visit gets. Sold-out offers come last, unless the page shows them like the others. */
function offerFor({ offers, page }: ChoiceEntry, visit: PickVisit, time: number): OfferEntry | undefined {
  const hasSoldOut = page.soldOut !== "show" && offers.some((offer) => isSoldOut(offer, time));
  const inStock = hasSoldOut ? offers.filter((offer) => !isSoldOut(offer, time)) : offers;
  return pickOffer(inStock, visit, time) ?? (hasSoldOut ? pickOffer(offers, visit, time) : undefined);
}
