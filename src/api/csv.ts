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
