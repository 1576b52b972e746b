/** How many places are looked at for a match: more make an image no smaller that could be noticed. */
const PLACES = 3;

/** How many sets of cells are told apart; those of the same number are looked at as if they were one. */
const SETS = 256;

/**
 * Finds cells that look like those from some place on: places are the cells of the row above, and then those of a row, from
 * left to right. Each place is entered once what comes before it was found.
 */
export class CellMatches {
  /** What cells look like, by place. */
  readonly looks: Uint32Array;
  /** What `search` found: from where the most cells are alike, and how many are. */
  from = 0;
  count = 0;
  readonly #columns: number;
  /** By look, the last place where it was seen; places count from 1. */
  readonly #last: Uint32Array;
  /** By the number of a cell and the two after it, where they were seen last, and by place, where they were before. */
  readonly #sets = new Uint32Array(SETS);
  readonly #previous: Uint32Array;

  constructor(columns: number, looks: number) {
    this.#columns = columns;
    this.looks = new Uint32Array(2 * columns);
    this.#previous = new Uint32Array(2 * columns);
    this.#last = new Uint32Array(looks);
  }

  /** Forgets all places. */
  clear(): void {
    this.#last.fill(0);
    this.#sets.fill(0);
  }

  /** Enters places. */
  enter(from: number, to: number): void {
    const [looks, last, previous, sets] = [this.looks, this.#last, this.#previous, this.#sets];
    const end = to <= this.#columns ? this.#columns : looks.length;
    for (let at = from; at < to; at++) {
      last[looks[at] ?? 0] = at + 1;
      if (at + 2 >= end) continue;
      const set = setOf(looks, at);
      previous[at] = sets[set] ?? 0;
      sets[set] = at + 1;
    }
  }

  /** Looks for cells like those from `at` on; `first` is the first place that a match can reach. */
  search(at: number, first: number): void {
    const [looks, columns, previous] = [this.looks, this.#columns, this.#previous];
    const look = looks[at];
    const rest = looks.length - at;
    let [bestFrom, best] = [0, 0];
    // First from the beginning of the row above on, where what is before the cells is a part of the match, too.
    let place = first === 0 && at === columns && looks[0] === look ? 1 : 0;
    let next = rest > 2 ? (this.#sets[setOf(looks, at)] ?? 0) : 0;
    let last = this.#last[look ?? 0] ?? 0;
    for (let tried = 0; tried < PLACES && best < rest; tried++) {
      if (place === 0) {
        place = next;
        next = place === 0 ? 0 : (previous[place - 1] ?? 0);
      }
      if (place <= first) {
        // Then a cell that is alike, with whatever follows.
        if (best > 2 || last <= first) break;
        place = last;
        last = 0;
        next = 0;
      }
      const from = place - 1;
      // A match may go on into itself, but not from the row above into this one.
      const most = from < columns && columns - from < rest ? columns - from : rest;
      let count = 0;
      while (count < most && looks[at + count] === looks[from + count]) count++;
      if (count > best) {
        best = count;
        bestFrom = from;
      }
      place = 0;
    }
    this.from = bestFrom;
    this.count = best;
  }
}

const setOf = (looks: Uint32Array, at: number): number =>
  ((looks[at] ?? 0) * 67 + (looks[at + 1] ?? 0) * 13 + (looks[at + 2] ?? 0)) & (SETS - 1);
