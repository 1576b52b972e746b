import { LINK_INTENTS, RETAILERS } from "../../core/vocabulary.ts";
import { COLUMNS } from "../../imports/columns.ts";
import { wordsOf } from "../labels/form-words.ts";

const CAPITALS = ["url", "utm", "qr", "zip"];

/** The label of a column, which files may use too: "Public name" for publicName, "UTM source" for utm_source. */
export function columnLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, " $1").split(/[\s_]+/);
  const text = words
    .map((word) => word.toLowerCase())
    .map((word) => (CAPITALS.includes(word) ? word.toUpperCase() : word))
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Hints for columns that the form of a link has no field for, or whose cells are written differently. */
const HINTS: Readonly<Record<string, string>> = {
  projectId: "A project's name or id. Defaults to the project chosen for the file.",
  retailer: `One of ${RETAILERS.join(", ")}.`,
  intent: `One of ${LINK_INTENTS.join(", ")}. Not every retailer has each: see the examples.`,
  products:
    "Product ids, separated by |. Add *2 for a quantity and >456>789 for backups in order: 123*2>456>789 | 321.",
  tags: "Separated by |.",
  linkValue: "A number with a decimal point.",
  options: "The retailer's options, including Instacart's list or recipe. JSON, as in the API.",
  page: "The look of the page where shoppers choose a shop. JSON, as in the API.",
};

/** Columns with their labels and hints, in their order. */
export const COLUMN_WORDS = COLUMNS.map(({ name, path, kind }) => ({
  name,
  kind,
  label: columnLabel(name),
  hint: HINTS[name] ?? wordsOf(path.join(".")).hint,
}));
