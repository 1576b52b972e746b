import type { PastedProduct } from "./pasted-urls.ts";

/** The product ids in a text; `unclear` contains numbers that could be quantities or products, `quantity` a number that no quantity can be. */
export type PastedIds =
  | { kind: "products"; products: PastedProduct[] }
  | { kind: "quantity"; quantity: string }
  | { kind: "unclear"; numbers: string[]; asProducts: string };

/**
 * An id with an optional quantity: `A-13474244`, `10450114x2`. Marketplace ids that begin with B have ten characters,
 * which may include an X.
 */
const PRODUCT_ID = /^(?:A?-)?(B[A-Z0-9]{9}|[A-Z0-9]{1,32}?)(?:[*×x_:](\d{1,4}))?$/i;
/** Two numbers with an x between them: either can be the id. */
const TWO_NUMBERS = /^\d+x\d/i;
const SIGNS = "x|×|\\*";
const NOUNS = "qty|quantity|pcs|pieces|units|menge|anzahl|stück|stk";
/** An id that is surely no quantity. */
const LONG_ID = "(?:A?-)?(?:\\d{5,32}|\\d{9}X|B[A-Z0-9]{9}|[0-9A-F]{32})";
/** Quantities as people write them, each with the form that `PRODUCT_ID` reads: an asterisk behind the id. */
const WRITTEN: readonly [RegExp, string][] = [
  // `(2)`, `(x2)`, `[2x]` and `(qty 2)`
  [
    new RegExp(
      `[ ,;|]{0,2}[([] ?(?:(?:${SIGNS}|${NOUNS})[.:]? ?)?(\\d{1,4}) ?(?:${SIGNS}|${NOUNS})?\\.? ?[)\\]]`,
      "giu",
    ),
    "*$1",
  ],
  // `qty 2` and `2 pcs`
  [new RegExp(`[ ,;|]{1,2}(?:${NOUNS})[.:]{0,2} ?(\\d{1,4})(?![\\w.])`, "giu"), "*$1"],
  [new RegExp(`[ ,;|]{1,2}(\\d{1,4}) ?(?:${NOUNS})\\.?(?!\\w)`, "giu"), "*$1"],
  // `10450114 x2`, `10450114 x 2`, `10450114: 2` and `10450114 2x`
  [/(?: ?[*×:]| x) ?(?=\d{1,4}(?:$|[ ,;|>]))/gi, "*"],
  [/ (\d{1,3})[x×](?=$|[ ,;|])/gi, "*$1"],
  // A number right behind a quantity and a comma belongs to neither: `10450114 x2,5`.
  [/(\*\d{1,3})[,;](?=\d{1,4}(?:$|[ ,;|]))/g, "$1 "],
  // Two columns from a spreadsheet: `10450114,2`
  [/^([^ ,;|>*]{5,}) ?[,;|] ?(\d{1,4})$/, "$1 $2"],
];
/** `2x10450114` and `2 x 10450114`, and what may stand before it without a quantity of its own. */
const BEFORE = new RegExp(`(^|[ ,;|]{1,2})(\\d{1,3}) ?[x×*] ?(${LONG_ID})(?![\\w*×:])`, "gi");
const BARE_ID = new RegExp(`(?<!(?:^|[ ,;|])\\d{1,3} ?[x×*] ?)(?<=^|[ ,;|])${LONG_ID}$`, "i");

/** A line with each quantity behind its id. A quantity between two ids belongs to neither. */
function marked(line: string): string {
  const spaced = line
    .replace(/\s+/g, " ")
    .replace(/ ?([,;|])[,;| ]*/g, (run, separator: string) => separator + (run.endsWith(" ") ? " " : ""))
    .replace(/ ?> ?/g, ">")
    .trim();
  const turned = spaced.replace(BEFORE, (_, gap: string, quantity: string, id: string, at: number) =>
    gap === " " && BARE_ID.test(spaced.slice(Math.max(0, at - 50), at))
      ? `,${quantity},${id}`
      : `${gap}${id}*${quantity}`,
  );
  return WRITTEN.reduce((text, [pattern, form]) => text.replace(pattern, form), turned);
}

