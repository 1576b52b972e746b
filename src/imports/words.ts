import type { Cells } from "./import.ts";

/** What people write instead of the API's words: headings by column, and values of columns. Both are keyed by `plain`. */
export interface ImportWords {
  headings: ReadonlyMap<string, string>;
  values: Readonly<Record<string, ReadonlyMap<string, string>>>;
}

export const NO_WORDS: ImportWords = { headings: new Map(), values: {} };

/** A text without case, spaces and punctuation: "Public name" equals publicName. */
export const plain = (text: string): string => text.toLowerCase().replace(/[\s_.-]/g, "");

/** Cells with the API's words. Text that is neither stays. */
export function withApiWords(cells: Cells, { values }: ImportWords): Cells {
  const changed = Object.entries(values).flatMap(([column, words]): [string, string][] => {
    const cell = cells[column];
    const word = cell === undefined ? undefined : words.get(plain(cell));
    // An exact word of the API is never taken for a name.
    const isKnown = cell !== undefined && [...words.values()].includes(cell);
    return word === undefined || isKnown ? [] : [[column, word]];
  });
  return changed.length === 0 ? cells : { ...cells, ...Object.fromEntries(changed) };
}
