import * as z from "zod";
import { anyDefinition } from "../../features/retailers/definition.ts";
import { type ImportLabels, plain } from "./import-labels.ts";

/** How a cell is parsed: as text, retailer, number, products or list notation, or JSON. */
export type CellKind = "text" | "retailer" | "number" | "products" | "list" | "json";

/** One column of an import file. */
export interface Column {
  /** The heading in files that we write. */
  name: string;
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
};

/** The first columns of every file. All others follow in the order of the body. */
const FIRST = [
  ...["name", "publicName", "projectId", "retailer", "intent", "products", "customUrl"],
  ...["fallbackUrl", "zipCode", "storeId"],
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
    return [{ name: `${prefix}${member}`, path, kind: kindOf(path, schema) }];
  });
}

const rank = ({ name }: Column): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** The columns of an import file, from the fields of all variants in the body of `POST /v1/links`. */
export const COLUMNS: readonly Column[] = columnsOf(anyDefinition.shape, [], "").sort(
  (one, other) => rank(one) - rank(other),
);

/** Further columns of files that we write. Only `row` is read back. */
export const ROW_COLUMN = "row";
export const PROBLEMS_COLUMN = "problems";

const byHeading = new Map(
  [...COLUMNS.map(({ name }) => name), ROW_COLUMN, PROBLEMS_COLUMN].map((name) => [plain(name), name]),
);

/** The column of a heading, by its name or one of `headings`; undefined for an unknown heading. */
export const columnNamed = (
  heading: string,
  headings: ImportLabels["headings"] = new Map(),
): string | undefined => byHeading.get(plain(heading)) ?? headings.get(plain(heading));

/** The column for a field of the body such as `products[0].quantity`, if there is one. */
export const columnOfField = (field: string): Column | undefined =>
  COLUMNS.find(({ path }) => {
    const own = path.join(".");
    return field === own || field.startsWith(`${own}.`) || field.startsWith(`${own}[`);
  });
