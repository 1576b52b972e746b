import { HOUR_MS } from "../core/days.ts";
import { type Link, redirectEntry } from "../links/link.ts";
import { buildDestination } from "../retailers/build-destination.ts";
import type { DestinationSettings } from "../retailers/destinations/destination.ts";
import type { RedirectStore } from "../short-links/kv-copy.ts";
import type { CheckedLink } from "./check.ts";
import type { AvailabilityStore } from "./check-store.ts";
import type { AskableDefinition, Verdict } from "./look-up-products.ts";

/** How long after an answer the products are looked up again, in milliseconds. */
const CHECK_EVERY = 6 * HOUR_MS;

/** The result of a check: where the link should lead by this verdict, and when its products are looked up again. */
export function applyVerdict(
  link: Link & AskableDefinition,
  { products, offers, outcome }: Verdict,
  settings: DestinationSettings,
  now: Date,
): CheckedLink {
  const { shortId } = link;
  return {
    link,
    destination: buildDestination(link, { shortId, settings, offers, products }),
    outcome,
    productIds: products.map(({ retailerProductId }) => retailerProductId),
    failures: 0,
    checkedAt: now,
    dueAt: new Date(now.getTime() + CHECK_EVERY),
  };
}

/**
 * Stores the results and publishes the links whose destination changed to the redirect. Returns the number of those
 * links.
 */
export async function keepChecked(
  { availability, redirects }: { availability: AvailabilityStore; redirects: RedirectStore },
  checked: readonly CheckedLink[],
  now: Date,
): Promise<number> {
  const switched = await availability.keep(checked, now);
  for (const link of switched) redirects.publish(link.shortId, redirectEntry(link));
  return switched.length;
}
