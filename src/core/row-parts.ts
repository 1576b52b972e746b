/** Text up to this length, in UTF-16 units, stays in its row. Longer text is cut into parts of this length. */
export const PART_LENGTH = 500_000; // at most 1.5 MB in UTF-8; a D1 row holds 2 MB

/** Cuts the text into parts of which each fits into a D1 row. */
export function cut(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PART_LENGTH;
    // A surrogate pair is not split, because half of one has no UTF-8 form.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}
