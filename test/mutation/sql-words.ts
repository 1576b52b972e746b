import type { Span } from "./sql-conditions.ts";

/** A word of SQL, and what is put in its place. */
export interface SqlWord extends Span {
  other: string;
}

const OTHERS = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["+", "-"],
  ["-", "+"],
  ["DESC", ""],
  ["MIN", "MAX"],
  ["MAX", "MIN"],
]);
const WORD = /(?<=\s)(?:<=?|>=?|\+|-|DESC\b)(?=[\s,;)`"]|$)|\b(?:MIN|MAX)(?=\()/gi;

/** The comparisons, signs and orders of the SQL in `written`, a literal with its quotes; not those of what is put in. */
export function sqlWords(written: string): SqlWord[] {
  if (!/\b(?:SELECT|UPDATE|DELETE|INSERT|EXISTS)\b/.test(written)) return [];
  return [...withoutParts(written).matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const other = OTHERS.get(word.toUpperCase());
    return other === undefined ? [] : [{ start: index, end: index + word.length, other }];
  });
}

/** The same text, as long as it was, with `_` for each sign of a part that is put in. */
function withoutParts(text: string): string {
  let open = 0;
  return [...text.split("")]
    .map((sign, at) => {
      if (sign === "{" && (open > 0 || text[at - 1] === "$")) open++;
      const isPart = open > 0;
      if (sign === "}" && open > 0) open--;
      return isPart ? "_" : sign;
    })
    .join("");
}
