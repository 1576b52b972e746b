import { DIMENSION_FACTS, type Dimension } from "./dimensions.ts";
import type { PartRow } from "./statistics.ts";
import {
  CLASSES,
  hasVisits,
  peopleIn,
  plus,
  programsIn,
  type ReportNumbers,
  sumOf,
  type VisitNumbers,
  zeroVisits,
} from "./statistics.ts";

/** Visits with the same value of a dimension. */
export interface VisitRow extends ReportNumbers {
  /** The value, or one of the two keys below. */
  key: string;
  /** The name of a link, QR code or offer. */
  name?: string;
}

/** With fields for the dashboard only. */
export interface ReportRow extends VisitRow {
  publicName: string | null;
  linkName: string | null;
}

/**
 * The keys of visits without a QR code, referrer or source, and of all values without their own row. No value has these names.
 */
export const NONE = "none";
export const THE_REST = "rest";

/**
 * The rows of a breakdown: most people first, the rest last. `parts` come from the store, `totals` count the same
 * visits. The breakdown by device counts people only.
 */
export function rowsOf(by: Dimension, parts: readonly PartRow[], totals: ReportNumbers): ReportRow[] {
  if (by === "visitor") return visitorRows(totals);
  const rows = parts.map(({ key, name, ...part }): ReportRow => {
    const shown = by === "device" ? { ...part, robots: 0, previews: 0 } : part;
    return { key: key ?? THE_REST, ...(name !== null && { name }), ...shown };
  });
  const { kept, words } = DIMENSION_FACTS[by];
  if (words.none !== undefined) {
    const rest = plus(totals, sumOf(parts), -1);
    // Visits can come while the rows of many links are read.
    for (const name of CLASSES) rest[name] = Math.max(rest[name], 0);
    // Programs have no values apart.
    rows.push(nameless(NONE, kept === "apart" ? { ...rest, robots: 0, previews: 0 } : rest));
  }
  return rows
    .filter(hasVisits)
    .sort(
      (a, b) =>
        Number(a.key === THE_REST) - Number(b.key === THE_REST) ||
        peopleIn(b) - peopleIn(a) ||
        programsIn(b) - programsIn(a),
    );
}

const nameless = (key: string, numbers: VisitNumbers, visitors: number | null = null): ReportRow => ({
  key,
  publicName: null,
  linkName: null,
  ...numbers,
  visitors,
});

const visitorRows = ({ scans, clicks, robots, previews, visitors }: ReportNumbers): ReportRow[] => [
  nameless("person", { ...zeroVisits(), scans, clicks }, visitors),
  nameless("robot", { ...zeroVisits(), robots }, 0),
  nameless("preview", { ...zeroVisits(), previews }, 0),
];
