import type { ProductSelection } from "../parts.ts";

/**
 * Quantities by the id that `name` gives each product, in order of first appearance. One id is named once in a cart
 * URL, with the sum: how a retailer reads the same id twice is not documented. Products without a name are left out.
 */
export function cartLines(
  products: readonly ProductSelection[],
  name: (id: string) => string | undefined,
): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { retailerProductId, quantity } of products) {
    const id = name(retailerProductId);
    if (id !== undefined) lines.set(id, (lines.get(id) ?? 0) + quantity);
  }
  return lines;
}
