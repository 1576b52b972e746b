/** How many places are looked at for a match: more make an image no smaller that could be noticed. */
const PLACES = 3;

/** How many sets of cells are told apart; those of the same number are looked at as if they were one. */
const SETS = 512;

/**
 * Finds cells that look like those from some place on: places are the cells of an image, row by row from left to right. Each
 * is entered once what comes before it was found.
 */
export class CellMatches {
  /** What `search` found: from where the most cells are alike, and how many are. */
  from = 0;
  count = 0;
  /** What cells look like, by place. */
  readonly #looks: Uint16Array;
  readonly #columns: number;
  /** By look, the last place where it was seen; places count from 1. */
  readonly #last: Uint16Array;
  /** By the number of a cell and the two after it, where they were seen last, and by place, where they were before. */
  readonly #sets = new Uint16Array(SETS);
  readonly #previous: Uint16Array;

  /** Looks are numbers below `most`. */
  constructor(looks: Uint16Array, columns: number, most: number) {
    [this.#looks, this.#columns] = [looks, columns];
    this.#previous = new Uint16Array(looks.length);
    this.#last = new Uint16Array(most);
  }

  /** Enters places of the row that ends before `end`. */
  enter(from: number, to: number, end: number): void {
    const [looks, last, previous, sets] = [this.#looks, this.#last, this.#previous, this.#sets];
    const most = Math.min(to, end - 2);
    for (let at = from; at < most; at++) {
      const look = looks[at] ?? 0;
      last[look] = at + 1;
      const set = (look * 67 + (looks[at + 1] ?? 0) * 13 + (looks[at + 2] ?? 0)) & (SETS - 1);
      previous[at] = sets[set] ?? 0;
      sets[set] = at + 1;
    }
    for (let at = Math.max(from, most); at < to; at++) last[looks[at] ?? 0] = at + 1;
  }

  /**
   * Looks for cells like those from `at` to `end`, the end of its row; `first` is the first place that a match can reach, in
   * the row above or in this one.
   */
  search(at: number, end: number, first: number): void {
    const [looks, previous] = [this.#looks, this.#previous];
    const look = looks[at] ?? 0;
    const rest = end - at;
    const start = end - this.#columns;
    let [bestFrom, best] = [0, 0];
    // First from the beginning of the row above on, where what is before the cells is a part of the match, too.
    let place = at === start && first < start && looks[first] === look ? first + 1 : 0;
    let next = 0;
    if (rest > 2) {
      const set = (look * 67 + (looks[at + 1] ?? 0) * 13 + (looks[at + 2] ?? 0)) & (SETS - 1);
      next = this.#sets[set] ?? 0;
    }
    let last = this.#last[look] ?? 0;
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
      const most = from < start && start - from < rest ? start - from : rest;
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
