/**
 * The rows and the columns of a symbol as bits, each line in `words` 32-bit words, its first module in the lowest
 * bit of the first; 1 is dark.
 */
export interface Bits {
  side: number;
  words: number;
  rows: Int32Array;
  columns: Int32Array;
}

export function toBits(modules: readonly (readonly boolean[])[]): Bits {
  const side = modules.length;
  const words = (side + 31) >>> 5;
  const rows = new Int32Array(side * words);
  const columns = new Int32Array(side * words);
  for (const [y, row] of modules.entries()) {
    for (let x = row.indexOf(true); x !== -1; x = row.indexOf(true, x + 1)) {
      set(rows, y * words, x);
      set(columns, x * words, y);
    }
  }
  return { side, words, rows, columns };
}

function set(lines: Int32Array, line: number, bit: number): void {
  const word = line + (bit >>> 5);
  lines[word] = (lines[word] ?? 0) | (1 << (bit & 31));
}

/** The modules in which two symbols of one size differ; and a symbol changed by such a difference. */
export const xor = (a: Bits, b: Bits): Bits => ({
  ...a,
  rows: a.rows.map((word, index) => word ^ (b.rows[index] ?? 0)),
  columns: a.columns.map((word, index) => word ^ (b.columns[index] ?? 0)),
});

/**
 * How hard a symbol is to read: the penalty of ISO/IEC 18004, 7.8.3, by which the mask is chosen. Ours and not
 * the library's, which takes 70 µs for a typical symbol and there are eight to compare; by 32 modules at a time
 * it takes 2 µs.
 */
export function penalty({ side, words, rows, columns }: Bits): number {
  let dark = 0;
  for (const word of rows) dark += ones(word);
  const imbalance = Math.floor(Math.abs((dark / (side * side)) * 100 - 50) / 5);
  return (
    linesPenalty(rows, side, words) +
    linesPenalty(columns, side, words) +
    blocksPenalty(rows, side, words) +
    imbalance * 10
  );
}

/** Runs of five or more of one colour, and what looks like a finder pattern, in rows or in columns. */
function linesPenalty(lines: Int32Array, side: number, words: number): number {
  let points = 0;
  for (let line = 0; line < side; line++) {
    let runBefore = 0;
    for (let word = 0; word < words; word++) {
      const a = lines[line * words + word] ?? 0;
      const next = word + 1 < words ? (lines[line * words + word + 1] ?? 0) : 0;
      const left = side - word * 32;
      // Bit n of b is the module after that of a, and so on.
      const b = (a >>> 1) | (next << 31);
      const c = (a >>> 2) | (next << 30);
      const d = (a >>> 3) | (next << 29);
      const e = (a >>> 4) | (next << 28);
      // A run of n modules holds n - 4 places where five alike begin, and is worth n - 2 points.
      const runs = ((a & b & c & d & e) | ~(a | b | c | d | e)) & firstBits(left - 4);
      if (runs !== 0) points += ones(runs) + 2 * ones(runs & ~((runs << 1) | runBefore));
      runBefore = runs >>> 31;

      const f = (a >>> 5) | (next << 27);
      const g = (a >>> 6) | (next << 26);
      const h = (a >>> 7) | (next << 25);
      const i = (a >>> 8) | (next << 24);
      const j = (a >>> 9) | (next << 23);
      const k = (a >>> 10) | (next << 22);
      // 1:1:3:1:1 with four light modules before or after.
      const finderBehind = ~(a | b | c | d) & e & ~f & g & h & i & ~j & k;
      const finderBefore = a & ~b & c & d & e & ~f & g & ~(h | i | j | k);
      const finders = (finderBehind | finderBefore) & firstBits(left - 10);
      if (finders !== 0) points += 40 * ones(finders);
    }
  }
  return points;
}

/** Blocks of two by two modules of one colour. */
function blocksPenalty(rows: Int32Array, side: number, words: number): number {
  let blocks = 0;
  for (let line = 0; line < side - 1; line++) {
    for (let word = 0; word < words; word++) {
      const index = line * words + word;
      const above = rows[index] ?? 0;
      const below = rows[index + words] ?? 0;
      const next = word + 1 < words;
      const aboveRight = (above >>> 1) | (next ? (rows[index + 1] ?? 0) << 31 : 0);
      const belowRight = (below >>> 1) | (next ? (rows[index + words + 1] ?? 0) << 31 : 0);
      const dark = above & below & aboveRight & belowRight;
      const light = ~(above | below | aboveRight | belowRight);
      blocks += ones((dark | light) & firstBits(side - word * 32 - 1));
    }
  }
  return blocks * 3;
}

/** The lowest `count` bits, none below 1 and all from 32 on. */
const firstBits = (count: number): number => (count >= 32 ? -1 : count <= 0 ? 0 : (1 << count) - 1);

/** How many bits are set. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
