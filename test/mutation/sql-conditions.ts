/** A part of a text: from `start` to before `end`. */
export interface Span {
  start: number;
  end: number;
}

const CONDITION = /\b(?:WHERE|AND)\s+/g;
/** What a condition ends before, where no bracket is open. */
const END = /^(?:AND|OR|ORDER|GROUP|HAVING|LIMIT|RETURNING|UNION|ON|THEN|SET|VALUES|WHERE)\b/;
const isWordBefore = (text: string, at: number): boolean => /\w/.test(text[at - 1] ?? "");

/**
 * The conditions of the SQL in `written`, a literal with its quotes: what comes after a WHERE or AND. The AND of a BETWEEN
 * joins no conditions.
 */
export function sqlConditions(written: string): Span[] {
  if (!/\b(?:SELECT|UPDATE|DELETE|INSERT|EXISTS)\b/.test(written)) return [];
  const text = written
    .slice(0, -1)
    .replace(/\bBETWEEN\s+\S+\s+AND\b/g, (between) => "_".repeat(between.length));
  return [...text.matchAll(CONDITION)].flatMap((match) => {
    const start = match.index + match[0].length;
    const end = endOf(text, start);
    return isWhole(text.slice(start, end)) && isWhole(`${text.slice(0, start)}x`) ? [{ start, end }] : [];
  });
}

/** Whether nothing is open between these places: neither a part that is put in, nor a literal within it. */
const isWhole = (part: string): boolean =>
  part.trim() !== "" &&
  part.slice(1).split("`").length % 2 === 1 &&
  part.split("{").length === part.split("}").length;

function endOf(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? "";
    if ("({".includes(character)) open++;
    else if (")}".includes(character) && --open < 0) return at;
    else if (open === 0 && !isWordBefore(text, at) && END.test(text.slice(at, at + 10)))
      return text.slice(0, at).trimEnd().length;
  }
  return text.trimEnd().length;
}
