import type { PastedProduct } from "../../features/retailers/pasted-urls.ts";

/** A quantity as people write it: `2`, `2 x`, `x2`, `2.0`, `2 pcs`, `2 Stück`. */
const AMOUNT =
  /^(?:x|×|qty\.?|quantity)?\s*(\d{1,6})(?:[.,]0+)?\s*(?:x|×|mal|pcs?\.?|pieces?|units?|packs?|ea(?:ch)?\.?|st(?:ü|ue)ck|stk\.?)?$/i;

/** The number of a quantity; null for any other text. */
export function amountIn(text: string): number | null {
  const [, digits] = AMOUNT.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The most of a product, as the API takes it. */
const MAX_AMOUNT = 999;

/**
 * Products with the quantities of a cell: one for all of them, or one for each. Returns the problem of the cell if it has
 * another number of quantities, if one is no quantity, or if a product has another one already.
 */
export function withAmounts(products: readonly PastedProduct[], cell: string): PastedProduct[] | string {
  const texts = cell
    .split(/[;|\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const amounts = texts.map((text) => amountIn(text) ?? 0);
  const wrongAt = amounts.findIndex((amount) => amount < 1 || amount > MAX_AMOUNT);
  if (wrongAt >= 0) return `has ${texts[wrongAt]}: write 1 to ${MAX_AMOUNT}, such as 2`;
  if (amounts.length !== 1 && amounts.length !== products.length)
    return `has ${amounts.length} quantities for ${products.length} ${products.length === 1 ? "product" : "products"}: write one for all, or one for each`;
  const counted = products.map((product, index) => {
    const amount = amounts[amounts.length === 1 ? 0 : index] ?? 1;
    return { product, amount, isOther: product.quantity !== 1 && product.quantity !== amount };
  });
  const other = counted.find(({ isOther }) => isOther);
  return other
    ? `has ${other.amount}, and the product has x${other.product.quantity}: keep one of them`
    : counted.map(({ product, amount }) => ({ ...product, quantity: amount }));
}
