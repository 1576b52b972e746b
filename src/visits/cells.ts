/**
 * Cells: how the counters write a few numbers as one text, each after the letter of its place: `a3d12` is 3 at place 0 and
 * 12 at place 3. A place without a number is 0. Places are hours of a day, days of a month, or the classes below.
 */
export const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDE";

/** The letter of a place from 0 to 30. */
export const letterOf = (place: number): string => LETTERS.charAt(place);

/** The place of a letter. */
export const indexOfLetter = (letter: string): number => LETTERS.indexOf(letter);

/** How a visit came, by the letter of its class. A tap is a choice on the page of a link; it is no visit. */
export const CLASSES = { s: "scans", k: "clicks", r: "robots", v: "previews" } as const;
/** The letter of a class. */
export type ClassLetter = keyof typeof CLASSES;
/** The letters of all classes. */
export const CLASS_LETTERS = Object.keys(CLASSES) as ClassLetter[]; // the keys above

/** The first character of a series, which series-text.ts describes. */
export const SERIES = "=";
/** What the characters of a series are above their numbers. */
export const ZERO = 35;

/** The numbers of places, as cells. */
export const cellsOf = (numbers: readonly (number | undefined)[]): string =>
  Array.from(numbers, (visits, place) => (visits ? letterOf(place) + visits : "")).join("");

/** Calls `each` with the place and the number of every cell, or of every place of a series. */
export function eachCell(cells: string, each: (place: number, visits: number) => void): void {
  if (cells.startsWith(SERIES)) {
    const least = cells.charCodeAt(2) - 2 * ZERO;
    for (let at = 3, place = LETTERS.indexOf(cells.charAt(1)); at < cells.length; at++, place++) {
      const visits = least + cells.charCodeAt(at);
      if (visits > 0) each(place, visits);
    }
    return;
  }
  for (let at = 0; at < cells.length; ) {
    const place = LETTERS.indexOf(cells.charAt(at++));
    let visits = 0;
    for (
      let digit = cells.charCodeAt(at) - 48;
      digit >= 0 && digit <= 9;
      digit = cells.charCodeAt(++at) - 48
    ) {
      visits = visits * 10 + digit;
    }
    each(place, visits);
  }
}

/** Calls `each` with the class and the number of every cell, where the places are classes. */
export function eachClass(cells: string, each: (letter: ClassLetter, visits: number) => void): void {
  eachCell(cells, (place, visits) => {
    const letter = CLASS_LETTERS.find((known) => known === letterOf(place));
    if (letter) each(letter, visits);
  });
}

/** The sum of all cells. */
export function cellSum(cells: string): number {
  let sum = 0;
  eachCell(cells, (_, visits) => {
    sum += visits;
  });
  return sum;
}

/** Numbers that belong to parts and their values: the counters of a row before they are written. */
export class Cells {
  readonly #parts = new Map<string, Map<string, Map<string, number>>>();

  add(part: string, value: string, letter: string, visits: number): void {
    let values = this.#parts.get(part);
    if (!values) {
      values = new Map();
      this.#parts.set(part, values);
    }
    let cells = values.get(value);
    if (!cells) {
      cells = new Map();
      values.set(value, cells);
    }
    cells.set(letter, (cells.get(letter) ?? 0) + visits);
  }

  /** As the counters are stored: `{part: {value: cells}}`. */
  toJSON(): StoredCounts {
    const written = ([value, cells]: [string, Map<string, number>]) =>
      [value, Array.from(cells, ([letter, visits]) => letter + visits).join("")] as const;
    return Object.fromEntries(
      Array.from(this.#parts, ([part, values]) => [part, Object.fromEntries(Array.from(values, written))]),
    );
  }
}

/** The column `counts`. */
export type StoredCounts = Record<string, Record<string, string>>;

/** SQL for the number that the text `cells` has after `letter`; both are SQL. */
export const cellSql = (cells: string, letter: string): string =>
  `iif(instr(${cells}, ${letter}) > 0, CAST(substr(${cells}, instr(${cells}, ${letter}) + 1) AS INTEGER), 0)`;
