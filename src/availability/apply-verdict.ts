import type { AvailabilityStore, CheckedLink } from "./check.ts";
import { buildDestination, type DestinationSettings } from "../retailers/destinations/destination.ts";
import { type Link, redirectEntry } from "../links/link.ts";
import type { Verdict } from "./look-up-products.ts";
import type { RedirectStore } from "../links/ports.ts";
import { findVariant } from "../retailers/variants.ts";

/** An answer stands this long before it is asked for again, in milliseconds. */
const CHECK_EVERY = 6 * 60 * 60_000;

/** What a link's answer makes of it: where it should lead, and when to ask again. */
export function checkedLink(
  link: Link,
  verdict: Verdict,
  settings: DestinationSettings,
  now: Date,
): CheckedLink {
  const variant = findVariant(link.request.retailer, link.request.intent);
  if (!variant) throw new TypeError(`no variant for link ${link.id}`);
  const { shortId } = link;
  const { products, offers, outcome } = verdict;
  const request = { ...link.request, products };
  return {
    link,
    destination: buildDestination(variant.build, request, { shortId, settings, offers }),
    outcome,
    productIds: products.map(({ retailerProductId }) => retailerProductId),
    failures: 0,
    checkedAt: now,
    dueAt: new Date(now.getTime() + CHECK_EVERY),
  };
}

/** Keeps the answers and makes the switched links known to the redirect. Gives the number of those. */
export async function keepChecked(
  { availability, redirects }: { availability: AvailabilityStore; redirects: RedirectStore },
  checked: readonly CheckedLink[],
  now: Date,
): Promise<number> {
  const switched = await availability.keep(checked, now);
  for (const link of switched) redirects.publish(link.shortId, redirectEntry(link));
  return switched.length;
}
