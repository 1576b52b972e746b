import type { FieldProblem } from "../../core/errors.ts";
import { HOURS_KEPT_DAYS, type Interval, lengthOf, MAX_DAYS } from "../../visits/visit-range.ts";
import type { VisitQuery } from "../visit-report/visit-query.ts";

/** The parameters of the address as the screen names them. */
const FIELDS: Readonly<Record<string, string>> = {
  from: "From",
  to: "To",
  interval: "Group by",
  qrCode: "QR code",
  country: "Country",
  device: "Device",
  retailer: "Retailer",
  tag: "Tag",
  dayOfWeek: "Day",
  hour: "Hour",
};

/** The shortest interval that takes longer periods. */
const NEXT: Readonly<Record<Interval, string>> = {
  hour: " or group by day",
  day: " or group by week",
  week: "",
  month: "",
};

/** What is wrong with an address, in sentences. `query` is what it asks for, where that could be read. */
export function problemSentences(problems: readonly FieldProblem[], query: VisitQuery | null): string[] {
  const range = query && rangeSentence(query);
  if (range) return [range];
  return problems.map(({ field, message }) => `${FIELDS[field] ?? field} ${message}.`);
}

function rangeSentence({ period, interval }: VisitQuery): string | null {
  const days = lengthOf(period);
  if (days < 1) return "The last day is before the first.";
  if (days > MAX_DAYS[interval])
    return `By ${interval} works for up to ${MAX_DAYS[interval]} days. Shorten the dates${NEXT[interval]}.`;
  return interval === "hour"
    ? `By hour works for the last ${HOURS_KEPT_DAYS} days. Choose later dates or group by day.`
    : null;
}