/** A number that is probably a quantity: hardly any shop has such short ids. */
const LIKE_A_QUANTITY = /^\d{1,4}$/;
const MAX_QUANTITY = 999;
/** Whether a number of pieces is one that links can have. */
const isQuantity = (pieces: number): boolean =>
  Number.isInteger(pieces) && pieces >= 1 && pieces <= MAX_QUANTITY;
/** How many ids are read, which is more than any link has. */
const MAX_IDS = 1_000;

/**
 * Reads product ids, one or several per line. A quantity stands before or behind its id: `10450114x2`, `2 x 10450114`,
 * `10450114 qty 2`, `10450114 (2)`, `10450114 2`, or `10450114,2` on its own line. Backups follow it: `10450114 x2>44391605`.
 * A number that looks like a quantity but doesn't follow an id is unclear: `asProducts` is the text that reads it as a
 * product. In a column of product ids, such a number is a product unless it stands beside an id without a quantity, and
 * ids may have any characters. Null if the text contains anything else.
 */
export function readIds(text: string, isColumn = false): PastedIds | null {
  const products: PastedProduct[] = [];
  const numbers: string[] = [];
  /** The previous product, if it has no quantity yet. */
  let open: PastedProduct | undefined;
  for (const line of text.split(/[\r\n]+/)) {
    for (const part of marked(line).split(/[,;|]+/)) {
      if (products.length + numbers.length > MAX_IDS) break;
      const words = part.split(" ").filter((each) => each !== "");
      for (const [at, word] of words.entries()) {
        const isBehindId = at > 0 && open !== undefined;
        if (LIKE_A_QUANTITY.test(word) && !(isColumn && words.length === 1 && !open)) {
          const quantity = Number(word);
          if (open && isBehindId && isQuantity(quantity)) open.quantity = quantity;
          else numbers.push(word);
          open = undefined;
          continue;
        }
        const read = productIn(word, isColumn);
        if (!read) return null;
        // The quantity of a column is checked with the rest of its row.
        if (!isColumn && !isQuantity(read.product.quantity))
          return { kind: "quantity", quantity: String(read.product.quantity) };
        products.push(read.product);
        open =
          read.isOpen && !LIKE_A_QUANTITY.test(read.product.retailerProductId) ? read.product : undefined;
      }
    }
  }
  if (numbers.length === 0) return { kind: "products", products };
  const clear = products.map(({ retailerProductId, quantity }) => `${retailerProductId}x${quantity}`);
  const asProducts = [...clear, ...numbers.map((each) => `${each}x1`)].join(" ");
  return { kind: "unclear", numbers, asProducts };
}

/** The product of `id`, `id*quantity` or `id*quantity>backup>backup`; open if it can still get a quantity. */
function productIn(word: string, isColumn: boolean): { product: PastedProduct; isOpen: boolean } | null {
  const [first, ...backups] = word.split(">").map((each) => idIn(each, isColumn));
  if (!first || backups.some((each) => !each || each.quantity !== undefined)) return null;
  const { id, quantity } = first;
  const backupProductIds = backups.flatMap((each) => (each ? [each.id] : []));
  return {
    product: {
      retailerProductId: id,
      quantity: quantity ?? 1,
      ...(backupProductIds.length > 0 && { backupProductIds }),
    },
    isOpen: quantity === undefined && backups.length === 0,
  };
}

function idIn(word: string, isColumn: boolean): { id: string; quantity?: number } | null {
  const [, id = "", quantity] = PRODUCT_ID.exec(word) ?? [];
  if (TWO_NUMBERS.test(id)) return null;
  if (/\d/.test(id)) {
    return { id: id.toUpperCase(), ...(quantity !== undefined && { quantity: Number(quantity) }) };
  }
  return isColumn && /^[^*×:()[\]]+$/.test(word) ? { id: word } : null;
}
