import { isKnownUnit } from "../../features/retailers/line-items.ts";
import { isObject } from "./moved-values.ts";

interface Item {
  name: string;
  quantity?: number;
  unit?: string;
}

/** A number at the beginning of an ingredient: `2`, `0.5`, `1/2`, `1 1/2`. */
const NUMBER = /^(?:(\d+)\s+)?(\d+)\/([1-9]\d*)\s+|^(\d+(?:[.,]\d+)?)\s*/;

/** What to buy of `2 cups flour` or `3 eggs`: an amount in a unit that the delivery app knows, then the name. */
function itemIn(text: string): Item {
  const [number = "", whole = "0", upper, lower, decimal = ""] = NUMBER.exec(text) ?? [];
  const rest = text.slice(number.length).trim();
  if (number === "" || !/\p{L}/u.test(rest)) return { name: text };
  const quantity =
    upper === undefined ? Number(decimal.replace(",", ".")) : Number(whole) + Number(upper) / Number(lower);
  const words = rest.split(/\s+/);
  // Units have up to three words, and a name follows.
  const length =
    [3, 2, 1].find((most) => most < words.length && isKnownUnit(words.slice(0, most).join(" "))) ?? 0;
  const name = words
    .slice(length)
    .join(" ")
    .replace(/^of\s+/i, "");
  return { name, quantity, ...(length > 0 && { unit: words.slice(0, length).join(" ").toLowerCase() }) };
}

/** The ingredients in a cell, separated by line breaks, semicolons or bars, or else by commas. */
export const itemsIn = (cell: string): Item[] =>
  cell
    .split(/[;|\r\n]/.test(cell) ? /[;|\r\n]/ : /,(?!\d)/)
    .map((text) => text.replace(/^[\s•*–-]+|\s+$/g, ""))
    .filter((text) => text !== "")
    .map(itemIn);

/** The options of a recipe or a list with these ingredients, named `title`; what `options` say already stays. */
export function optionsWithItems(
  options: unknown,
  { cell, intent, title }: { cell: string; intent: unknown; title: unknown },
): Record<string, unknown> {
  const given = isObject(options) ? options : {};
  const app = isObject(given.delivery_app) ? given.delivery_app : {};
  const [list, items] =
    intent === "shopping_list"
      ? (["shoppingList", "lineItems"] as const)
      : (["recipe", "ingredients"] as const);
  const own = isObject(app[list]) ? app[list] : {};
  return {
    ...given,
    delivery_app: {
      ...app,
      [list]: { ...(typeof title === "string" && { title }), [items]: itemsIn(cell), ...own },
    },
  };
}
