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
  let before = -1;
  for (let at = 0; at < count; at++) {
    const red = (pixels[4 * at] ?? 0) >> shift;
    const green = (pixels[4 * at + 1] ?? 0) >> shift;
    const key = (red << (2 * BITS)) | (green << BITS) | ((pixels[4 * at + 2] ?? 0) >> shift);
    const word = words[at] ?? 0;
    // The color of an area is that of the pixel before, too.
    if (seen[key] === 0 || word === before) colors[key] = word;
    seen[key] = (seen[key] ?? 0) + 1;
    keys[at] = key;
    before = word;
  }
  const found = Array.from(seen.keys()).filter((key) => (seen[key] ?? 0) > 0);
  found.sort((a, b) => (seen[b] ?? 0) - (seen[a] ?? 0));
  const kept = found.slice(0, most);
  const bytes = new Uint8Array(colors.buffer);
  const channels = (key: number) => [...bytes.subarray(4 * key, 4 * key + 3)];
  const palette = kept.map(channels);
  const entryOf = new Uint8Array(seen.length);
  for (const [entry, key] of kept.entries()) entryOf[key] = entry;
  for (const key of found.slice(most)) entryOf[key] = nearest(channels(key), palette);
  const entries = new Uint8Array(count);
  for (let at = 0; at < count; at++) entries[at] = entryOf[keys[at] ?? 0] ?? 0;
  return { entries, colors: palette };
}

function nearest(color: readonly number[], palette: readonly (readonly number[])[]): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [entry, other] of palette.entries()) {
    const away = color.reduce((sum, value, channel) => sum + (value - (other[channel] ?? 0)) ** 2, 0);
    if (away < least) [best, least] = [entry, away];
  }
  return best;
}
