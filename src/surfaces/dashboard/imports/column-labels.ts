import { COLUMNS, type ImportLabels, plain } from "../../../extras/imports/columns.ts";
import type { RowProblem } from "../../../extras/imports/import.ts";
import type { Project } from "../../../features/access/project.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { labelsOf } from "../labels/form-labels.ts";
import { INTENT_NAMES } from "../labels/link-labels.tsx";

/** Hints for columns that the form of a link has no field for, or whose cells are written differently. */
const HINTS: Readonly<Record<string, string>> = {
  projectId: "A project's name or id. Defaults to the project chosen for the file.",
  retailer: `One of ${Object.values(RETAILER_NAMES).join(", ")}.`,
  intent: `One of ${Object.values(INTENT_NAMES).join(", ")}. Not every shop has each: see the examples. A shop with one purpose needs none.`,
  products:
    "Product ids, separated by commas. Add x2 for a quantity and backups behind >, in order: 10450114 x2>44391605, 10415325. URLs of the products work too.",
  gtin: "The number below the barcode. Keep leading zeros. Needs a project with its own domain.",
  keep: "Paths such as /Spring_Sale, separated by |. Needs a project with its own domain.",
  gtinLinks: "More pages for this barcode. JSON, as in the API.",
  gtinLots: "Lots with their own page. JSON, as in the API.",
  quantity: "How many of the products: one number for all, or one for each, separated by ;.",
  ingredients:
    "Of a recipe or a shopping list of Instacart, on lines of their own or separated by ;: 2 cups flour; 3 eggs.",
  tags: "Separated by commas, semicolons or |.",
  linkValue: "A number with a decimal point.",
  options: "The retailer's options, including Instacart's list or recipe. JSON, as in the API.",
  page: "The look of the page where shoppers choose a shop. JSON, as in the API.",
};

const MORE_LABELS: Readonly<Record<string, readonly string[]>> = {
  retailer: ["Retailer", "Store"],
  quantity: ["Qty", "Pieces"],
  products: ["Product", "Product id", "Product ids", "Item", "Items"],
  customUrl: ["Web page link", "URL", "Link"],
  amazon_tag: ["Associates tag", "Tracking id"],
  slug: ["Address"],
  keep: ["Addresses printed before"],
  gtin: ["GTIN (barcode number)", "Barcode"],
  linkValue: ["Value"],
  activeFrom: ["Starts", "Start"],
  activeUntil: ["End"],
};

/** The names of a column's values, by the API's word; only for columns with a fixed set of values. */
export type ColumnValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The values of retailers, purposes and projects. */
export const columnValues = (projects: readonly Project[]): ColumnValues => ({
  retailer: RETAILER_NAMES,
  intent: INTENT_NAMES,
  projectId: Object.fromEntries(projects.map(({ id, name }) => [id, name])),
});

/** The dashboard's labels, which files may use instead of the API's names. A name that several projects share is not accepted. */
export function importLabels(projects: readonly Project[]): ImportLabels {
  const headings = new Map(
    COLUMN_LABELS.flatMap(({ name, labels }) => labels.map((label) => [plain(label), name] as const)),
  );
  const values = Object.entries(columnValues(projects)).map(([column, names]) => {
    const words = new Map<string, string>();
    const all = Object.entries(names);
    for (const [word, label] of all)
      if (all.filter(([, other]) => plain(other) === plain(label)).length === 1)
        words.set(plain(label), word);
    for (const [word] of all) words.set(plain(word), word);
    return [column, words] as const;
  });
  return { headings, values: Object.fromEntries(values) };
}

/** A problem in the dashboard's words. */
export function problemText(
  { field, message }: RowProblem,
  cell: string | null | undefined,
  values: ColumnValues,
): string {
  const names = values[field];
  if (!names || !message.startsWith("must be one of ")) return message;
  return `“${cell ?? ""}” is unknown. Use ${Object.values(names).join(", ")}.`;
}

/** Columns with their labels and hints, in their order. */
export const COLUMN_LABELS = COLUMNS.map(({ name, label, path, kind }) => ({
  name,
  kind,
  label,
  /** What the form of a link calls it. */
  labels: [labelsOf(path.join(".")).label, ...(MORE_LABELS[name] ?? [])],
  hint: HINTS[name] ?? labelsOf(path.join(".")).hint,
}));
