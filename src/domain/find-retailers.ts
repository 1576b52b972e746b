import type { RetailerStore } from "./ports.ts";
import type { DeliveryAppRetailer } from "./retailer.ts";

/** Up to `limit` delivery-app retailers whose name, slug or id contains `text`, whatever its case; else all. */
export const findRetailers = (
  query: { text: string | undefined; limit: number },
  retailers: RetailerStore,
): Promise<DeliveryAppRetailer[]> => retailers.search(query.text?.toLowerCase(), query.limit);
