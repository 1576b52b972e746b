import type { Dimension, VisitNumbers } from "../../visits/statistics.ts";

/** A column of numbers. */
export interface Column {
  label: string;
  value: (row: VisitNumbers) => number;
}

const SCANS: Column = { label: "Scans", value: ({ scans }) => scans };
const CLICKS: Column = { label: "Clicks", value: ({ clicks }) => clicks };
/** Taps are counted by how their visitors came. */
const TAPS: Column = { label: "Chosen", value: ({ scans, clicks }) => scans + clicks };

/** The numbers that say something of a table's rows: codes have no clicks, and scans were referred by nobody. */
export function columnsOf(by: Dimension): readonly Column[] {
  if (by === "qrCode") return [SCANS];
  if (by === "referrer") return [CLICKS];
  return by === "choice" ? [TAPS] : [SCANS, CLICKS];
}
