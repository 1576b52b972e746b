import { LINK_INTENTS, RETAILERS } from "../../core/vocabulary.ts";
import { COLUMNS } from "../../imports/columns.ts";

const CAPITALS = ["url", "utm", "qr", "zip"];

/** A column as people say it: "Public name" for publicName, "UTM source" for utm_source. */
export function columnLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, " $1").split(/[\s_]+/);
  const text = words
    .map((word) => word.toLowerCase())
    .map((word) => (CAPITALS.includes(word) ? word.toUpperCase() : word))
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const JSON_HINT = "As JSON, as the API takes it.";

/** What to write into columns whose name does not say it. */
const HINTS: Readonly<Record<string, string>> = {
  projectId: "The id of a project. Empty: the project chosen for the file.",
  retailer: `One of ${RETAILERS.join(", ")}.`,
  intent: `One of ${LINK_INTENTS.join(", ")}. Not every retailer has each: see the examples.`,
  products:
    "Product ids, separated by |. After an id, *2 is its quantity, and >456>789 are backups in their order: 123*2>456>789 | 321.",
  customUrl: "Where a custom_url link leads.",
  fallbackUrl: "Used when a better address can't be built.",
  tags: "Separated by |.",
  linkValue: "A number, with a point.",
  metadata: `An object. ${JSON_HINT}`,
  options: `Options of the retailer, with the list or recipe of the delivery app. ${JSON_HINT}`,
};

/** Columns with their labels and hints, in their order. */
export const COLUMN_WORDS = COLUMNS.map(({ name, kind }) => ({
  name,
  kind,
  label: columnLabel(name),
  hint: HINTS[name],
}));
