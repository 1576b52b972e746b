import * as z from "zod";
import { anyDefinition } from "../../features/retailers/definition.ts";
import { RETAILER_NAMES } from "../../ground/core/vocabulary.ts";
import type { Cells } from "./import.ts";

/** Labels that files may use instead of the API's names: column names by heading, and values by column. Keys are `plain`. */
export interface ImportLabels {
  headings: ReadonlyMap<string, string>;
  values: Readonly<Record<string, ReadonlyMap<string, string>>>;
}

export const NO_LABELS: ImportLabels = { headings: new Map(), values: {} };

/** A text without case, spaces and punctuation: "Public name" equals publicName. */
export const plain = (text: string): string => text.toLowerCase().replace(/[\s_.-]/g, "");

/** Cells with the API's values instead of labels. Other text stays. */
export function withApiValues(cells: Cells, { values }: ImportLabels): Cells {
  const changed = Object.entries(values).flatMap(([column, byLabel]): [string, string][] => {
    const cell = cells[column];
    const value = cell === undefined ? undefined : byLabel.get(plain(cell));
    // A value of the API is never taken for a label.
    const isKnown = cell !== undefined && [...byLabel.values()].includes(cell);
    return value === undefined || isKnown ? [] : [[column, value]];
  });
  return changed.length === 0 ? cells : { ...cells, ...Object.fromEntries(changed) };
}

/** How a cell is parsed: as text, retailer, number, products or list notation, or JSON. */
type CellKind = "text" | "retailer" | "number" | "products" | "list" | "json";

/** One column of an import file. */
export interface Column {
  /** The key of its cells. */
  name: string;
  /** The heading in files that we write, and what people read. */
  label: string;
  /** Path of the value in the body of `POST /v1/links`. */
  path: readonly string[];
  kind: CellKind;
}

/** Prefixes of the columns for these parts of the body. */
const PREFIXES: Readonly<Record<string, string>> = {
  location: "",
  addresses: "",
  tracking: "",
  schedule: "",
  "tracking.utm": "utm_",
  defaultQrCode: "qrCode_",
  card: "card_",
  affiliate: "amazon_",
};

const CAPITALS = ["url", "utm", "qr", "zip", "gtin", "id"];
const LABELS: Readonly<Record<string, string>> = {
  projectId: "Project",
  retailer: "Shop",
  intent: "Purpose",
  customUrl: "Web page link",
  retailerProductId: "id",
};

