import { BitText, writeMatches } from "./bit-writer.ts";
import type { Classes } from "./cell-classes.ts";
import { CELL_CODES } from "./cell-codes.ts";
import type { TileLines } from "./cell-lines.ts";
import { CellMatches } from "./cell-matches.ts";
import type { Margins } from "./cell-sums.ts";
import type { Cells } from "./cells.ts";
import { writeLine } from "./deflate-lines.ts";

/** How far back a match of DEFLATE may reach, in bytes. */
export const WINDOW = 32_768;

/** Room for what is found, of which each part is written before the next one is looked for. */
const POOL: BitText[] = [];

/** What is written for the lines of half a row of cells. */
export interface Parts {
  /** For each line: bits that are the same for all lines, and after each but the last one that counts the line of a tile. */
  texts: readonly BitText[];
  between: readonly TileLines[];
  /** Bits from the lowest on that tell of each line whether it is like the one above. */
  asAbove: number;
}

/**
 * Finds what comes again in one half of each row, from the top. Cells that look like others before them in the row, or like
 * some in the row above as far as a match reaches, are a match on each of the lines, with those that go on alike for the
 * longest.
 */
export class PartFinder {
  /** From a line to the same one of the row above, in bytes. */
  readonly #row: number;
  /** How many places before one a match reaches, where it reaches the row above. */
  readonly #reach: number;
  readonly #columns: number;
  readonly #cell: number;
  readonly #margins: Margins;
  readonly #lines: Classes["lines"];
  /** By place, what a cell looks like in this half. */
  readonly #looks: Uint16Array;
  readonly #at: Uint32Array;
  readonly #asAbove: Int32Array;
  readonly #matches: CellMatches;
  readonly #before: BitText;
  readonly #after: BitText;
  readonly #between: TileLines[] = [];
  #texts = 0;

  constructor({ columns, at, scale }: Cells, classes: Classes, margins: Margins, half: 0 | 1) {
    const { left, right } = margins;
    [this.#columns, this.#cell, this.#margins, this.#lines] = [columns, scale.pixels, margins, classes.lines];
    this.#row = (1 + left + columns * this.#cell + right) * this.#cell;
    this.#reach = columns + Math.floor((WINDOW - this.#row) / this.#cell);
    const [first, asAbove] = [classes.first[half], classes.asAbove[half]];
    this.#looks = new Uint16Array(at.length);
    for (let index = 0; index < at.length; index++) this.#looks[index] = first[at[index] ?? 0] ?? 0;
    [this.#at, this.#asAbove] = [at, asAbove];
    this.#matches = new CellMatches(this.#looks, columns, classes.lines.length);
    [this.#before, this.#after] = [background(1 + left), background(right)];
  }

  /**
   * The parts of a half of a row; `reaches` tells whether all lines of the row above are in the image. They are valid until
   * the next call, also that of another finder.
   */
  find(row: number, reaches: boolean): Parts {
    const [columns, matches, between, cell] = [this.#columns, this.#matches, this.#between, this.#cell];
    const [lines, looks] = [this.#lines, this.#looks];
    const { left, right } = this.#margins;
    const start = row * columns;
    const end = start + columns;
    const isNear = reaches && this.#row <= WINDOW;
    between.length = 0;
    this.#texts = 0;
    let text = this.#newText();
    let isAtEnd = false;
    for (let at = start; at < end; ) {
      // The last cells of the row above are near enough for all of this row, the first ones not for its last ones.
      const first = isNear ? Math.max(start - columns, at - this.#reach) : start;
      matches.search(at, end, first);
      const { from, count } = matches;
      // What is before and after the cells is the same in all lines.
      const isFromStart = at === start && count > 0 && from === start - columns;
      if (at === start && !isFromStart) text.text(this.#before);
      let next = at + count;
      if (count > 0) {
        isAtEnd = next === end && from + count === start;
        const bytes = (isFromStart ? 1 + left : 0) + count * cell + (isAtEnd ? right : 0);
        writeMatches(
          text,
          bytes,
          from < start ? this.#row + (at - columns - from) * cell : (at - from) * cell,
        );
      } else {
        const tile = lines[looks[at] ?? 0];
        if (!tile) throw new TypeError("a cell has no tile");
        between.push(tile);
        text = this.#newText();
        next = at + tile.span;
      }
      matches.enter(at, next, end);
      at = next;
    }
    if (!isAtEnd) text.text(this.#after);
    return { texts: POOL, between, asAbove: this.#asAboveIn(start, end) };
  }

  /** Takes notice of a row whose lines are there without having been found. */
  pass(row: number): void {
    const start = row * this.#columns;
    this.#matches.enter(start, start + this.#columns, start + this.#columns);
  }

  #asAboveIn(start: number, end: number): number {
    const [at, asAbove] = [this.#at, this.#asAbove];
    let all = ~0;
    for (let index = start; index < end; index++) all &= asAbove[at[index] ?? 0] ?? 0;
    return all;
  }

  #newText(): BitText {
    const text = POOL[this.#texts] ?? new BitText(CELL_CODES);
    text.clear();
    POOL[this.#texts++] = text;
    return text;
  }
}

function background(count: number): BitText {
  const text = new BitText(CELL_CODES);
  if (count > 0) writeLine(text, new Uint8Array(count));
  return text;
}
