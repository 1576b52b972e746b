import type { Products } from "../retailers/definition.ts";
import type { Availability } from "../retailers/offer.ts";
import type { ProductSelection } from "../retailers/parts.ts";

/**
 * The products that a link leads to now: each unavailable primary gives way to its first available backup, in the
 * caller's order. A primary that is unknown stays, and so does one whose backups are all out or unknown: a shopper
 * may still find it there. Lines keep their number, order and quantity; where two come to hold the same product,
 * the cart builders add their quantities up.
 */
export function chooseProducts(
  [first, ...more]: Products,
  availabilityOf: (id: string) => Availability,
): Products {
  const choose = (product: ProductSelection): ProductSelection => {
    if (availabilityOf(product.retailerProductId) !== "unavailable") return product;
    const backup = product.backupProductIds?.find((id) => availabilityOf(id) === "available");
    return backup === undefined ? product : { ...product, retailerProductId: backup };
  };
  return [choose(first), ...more.map(choose)];
}
