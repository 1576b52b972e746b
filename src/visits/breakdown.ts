import { type Dimension, nothing, plus, sumOf, type VisitNumbers } from "./statistics.ts";

/** Visits that have one value of a dimension in common. */
export interface VisitRow extends VisitNumbers {
  /** The value, or one of the two below. */
  key: string;
  /** Of a link or QR code. */
  name?: string;
}

/** Visits of one value, as the store reads them. */
export interface ValueRow extends VisitNumbers {
  /** Null for all values together that have no row of their own. */
  key: string | null;
  /** Of the link or QR code; null for everything else. */
  name: string | null;
}

/** The keys of visits without a QR code or referrer, and of all values that have no row of their own. No value has these names. */
export const NONE = "none";
export const THE_REST = "rest";

const people = ({ scans, clicks }: VisitNumbers): number => scans + clicks;
const others = ({ robots, previews }: VisitNumbers): number => robots + previews;
const hasVisits = (numbers: VisitNumbers): boolean => people(numbers) + others(numbers) > 0;

/**
 * The rows of a breakdown: most people first, the rest last. `values` are as the store reads them, `totals` those of
 * the same visits. The breakdown by device counts people only.
 */
export function rowsOf(by: Dimension, values: readonly ValueRow[], totals: VisitNumbers): VisitRow[] {
  if (by === "visitor") return visitorRows(totals);
  const rows = values.map(({ key, name, ...numbers }): VisitRow => {
    const shown = by === "device" ? { ...numbers, robots: 0, previews: 0 } : numbers;
    return { key: key ?? THE_REST, ...(name !== null && { name }), ...shown };
  });
  if (by === "qrCode") rows.push({ key: NONE, ...plus(totals, sumOf(values), -1) });
  if (by === "referrer") {
    const { clicks } = sumOf(values);
    rows.push({ key: NONE, ...nothing(), scans: totals.scans, clicks: totals.clicks - clicks });
  }
  return rows
    .filter(hasVisits)
    .sort(
      (a, b) =>
        Number(a.key === THE_REST) - Number(b.key === THE_REST) ||
        people(b) - people(a) ||
        others(b) - others(a),
    );
}

const visitorRows = ({ scans, clicks, robots, previews }: VisitNumbers): VisitRow[] => [
  { key: "person", ...nothing(), scans, clicks },
  { key: "robot", ...nothing(), robots },
  { key: "preview", ...nothing(), previews },
];
