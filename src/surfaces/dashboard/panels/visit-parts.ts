import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import type { DashboardContext } from "../layout/context.ts";
import { salesBeside } from "./sales-panel.tsx";
import type { ReadVisitPart, VisitPart, VisitView } from "./visit-part.ts";

/** What extras show beside visits. */
const PARTS: Readonly<Record<string, ReadVisitPart>> = {
  sales: salesBeside,
};

/** The parts of extras beside the report of a view. They are read while the report is. */
export async function visitParts(
  c: DashboardContext,
  view: VisitView,
): Promise<(report: VisitReport) => VisitPart[]> {
  const read = await Promise.all(Object.values(PARTS).map((part) => part(c, view)));
  return (report) => read.flatMap((part) => part?.(report) ?? []);
}
