import type { ProductSelection } from "../retailers/parts.ts";

/** Whether a shopper can buy a product now. `unknown`: nobody was asked, or the answer did not say. */
export type Availability = "available" | "unavailable" | "unknown";

/**
 * The products that a link leads to now: each unavailable primary gives way to its first available backup, in the
 * caller's order. A primary that is unknown stays, and so does one whose backups are all out or unknown: a shopper
 * may still find it there. Lines keep their number, order and quantity; where two come to hold the same product,
 * the cart builders add their quantities up.
 */
export function chooseProducts(
  products: readonly ProductSelection[],
  availabilityOf: (id: string) => Availability,
): ProductSelection[] {
  return products.map((product) => {
    if (availabilityOf(product.retailerProductId) !== "unavailable") return product;
    const backup = product.backupProductIds?.find((id) => availabilityOf(id) === "available");
    return backup === undefined ? product : { ...product, retailerProductId: backup };
  });
}
