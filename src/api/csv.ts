/**
 * Whether the `Accept` header prefers CSV to JSON: it names text/csv, with a quality that is not lower than that of
 * application/json (RFC 9110, 12.5.1). Wildcards are ignored.
 */
export function prefersCsv(accept = ""): boolean {
  const qualities = new Map(
    accept.split(",").map((range): [string, number] => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return [type, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );
  const csv = qualities.get("text/csv") ?? 0;
  const json = qualities.get("application/json") ?? 0;
  return csv > 0 && csv >= json;
}

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
