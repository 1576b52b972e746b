/**
 * The rows as CSV (RFC 4180); the first line has the names of the columns. A text that a spreadsheet would run as a
 * formula is prefixed with an apostrophe: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvText<Column extends string>(
  columns: readonly Column[],
  rows: readonly Partial<Record<Column, string | number>>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  return lines.map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r\n＝＋－＠]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
