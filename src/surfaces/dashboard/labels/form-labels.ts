import { type FieldLabels, SECTIONS } from "./form-sections.ts";

/** The screen with the fields that only the barcode of a link has. */
export const BARCODE_PAGES = "Instructions, recipes and lots of this barcode";

/** The name of a field with `[]` instead of each row's number. */
export const pattern = (name: string): string => name.replace(/\[\d+\]/g, "[]");

/** Fields of a link that are not in its form. */
const OTHERS: Readonly<Record<string, FieldLabels>> = {
  retailer: { label: "Retailer" },
  intent: { label: "Purpose" },
  status: { label: "Status" },
};

const FIELDS = new Map(SECTIONS.flatMap(({ labels }) => Object.entries(labels)));
const ALL = new Map([...FIELDS, ...Object.entries(OTHERS)]);

/** The labels of a field by its name, such as `products[0].quantity`. */
export function labelsOf(name: string): FieldLabels {
  const path = pattern(name);
  // The fields of an offer are labeled like those of a link.
  const own = path.replace(/^offers\[\]\./, "");
  // One of several values is called like all of them.
  return (
    ALL.get(path) ??
    ALL.get(path.replace(/\[\]$/, "")) ??
    ALL.get(own.replace(/\[\]$/, "")) ?? { label: name }
  );
}

export const labelOf = (name: string): string => labelsOf(name).label;

const ORDER = [...FIELDS.keys()];

/** The position on the page of a control, or of the list around it. */
export function rankOf(name: string): number {
  const rank = ORDER.indexOf(name.replace(/\[.*/, ""));
  return rank < 0 ? ORDER.length : rank;
}

/** A message of the API with labels instead of names such as `products[0].retailerProductId`. */
export const withLabels = (message: string): string =>
  message.replace(/\b[a-zA-Z_]+(?:\[\d+\])?(?:\.[a-zA-Z_]+(?:\[\d+\])?)*/g, (name) => {
    const [, list = "", row = "", rest = name.replace(/\[\d+\]$/, "")] =
      /^([^[]+)\[(\d+)\]\.([^[]+)(?:\[\d+\](?:\.unit)?)?$/.exec(name) ?? [];
    const labels = ALL.get(list === "" ? rest : `${list}[].${rest}`);
    // Only names that can't be English words: those with a capital inside, or with parts.
    if (!labels || !/[a-z][A-Z[]/.test(name)) return name;
    return list === ""
      ? labels.label
      : `${labels.label} of ${ALL.get(list)?.row?.toLowerCase()} ${Number(row) + 1}`;
  });
