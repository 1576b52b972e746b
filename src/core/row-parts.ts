/** Text up to this length stays in its row; what is longer is cut into parts, in UTF-16 units. */
export const PART_LENGTH = 500_000; // at most 1.5 MB in UTF-8; a D1 row holds 2 MB

/** The text in parts that a D1 row can hold each. */
export function cut(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PART_LENGTH;
    // A surrogate pair stays whole: half of one has no UTF-8.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}
