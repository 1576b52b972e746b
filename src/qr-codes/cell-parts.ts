import { BitText, writeMatches } from "./bit-writer.ts";
import type { Classes } from "./cell-classes.ts";
import { CELL_CODES } from "./cell-codes.ts";
import type { TileLines } from "./cell-lines.ts";
import { CellMatches } from "./cell-matches.ts";
import { writeLine } from "./deflate-lines.ts";

/** How far back a match of DEFLATE may reach, in bytes. */
export const WINDOW = 32_768;

/** What is written for the lines of half a row of cells. */
export interface Parts {
  /** For each line: bits that are the same for all lines, and after each but the last one that counts the line of a tile. */
  texts: readonly BitText[];
  between: readonly TileLines[];
  /** Bits from the lowest on that tell of each line whether it is like the one above. */
  asAbove: number;
}

/** Where the cells are in a line, in bytes. */
export interface Place {
  /** Of a cell. */
  cell: number;
  /** Before and after the cells, which is all background; the number of the filter is not counted. */
  left: number;
  right: number;
}

/**
 * Finds what comes again in half a row. Cells that look like others before them in the row, or like some in the row above as
 * far as a match reaches, are a match on each of the lines, with those that go on alike for the longest.
 */
export class PartFinder {
  /** From a line to the same one of the row above, in bytes. */
  readonly #row: number;
  /** How many places before one a match reaches, where it reaches the row above. */
  readonly #reach: number;
  readonly #columns: number;
  readonly #place: Place;
  readonly #classes: Classes;
  readonly #matches: CellMatches;
  readonly #before: BitText;
  readonly #after: BitText;
  /** Room for what is found. */
  readonly #pool: BitText[] = [];
  readonly #between: TileLines[] = [];
  #texts = 0;
  #asAbove = 0;

  constructor(columns: number, classes: Classes, place: Place) {
    [this.#columns, this.#classes, this.#place] = [columns, classes, place];
    this.#row = (1 + place.left + columns * place.cell + place.right) * place.cell;
    this.#reach = columns + Math.floor((WINDOW - this.#row) / place.cell);
    this.#matches = new CellMatches(columns, classes.lines.length);
    [this.#before, this.#after] = [background(1 + place.left), background(place.right)];
  }

  /** The parts of a half, of which `above` is the row above; null for the first row. They are valid until the next call. */
  find(row: Uint32Array, above: Uint32Array | null, half: 0 | 1): Parts {
    const [columns, matches] = [this.#columns, this.#matches];
    const { looks } = matches;
    const { cell, left, right } = this.#place;
    const reaches = this.#read(row, above, half);
    const between = this.#between;
    between.length = 0;
    this.#texts = 0;
    let text = this.#newText();
    let isAtEnd = false;
    for (let at = columns; at < looks.length; ) {
      // The last cells of the row above are near enough for all of this row, the first ones not for its last ones.
      const first = reaches ? Math.max(0, at - this.#reach) : columns;
      matches.search(at, first);
      const { from, count } = matches;
      // What is before and after the cells is the same in all lines.
      const isFromStart = at === columns && count > 0 && from === 0;
      if (at === columns && !isFromStart) text.text(this.#before);
      let next = at + count;
      if (count > 0) {
        isAtEnd = next === looks.length && from + count === columns;
        const bytes = (isFromStart ? 1 + left : 0) + count * cell + (isAtEnd ? right : 0);
        writeMatches(
          text,
          bytes,
          from < columns ? this.#row + (at - columns - from) * cell : (at - from) * cell,
        );
      } else {
        const lines = this.#classes.lines[looks[at] ?? 0];
        if (!lines) throw new TypeError("a cell has no tile");
        between.push(lines);
        text = this.#newText();
        next = at + lines.span;
      }
      matches.enter(at, next);
      at = next;
    }
    if (!isAtEnd) text.text(this.#after);
    return { texts: this.#pool, between, asAbove: this.#asAbove };
  }

  #newText(): BitText {
    const text = this.#pool[this.#texts] ?? new BitText(CELL_CODES);
    text.clear();
    this.#pool[this.#texts++] = text;
    return text;
  }

  /** Reads what cells look like, and enters those of the row above; gives whether matches reach them. */
  #read(row: Uint32Array, above: Uint32Array | null, half: 0 | 1): boolean {
    const [columns, first, matches] = [this.#columns, this.#classes.first[half], this.#matches];
    const { looks } = matches;
    const asAbove = this.#classes.asAbove[half];
    matches.clear();
    let all = ~0;
    for (let column = 0; column < columns; column++) {
      const tile = row[column] ?? 0;
      looks[columns + column] = first[tile] ?? 0;
      all &= asAbove[tile] ?? 0;
    }
    this.#asAbove = all;
    if (above === null || this.#row > WINDOW) return false;
    for (let column = 0; column < columns; column++) looks[column] = first[above[column] ?? 0] ?? 0;
    matches.enter(0, columns);
    return true;
  }
}

function background(count: number): BitText {
  const text = new BitText(CELL_CODES);
  if (count > 0) writeLine(text, new Uint8Array(count));
  return text;
}
