import { DAY_MS, HOUR_MS } from "../../ground/core/days.ts";
import type { LinkPart } from "../links/link-part.ts";
import { partDestination } from "../links/resolve-destination.ts";
import type { RedirectStore } from "../short-links/redirect-store.ts";
import type { AvailabilityStore } from "./check-store.ts";
import type { CheckedLink } from "./checked-changes.ts";
import { isDecidedByLookUp, type SupportedDefinition, type Verdict } from "./look-up-products.ts";

/**
 * How long after a response the products of a link are looked up again, in milliseconds: rarely where nothing can replace a
 * product, so that calls are left for links whose destination depends on them.
 */
export const checkEvery = (link: LinkPart & SupportedDefinition): number =>
  isDecidedByLookUp(link) ? 6 * HOUR_MS : DAY_MS;

/** The result of a check: the destination by this verdict, and when the products are looked up again. */
export function applyVerdict(
  link: LinkPart & SupportedDefinition,
  { products, offers, outcome }: Verdict,
  now: Date,
  wasSoldOut: boolean,
): CheckedLink {
  const { shortId, offerKey } = link;
  const advice = new Map([[offerKey, { products, offers }]]);
  return {
    link,
    destination: partDestination({ offerKey, definition: link }, advice, { shortId }),
    wasSoldOut,
    outcome,
    productIds: products.map(({ retailerProductId }) => retailerProductId),
    failures: 0,
    checkedAt: now,
    dueAt: new Date(now.getTime() + checkEvery(link)),
  };
}

/** Stores the results and republishes links whose redirects are affected. Returns the number of changed destinations. */
export async function storeChecked(
  { availability, redirects }: { availability: AvailabilityStore; redirects: RedirectStore },
  checked: readonly CheckedLink[],
  now: Date,
): Promise<number> {
  const { switched, changed } = await availability.store(checked, now);
  for (const shortId of changed) redirects.publishChange(shortId);
  return switched.length;
}
