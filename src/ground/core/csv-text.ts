/**
 * The rows as CSV (RFC 4180, or with another separator), after a line with the column names. No text is run as a formula, even in a spreadsheet that
 * splits lines at semicolons or tabs: see `guarded`.
 */
export function csvText<Column extends string>(
  columns: readonly Column[],
  rows: readonly Partial<Record<Column, string | number | null>>[],
  separator = ",",
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  return lines.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join("");
}

function cellOf(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = guarded(value);
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Where a spreadsheet might begin a formula: at the start of the text, and behind a semicolon, a tab or a line break, with
 * blanks and quotes before it that a spreadsheet may drop. Apostrophes there are ours, or the text has them itself.
 */
const FORMULA = /(?<=(?:^|[;\t\r\n])[\s"]*)'*[=+\-@＝＋－＠]/gu;
/** Separators at the start of a text, which would end its cell, with apostrophes as in `FORMULA`. */
const SEPARATED = /^'*[\t\r\n]/;

/**
 * The text with one more apostrophe before everything that a spreadsheet might run as a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection). A spreadsheet that splits lines at semicolons or tabs does not
 * heed a quote in the middle of what it takes for a cell, so quoting alone does not keep a text together. `unguarded` is the
 * inverse for every text, also for one that has apostrophes there already.
 */
const guarded = (text: string): string => `${SEPARATED.test(text) ? "'" : ""}${text.replace(FORMULA, "'$&")}`;

const GUARD = /(?<=(?:^|[;\t\r\n])[\s"]*)'(?='*[=+\-@＝＋－＠])|^'(?='*[\t\r\n])/gu;

/** The text of a cell as it was before one of our own files guarded it. */
export const unguarded = (text: string): string => text.replace(GUARD, "");

/**
 * The separator that spreadsheets in a reader's language (`Accept-Language`) expect in a CSV file: a semicolon where the comma
 * is in decimal numbers, as in German and French, otherwise a comma.
 */
export function separatorFor(languages: string | undefined): string {
  const [language = ""] = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}/i.exec(languages?.trim() ?? "") ?? [];
  try {
    const decimal = new Intl.NumberFormat(language || "en")
      .formatToParts(1.5)
      .find(({ type }) => type === "decimal");
    return decimal?.value === "," || /^(?:de|fr|it)\b/i.test(language) ? ";" : ",";
  } catch {
    return ",";
  }
}
