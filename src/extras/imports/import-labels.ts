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
