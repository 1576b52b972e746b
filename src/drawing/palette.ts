/** Bits of each channel by which colors are told apart where there are many. */
const BITS = 5;

/** Pixels as entries of a palette. */
export interface Palette {
  entries: Uint8Array;
  /** Red, green and blue of each entry. */
  colors: number[][];
}

/**
 * Pixels, four bytes of each of which the fourth means nothing, as entries of a palette of at most `most` colors. Colors
 * that nearly agree become one: that which fills an area, and no shade at its edge.
 */
export function paletteOf(pixels: Uint8ClampedArray, most: number): Palette {
  const count = pixels.length / 4;
  const keys = new Uint16Array(count);
  const seen = new Uint32Array(1 << (3 * BITS));
  const colors = new Uint32Array(1 << (3 * BITS));
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, count);
  const shift = 8 - BITS;
  const found: number[] = [];
  let before = -1;
  for (let at = 0; at < count; at++) {
    const red = (pixels[4 * at] ?? 0) >> shift;
    const green = (pixels[4 * at + 1] ?? 0) >> shift;
    const key = (red << (2 * BITS)) | (green << BITS) | ((pixels[4 * at + 2] ?? 0) >> shift);
    const word = words[at] ?? 0;
    // The color of an area is that of the pixel before, too.
    if (seen[key] === 0) found.push(key);
    if (seen[key] === 0 || word === before) colors[key] = word;
    seen[key] = (seen[key] ?? 0) + 1;
    keys[at] = key;
    before = word;
  }
  found.sort((a, b) => (seen[b] ?? 0) - (seen[a] ?? 0));
  const kept = Uint32Array.from(found.slice(0, most), (key) => colors[key] ?? 0);
  const entryOf = new Uint8Array(seen.length);
  for (const [at, key] of found.entries()) entryOf[key] = at < most ? at : nearest(colors[key] ?? 0, kept);
  const entries = new Uint8Array(count);
  for (let at = 0; at < count; at++) entries[at] = entryOf[keys[at] ?? 0] ?? 0;
  const bytes = new Uint8Array(kept.buffer);
  return { entries, colors: Array.from(kept, (_, at) => [...bytes.subarray(4 * at, 4 * at + 3)]) };
}

/** The entry that is the least different from a color, in the sum of its four bytes' squares. */
function nearest(color: number, kept: Uint32Array): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let entry = 0; entry < kept.length; entry++) {
    const other = kept[entry] ?? 0;
    let away = 0;
    for (let shift = 0; shift < 32; shift += 8)
      away += (((color >>> shift) & 255) - ((other >>> shift) & 255)) ** 2;
    if (away < least) [best, least] = [entry, away];
  }
  return best;
}
