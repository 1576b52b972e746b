import { amountIn } from "./amounts.ts";
import { columnNamed, type ImportLabels, listColumn, plain } from "./columns.ts";
import type { Cells } from "./import.ts";
import { isList, LIST_NAMES } from "./list-columns.ts";
import { purposesOf, shopNamed } from "./shop-of-row.ts";

const isUrl = (text: string): boolean => /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/i.test(text);
/** A URL of more than a host. */
const isPage = (text: string): boolean => isUrl(text) && /[\w-]\/\S/.test(text);
/** A URL, or what could be the id of a product. */
const isProduct = (text: string): boolean => isUrl(text) || /\d{5}|\bB[A-Z0-9]{9}\b/i.test(text);

/** What a heading can mean: the column, words of the heading in its `plain` form, and whether cells fit. */
type Guess = readonly [column: string, words: RegExp, fits?: (cells: readonly string[]) => boolean];

/** The first that fits counts. */
const GUESSES: readonly Guess[] = [
  ["utm_source", /^(?:utm)?source$|^quelle$/],
  ["utm_medium", /^(?:utm)?medium$/],
  ["utm_campaign", /campaign|kampagne|aktion/],
  ["address", /short|tiny|bitlink|backhalf|slashtag|vanity|alias|keyword|kurz|^path$|^code$|oldurl|oldlink/],
  ["visits", /click|visit|scan|hits|views|engagement|aufruf|klick/],
  ["activeUntil", /expir|until|^end|ablauf|gültigbis|^bis$/],
  ["activeFrom", /^start|validfrom|activefrom|gültigab|^ab$/],
  ["createdAt", /creat|date|erstellt|datum/],
  ["quantity", /^(?:qty|quantit|amount|count|pieces|pcs|units?$|menge|anzahl|stück|stueck|stk)/, areAmounts],
  ["ingredients", /ingredient|zutat|shoppinglist|einkaufsliste/],
  ["intent", /^(?:purpose|intent|zweck)/],
  ["amazon_tag", /^(?:amazon|associates?|affiliate)tag|^trackingids?$/],
  ["tags", /tag|folder|group|categor|kategor|ordner|schlagw|stichw/],
  ["note", /note|comment|notiz|kommentar|bemerkung/],
  [
    "customUrl",
    /long|original|destin|target|redirect|landing|ziel|page|url|link/,
    (cells) => cells.some(isUrl),
  ],
  ["name", /title|name|titel|label|descri|beschreib|bezeichn|^recipe$|^rezept$|^dish$|gericht/],
  ["products", /product|produkt|article|artikel|item|sku|asin|tcin|upc/, (cells) => cells.some(isProduct)],
  ["retailer", /retailer|shop|store|merchant|händler|haendler|markt|laden/, (cells) => !cells.some(isPage)],
  ["projectId", /^(?:project|projekt)/],
];

/** Whether cells are quantities, and no other numbers. */
function areAmounts(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.split(/[;|\n]/).every((part) => amountIn(part) !== null));
}

/**
 * The column that each heading of a table probably means, empty to ignore it: what people of the organization chose before,
 * then its words, then its cells: of two columns with URLs, the shorter ones are addresses.
 */
export function guessColumns(
  headings: readonly string[],
  rows: readonly { cells: Cells }[],
  labels: ImportLabels,
  chosen: ReadonlyMap<string, string>,
): string[] {
  const takenNames = new Set<string>();
  const take = (name: string): string => {
    if (name === "" || takenNames.has(name)) return "";
    takenNames.add(name);
    return name;
  };
  const cellsOf = (index: number): string[] =>
    rows.flatMap(({ cells }) => (cells[String(index)] ? [cells[String(index)] ?? ""] : []));
  const isOfList = isList(headings);
  const known = headings.map((heading) =>
    take(
      isOfList
        ? listName(heading, labels)
        : (chosen.get(plain(heading)) ?? columnNamed(heading, labels.headings) ?? ""),
    ),
  );
  if (isOfList) return known;
  const guessed = known.map((name, index) => {
    const heading = plain(headings[index] ?? "");
    if (name !== "" || chosen.has(heading)) return name;
    const cells = cellsOf(index);
    const fitting = GUESSES.find(
      ([column, words, fits]) => words.test(heading) && !takenNames.has(column) && (fits?.(cells) ?? true),
    );
    return take(fitting?.[0] ?? "");
  });
  const urls = guessed.flatMap((name, index) => {
    const cells = cellsOf(index);
    return name === "" && !chosen.has(plain(headings[index] ?? "")) && cells.length > 0 && cells.every(isUrl)
      ? [index]
      : [];
  });
  const length = (index: number) => cellsOf(index).join("").length;
  for (const index of urls.toSorted((one, other) => length(other) - length(one)))
    guessed[index] = take("customUrl") || take("address");
  return guessed;
}

/** The column of the list's own CSV with a heading; empty for one that changes nothing. */
function listName(heading: string, labels: ImportLabels): string {
  const name = listColumn(heading, labels) ?? "";
  return LIST_NAMES.includes(name) ? name : "";
}

/**
 * The purpose that rows without one probably have: with quantities or several products they fill a cart, other ids show a
 * product. Empty where the file has purposes, where URLs say it, and where every shop has only one.
 */
export function guessPurpose(columns: readonly string[], rows: readonly { cells: Cells }[]): string {
  const cellsOf = (name: string): string[] => {
    const index = columns.indexOf(name);
    return index < 0 ? [] : rows.flatMap(({ cells }) => cells[String(index)] ?? []);
  };
  if (columns.includes("intent")) return "";
  if (columns.includes("ingredients")) return "recipe";
  const products = cellsOf("products");
  if (products.length === 0 && cellsOf("quantity").length === 0) return "";
  const shops = cellsOf("retailer").map((cell) => shopNamed(cell)?.retailer);
  const isOneOnly = shops.every((shop) => shop !== undefined && purposesOf(shop).length === 1);
  if (shops.length > 0 && isOneOnly) return "";
  if (
    columns.includes("quantity") ||
    products.some((cell) => /\S[,;|\n]\s*\S/.test(cell.replace(/https?:\S+/g, "x")))
  )
    return "add_to_cart";
  return products.every(isUrl) ? "" : "product_detail";
}
