import type { PastedProduct } from "./pasted-urls.ts";

/** The product ids in a text; `unclear` contains numbers that could be quantities or products. */
export type PastedIds =
  | { kind: "products"; products: PastedProduct[] }
  | { kind: "unclear"; numbers: string[]; asProducts: string };

/**
 * An id with an optional quantity: `A-13474244`, `10450114x2`. Marketplace ids that begin with B have ten characters,
 * which may include an X.
 */
const PRODUCT_ID = /^(?:A?-)?(B[A-Z0-9]{9}|[A-Z0-9]{1,32}?)(?:[*×x_:](\d{1,3}))?$/i;
/** A quantity sign separated from its id, as in `10450114 x2`, `10450114 x 2` and `10450114: 2`. */
const SEPARATE_SIGN = /(?: ?[*×:]| x) ?(?=\d{1,4}(?:$|[ ,|]))/gi;
/** Two columns from a spreadsheet: `10450114,2`. */
const TWO_COLUMNS = /^([^ ,|]+) ?[,|] ?(\d{1,4})$/;
/** A number that is probably a quantity: hardly any shop has such short ids. */
const LIKE_A_QUANTITY = /^\d{1,4}$/;
const MAX_QUANTITY = 999;

/**
 * Reads product ids, one or several per line. A quantity follows its id: `10450114x2`, `10450114 x2`, `10450114*2`,
 * `10450114:2`, `10450114 2`, or `10450114,2` on its own line. A number that looks like a quantity but doesn't follow
 * an id is unclear: `asProducts` is the text that reads it as a product. Null if the text contains anything else.
 */
export function readIds(text: string): PastedIds | null {
  const products: PastedProduct[] = [];
  const numbers: string[] = [];
  for (const line of text.split(/[\r\n;]+/)) {
    const spaced = line.replace(/\s+/g, " ").trim();
    const columns = spaced.replace(SEPARATE_SIGN, "*").replace(TWO_COLUMNS, "$1 $2");
    for (const part of columns.split(/[,|]+/)) {
      /** The previous product, if it has no quantity yet. */
      let open: PastedProduct | undefined;
      for (const word of part.split(" ").filter((each) => each !== "")) {
        if (LIKE_A_QUANTITY.test(word)) {
          const quantity = Number(word);
          if (open && quantity >= 1 && quantity <= MAX_QUANTITY) open.quantity = quantity;
          else numbers.push(word);
          open = undefined;
          continue;
        }
        const [, id, quantity] = PRODUCT_ID.exec(word) ?? [];
        if (id === undefined || !/\d/.test(id)) return null;
        const product = { retailerProductId: id.toUpperCase(), quantity: Number(quantity) || 1 };
        products.push(product);
        open = quantity === undefined ? product : undefined;
      }
    }
  }
  if (numbers.length === 0) return { kind: "products", products };
  const clear = products.map(({ retailerProductId, quantity }) => `${retailerProductId}x${quantity}`);
  const asProducts = [...clear, ...numbers.map((each) => `${each}x1`)].join(" ");
  return { kind: "unclear", numbers, asProducts };
}
