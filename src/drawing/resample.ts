/** Which pixels a new pixel is made of, and the share of each. */
interface Taps {
  first: number;
  shares: number[];
}

/** What each of `to` pixels is made of where there are `from`: of those around its middle, the less the further away. */
function tapsOf(from: number, to: number): Taps[] {
  const reach = Math.max(1, from / to);
  return Array.from({ length: to }, (_, index) => {
    const middle = ((index + 0.5) * from) / to - 0.5;
    const first = Math.max(0, Math.ceil(middle - reach));
    const last = Math.min(from - 1, Math.floor(middle + reach));
    const shares = Array.from({ length: last - first + 1 }, (_, at) =>
      Math.max(0, 1 - Math.abs(first + at - middle) / reach),
    );
    const sum = shares.reduce((total, share) => total + share, 0);
    return { first, shares: shares.map((share) => share / sum) };
  });
}

/** Lines of pixels next to each other: how many numbers it is from one pixel to the next, and from one line to the next. */
interface Walk {
  pixel: number;
  line: number;
}

/** New lines of pixels, four numbers for each of which are mixed alike. */
function resize(
  source: ArrayLike<number>,
  lines: number,
  taps: readonly Taps[],
  from: Walk,
  to: Walk,
): Float32Array {
  const target = new Float32Array(4 * lines * taps.length);
  for (let line = 0; line < lines; line++) {
    for (const [index, { first, shares }] of taps.entries()) {
      const at = line * to.line + index * to.pixel;
      for (const [tap, share] of shares.entries()) {
        const start = line * from.line + (first + tap) * from.pixel;
        for (let channel = 0; channel < 4; channel++) {
          target[at + channel] = (target[at + channel] ?? 0) + share * (source[start + channel] ?? 0);
        }
      }
    }
  }
  return target;
}

/**
 * Pixels in another size, of four numbers each. Where the fourth is an opacity, the others have to be multiplied by it: see
 * `premultiplied`.
 */
export function resampled(
  pixels: ArrayLike<number>,
  from: { width: number; height: number },
  to: { width: number; height: number },
): Float32Array {
  const across = resize(
    pixels,
    from.height,
    tapsOf(from.width, to.width),
    { pixel: 4, line: 4 * from.width },
    { pixel: 4, line: 4 * to.width },
  );
  return resize(
    across,
    to.width,
    tapsOf(from.height, to.height),
    { pixel: 4 * to.width, line: 4 },
    { pixel: 4 * to.width, line: 4 },
  );
}

/** Red, green and blue as far as they are seen, and the opacity. */
export function premultiplied(rgba: Uint8Array): Float32Array {
  const seen = new Float32Array(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    for (let channel = 0; channel < 3; channel++)
      seen[at + channel] = ((rgba[at + channel] ?? 0) * alpha) / 255;
    seen[at + 3] = alpha;
  }
  return seen;
}

/** The other way round. */
export function unmultiplied(seen: Float32Array): Uint8Array {
  const rgba = new Uint8Array(seen.length);
  for (let at = 0; at < seen.length; at += 4) {
    const alpha = seen[at + 3] ?? 0;
    for (let channel = 0; channel < 3; channel++) {
      rgba[at + channel] =
        alpha < 0.5 ? 0 : Math.min(255, Math.round(((seen[at + channel] ?? 0) * 255) / alpha));
    }
    rgba[at + 3] = Math.round(alpha);
  }
  return rgba;
}
