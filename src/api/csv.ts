import { qualityOf } from "./accepted-types.ts";

/**
 * Whether the `Accept` header prefers CSV to JSON: it names text/csv, with a quality that is not lower than that of
 * application/json.
 */
export function prefersCsv(accept = ""): boolean {
  const csv = qualityOf(accept, "text/csv");
  return csv > 0 && csv >= qualityOf(accept, "application/json");
}
