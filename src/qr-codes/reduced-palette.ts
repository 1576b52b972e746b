/** Pixels as entries of a palette. */
interface Reduced {
  entries: Uint8Array;
  /** Red, green and blue of each entry. */
  palette: number[][];
}

/**
 * The pixels in `channels`, red, green and blue of each, as entries of a palette of at most `most`. Colours stay as they
 * are where there are few; else those that agree in their highest bits become one, their mean.
 */
export function reducedPalette(channels: Uint8ClampedArray, most: number): Reduced {
  for (let bits = 8; bits > 1; bits--) {
    const reduced = reduce(channels, most, bits);
    if (reduced) return reduced;
  }
  // Two bits of three channels are 64 colours, which any palette holds.
  throw new RangeError("the palette has no room for 64 colours");
}

/** Null where there are more colours than entries. */
function reduce(channels: Uint8ClampedArray, most: number, bits: number): Reduced | null {
  const count = channels.length / 3;
  const entries = new Uint8Array(count);
  const known = new Map<number, number>();
  const sums: number[][] = [];
  const mask = (0xff << (8 - bits)) & 0xff;
  for (let pixel = 0; pixel < count; pixel++) {
    const [red = 0, green = 0, blue = 0] = [
      channels[3 * pixel],
      channels[3 * pixel + 1],
      channels[3 * pixel + 2],
    ];
    const key = ((red & mask) << 16) | ((green & mask) << 8) | (blue & mask);
    let entry = known.get(key);
    if (entry === undefined) {
      if (known.size === most) return null;
      entry = known.size;
      known.set(key, entry);
      sums.push([0, 0, 0, 0]);
    }
    entries[pixel] = entry;
    const sum = sums[entry];
    if (!sum) continue;
    for (const [index, value] of [red, green, blue, 1].entries()) sum[index] = (sum[index] ?? 0) + value;
  }
  const palette = sums.map(([red = 0, green = 0, blue = 0, pixels = 1]) =>
    [red, green, blue].map((sum) => Math.round(sum / pixels)),
  );
  return { entries, palette };
}
