import { searchForm } from "../core/search-form.ts";
import type { DeliveryAppRetailer } from "./retailer.ts";
import type { RetailerStore } from "./retailer-store.ts";

/**
 * Up to `limit` delivery-app retailers whose name, slug or id contains `text`, whatever its case; without `text`, of
 * all.
 */
export async function findRetailers(
  { text, limit }: { text: string | undefined; limit: number },
  retailers: RetailerStore,
): Promise<DeliveryAppRetailer[]> {
  if (text === undefined) return retailers.search(undefined, limit);
  // No name, slug or id holds a control character.
  return /\p{Cc}/u.test(text) ? [] : retailers.search(searchForm(text), limit);
}
