/** The most looks that are known; the first ones then get new numbers, which only makes an image a little larger. */
const MOST = 4_000;

const numbers = new Map<string, number>();
let next = 1;

/** A number for pixels, which is the same for the same pixels. */
export function numberOfLook(pixels: Uint8Array): number {
  const [first = 0] = pixels;
  // One character for pixels that are all the same.
  const text = pixels.every((value) => value === first)
    ? String.fromCharCode(first)
    : new TextDecoder("latin1").decode(pixels);
  const known = numbers.get(text);
  if (known !== undefined) return known;
  if (numbers.size === MOST) numbers.clear();
  numbers.set(text, next);
  return next++;
}
