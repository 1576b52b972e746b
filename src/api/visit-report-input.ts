import type * as z from "zod";
import type { ReportInput } from "../visits/get-visit-report.ts";
import type { visitsHead } from "./visit-head.ts";

/** The report that answers a request: its only part is the series, or the breakdown that `by` names. */
export function reportInput(query: z.output<typeof visitsHead>["query"]): ReportInput {
  const { from, to, interval, by, compare, linkId: link, ...filters } = query;
  const named = Object.entries({ ...filters, link });
  const filter = Object.fromEntries(named.filter(([, value]) => value !== undefined));
  return { from, to, interval, filter, compare, by: by === undefined ? [] : [by] };
}
