/** The source pixels of a new pixel with their weights. */
interface Taps {
  first: number;
  shares: number[];
}

/** The weights for resampling `from` pixels to `to` pixels: nearby pixels count more. */
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

/** The strides between pixels of a line and between lines. */
interface Walk {
  pixel: number;
  line: number;
}

/** Resamples lines of pixels with four numbers each. */
function resize(
  source: Uint8Array | Float32Array,
  lines: number,
  taps: readonly Taps[],
  from: Walk,
  to: Walk,
): Float32Array {
  const target = new Float32Array(4 * lines * taps.length);
  taps.forEach(({ first, shares }, index) => {
    for (let line = 0; line < lines; line++) {
      let [a, b, c, d] = [0, 0, 0, 0];
      let at = line * from.line + first * from.pixel;
      for (let tap = 0; tap < shares.length; tap++, at += from.pixel) {
        const share = shares[tap] ?? 0;
        a += share * (source[at] ?? 0);
        b += share * (source[at + 1] ?? 0);
        c += share * (source[at + 2] ?? 0);
        d += share * (source[at + 3] ?? 0);
      }
      const start = line * to.line + index * to.pixel;
      target[start] = a;
      target[start + 1] = b;
      target[start + 2] = c;
      target[start + 3] = d;
    }
  });
  return target;
}

/** Resizes pixels of four numbers each. If the fourth is opacity, the others must be premultiplied: see `premultiplied`. */
export function resampled(
  pixels: Uint8Array | Float32Array,
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

/** Premultiplies red, green and blue with the opacity. */
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

/** Reverses `premultiplied`. */
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
