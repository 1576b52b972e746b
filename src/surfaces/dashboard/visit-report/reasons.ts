import type { Reason } from "../../../features/visits/report-plan.ts";

/** Why there are no numbers. */
export const REASONS: Readonly<Record<Reason, string>> = {
  too_old:
    "Hours are stored for 90 days. Choose a period within the last 90 days, or remove the filter by hour.",
  too_many: "This covers too many links and days. Choose a shorter period, a project, a tag or a link.",
  whole_days: "This is counted by day, not by hour.",
  apart: "This is counted for all visits of a link. Remove the other filters to see it.",
};

/** Why parts of a report are missing: "Referrers are not shown. …". */
export function unansweredWords(names: readonly string[], reason: Reason): string {
  const [last = "", ...others] = names.toReversed();
  const list = others.length > 0 ? `${others.toReversed().join(", ")} and ${last}` : last;
  return `${list} ${names.length === 1 && !last.endsWith("s") ? "is" : "are"} not shown. ${REASONS[reason]}`;
}
