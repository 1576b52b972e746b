import { LINK_INTENTS, RETAILERS } from "../../core/vocabulary.ts";
import { COLUMNS } from "../../imports/columns.ts";
import { labelsOf } from "../labels/form-labels.ts";

const CAPITALS = ["url", "utm", "qr", "zip"];

/** A column as people say it and may write it into a file: "Public name" for publicName, "UTM source" for utm_source. */
export function columnLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, " $1").split(/[\s_]+/);
  const text = words
    .map((word) => word.toLowerCase())
    .map((word) => (CAPITALS.includes(word) ? word.toUpperCase() : word))
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How cells are written whose fields look different in the form of a link, and what the form has no field for. */
const HINTS: Readonly<Record<string, string>> = {
  projectId: "The id of a project. Empty: the project chosen for the file.",
  retailer: `One of ${RETAILERS.join(", ")}.`,
  intent: `One of ${LINK_INTENTS.join(", ")}. Not every retailer has each: see the examples.`,
  products:
    "Product ids, separated by |. After an id, *2 is its quantity, and >456>789 are backups in their order: 123*2>456>789 | 321.",
  tags: "Separated by |.",
  linkValue: "A number, with a point.",
  options: "Options of the retailer, with the list or recipe of Instacart. As JSON, as the API takes it.",
  page: "How the page with the shops looks, for links on which shoppers choose. As JSON, as the API takes it.",
};

/** Columns with their labels and hints, in their order. */
export const COLUMN_WORDS = COLUMNS.map(({ name, path, kind }) => ({
  name,
  kind,
  label: columnLabel(name),
  hint: HINTS[name] ?? labelsOf(path.join(".")).hint,
}));
