import type { Products } from "../retailers/definition.ts";
import type { Availability } from "../retailers/offer.ts";
import type { ProductSelection } from "../retailers/parts.ts";

/**
 * The products that a link leads to now: each unavailable primary is replaced by its first available backup, in the
 * caller's order. A primary whose availability is unknown stays, and so does one without an available backup: a shopper
 * may still find it there. The number, order and quantities of the lines stay the same; if two lines then have the same
 * product, the cart builders add their quantities.
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