/** The label of a column or of another member of a link: "Public name" for publicName, "UTM source" for utm_source. */
export function columnLabel(name: string): string {
  const text = name
    .replace(/([A-Z])/g, " $1")
    .split(/[\s_]+/)
    .map((word) => word.toLowerCase())
    .map((word) => (CAPITALS.includes(word) ? word.toUpperCase() : word))
    .join(" ");
  return LABELS[name] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

/** The columns that most files need, which the template has. */
export const USUAL_COLUMNS: readonly string[] = [
  ...["name", "projectId", "retailer", "intent", "products", "customUrl", "slug", "tags"],
  ...["utm_source", "utm_medium", "utm_campaign", "activeUntil"],
];

/** The first columns of every file. All others follow in the order of the body. */
const FIRST = [
  ...["name", "publicName", "projectId", "retailer", "intent", "products", "quantity", "customUrl"],
  ...["fallbackUrl", "zipCode", "storeId", "country"],
];

const unwrapped = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema;

function kindOf(path: readonly string[], schema: unknown): CellKind {
  const field = path.join(".");
  if (field === "products" || field === "retailer") return field;
  if (["offers", "gtinLinks", "gtinLots"].includes(field)) return "json";
  if (schema instanceof z.ZodArray) return "list";
  if (schema instanceof z.ZodNumber) return "number";
  return schema instanceof z.ZodString || schema instanceof z.ZodEnum ? "text" : "json";
}

/** The columns of an object's members, with its prefix; an object without a prefix is a single JSON column. */
function columnsOf(shape: z.ZodRawShape, place: readonly string[], prefix: string): Column[] {
  return Object.entries(shape).flatMap(([member, wrapped]): Column[] => {
    const path = [...place, member];
    const schema = unwrapped(wrapped);
    const own = PREFIXES[path.join(".")];
    if (schema instanceof z.ZodObject && own !== undefined) return columnsOf(schema.shape, path, own);
    const name = `${prefix}${member}`;
    return [{ name, label: columnLabel(name), path, kind: kindOf(path, schema) }];
  });
}

const rank = ({ name }: Column): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** The quantities of a row's products, where they have a column of their own: see `withAmounts`. */
export const QUANTITY: Column = { name: "quantity", label: "Quantity", path: ["quantity"], kind: "text" };

/** What is in a recipe, or what a list has to buy, which the options of the delivery app have as JSON: see `itemsIn`. */
export const ITEMS: Column = {
  name: "ingredients",
  label: "Ingredients",
  path: ["ingredients"],
  kind: "text",
};

/**
 * The columns of an import file, from the fields of all variants in the body of `POST /v1/links`, and two that are part of
 * others there.
 */
export const COLUMNS: readonly Column[] = [...columnsOf(anyDefinition.shape, [], ""), QUANTITY, ITEMS].sort(
  (one, other) => rank(one) - rank(other),
);

/** Further columns of files that we write. Only `row` is read back. */
export const ROW_COLUMN = "row";
export const PROBLEMS_COLUMN = "problems";
/** Columns of the list's CSV, which make an upload of it change its links. */
export const LINK_ID = "Link id";
export const REVISION = "Revision";
export const STATUS = "Status";

/** The columns of the list's CSV that change links when the file is uploaded again, by their names. */
export const CHANGE_COLUMNS: readonly string[] = [
  ...["name", "publicName", "status", "tags", "customUrl", "slug", "activeFrom", "activeUntil", "endedUrl"],
  ...["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "amazon_tag"],
];
/** What the list's CSV shows of a link and does not change, by their headings. */
export const SHOWN_COLUMNS = [
  ...(["Short link", "Retailer", "Purpose", "Project", "Destination", "Created", "Changed"] as const),
];

/** Columns of the list's CSV that imports of new links do not have. */
const LIST_ONLY = [LINK_ID, REVISION, STATUS, ...SHOWN_COLUMNS].map(plain);
/** The names of all columns of the list's CSV, with those of files of new links that say the same. */
export const CHANGES_FILE: ReadonlySet<string> = new Set([
  ...LIST_ONLY,
  ...CHANGE_COLUMNS,
  "retailer",
  "intent",
  "projectId",
]);

const byHeading = new Map(
  [...COLUMNS, { name: ROW_COLUMN, label: "Row" }, { name: PROBLEMS_COLUMN, label: "Problems" }].flatMap(
    ({ name, label }) => [
      [plain(name), name],
      [plain(label), name],
    ],
  ),
);

/** The column of a heading, by its name or one of `headings`; undefined for an unknown heading. */
export const columnNamed = (
  heading: string,
  headings: ImportLabels["headings"] = new Map(),
): string | undefined => byHeading.get(plain(heading)) ?? headings.get(plain(heading));

/** The column of a heading in the list's own CSV; undefined for an unknown heading. */
export const listColumn = (heading: string, { headings }: ImportLabels): string | undefined =>
  columnNamed(heading, headings) ?? LIST_ONLY.find((each) => each === plain(heading));

/** What the entries of a list are called. */
const ENTRIES: Readonly<Record<string, string>> = { offers: "shop", gtinLinks: "page", gtinLots: "lot" };
const isRetailer = (word: string): word is keyof typeof RETAILER_NAMES => Object.hasOwn(RETAILER_NAMES, word);

/** A place in a column in words: "product 1: quantity" for `[0].quantity` in products. */
export function placeInWords({ path }: Column, inner: string): string {
  const words: string[] = [];
  let list = path.at(-1) ?? "";
  for (const [, member, index] of inner.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (member !== undefined) {
      list = member;
      words.push(isRetailer(member) ? RETAILER_NAMES[member] : columnLabel(member).toLowerCase());
    } else {
      // The entry of a list names the list too.
      if (words.length > 0) words.pop();
      const entry =
        ENTRIES[list] ??
        columnLabel(list)
          .toLowerCase()
          .replace(/(?: ids|s)$/, "");
      words.push(`${entry} ${Number(index) + 1}:`);
    }
  }
  return words.join(" ").replace(/:$/, "");
}

/** The path of a link's own tag. */
const OWN_TAG = "affiliate.tag";

/** The column for a field of the body such as `products[0].quantity`, if there is one. */
export const columnOfField = (field: string): Column | undefined =>
  COLUMNS.find(({ path }) => {
    const own = path.join(".");
    if (field === own || field.startsWith(`${own}.`) || field.startsWith(`${own}[`)) return true;
    // The only member of an object that the variant does not have.
    return own === OWN_TAG && own.startsWith(`${field}.`);
  });
