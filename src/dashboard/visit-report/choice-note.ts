import type { ReportRow } from "../../visits/breakdown.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { answerOf } from "../../visits/report-plan.ts";
import { count } from "../charts/numbers.ts";

/** How many of the visits of one link's page led to a shop: "60 of 100 visits led to a shop (60 %)". */
export function choiceNote(
  { series, link }: Pick<VisitReport, "series" | "link">,
  rows: readonly ReportRow[],
): string | undefined {
  const totals = answerOf(series)?.totals;
  if (!link || !totals) return undefined;
  const visits = totals.scans + totals.clicks;
  const taps = rows.reduce((sum, { scans, clicks }) => sum + scans + clicks, 0);
  if (visits === 0) return undefined;
  return `${count(taps)} shops were chosen on ${count(visits)} visits (${Math.round((taps / visits) * 100)} %).`;
}
