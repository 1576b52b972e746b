/** Rows of modules; `true` is dark. */
type Modules = readonly (readonly boolean[])[];

/**
 * How hard a symbol is to read: the penalty of ISO/IEC 18004, 7.8.3, by which the mask is chosen. Ours and not
 * the library's, which takes 70 µs for a typical symbol and there are eight to compare; this takes a tenth.
 */
export function penalty(modules: Modules): number {
  const side = modules.length;
  const flat = new Uint8Array(side * side);
  let dark = 0;
  for (let y = 0; y < side; y++) {
    const row = modules[y];
    for (let x = 0; x < side; x++) {
      if (row?.[x]) {
        flat[y * side + x] = 1;
        dark++;
      }
    }
  }
  let points = 0;
  for (let line = 0; line < side; line++) {
    points += linePenalty(flat, line * side, 1, side) + linePenalty(flat, line, side, side);
  }
  const imbalance = Math.floor(Math.abs((dark / (side * side)) * 100 - 50) / 5);
  return points + blockPenalty(flat, side) + imbalance * 10;
}

/** 1:1:3:1:1 with four light modules before or after, as bits: it looks like a finder pattern. */
const FINDER_AFTER = 0b00001011101;
const FINDER_BEFORE = 0b10111010000;

/** Runs of five or more of one colour, and what looks like a finder pattern, in one row or column. */
function linePenalty(flat: Uint8Array, start: number, step: number, side: number): number {
  let points = 0;
  let run = 0;
  let colour = -1;
  let window = 0;
  for (let at = 0, index = start; at < side; at++, index += step) {
    const module = flat[index] ?? 0;
    if (module === colour) {
      run++;
    } else {
      if (run >= 5) points += run - 2;
      run = 1;
      colour = module;
    }
    window = ((window << 1) | module) & 0x7ff;
    if (at >= 10 && (window === FINDER_AFTER || window === FINDER_BEFORE)) points += 40;
  }
  return run >= 5 ? points + run - 2 : points;
}

/** Blocks of two by two modules of one colour. */
function blockPenalty(flat: Uint8Array, side: number): number {
  let points = 0;
  for (let y = 1; y < side; y++) {
    for (let index = y * side + 1; index < (y + 1) * side; index++) {
      const colour = flat[index];
      const same =
        colour === flat[index - 1] && colour === flat[index - side] && colour === flat[index - side - 1];
      if (same) points += 3;
    }
  }
  return points;
}
