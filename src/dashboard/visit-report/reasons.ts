import type { Reason } from "../../visits/report-plan.ts";
import { MAX_LINK_DAYS } from "../../visits/rows-store.ts";

/** Why there are no numbers, in words. */
export const REASONS: Readonly<Record<Reason, string>> = {
  too_old:
    "Hours are kept for 90 days. Choose a period within the last 90 days, or take the filter by hour away.",
  too_many: `There are more than ${MAX_LINK_DAYS.toLocaleString("en")} days of links to look at. Choose a shorter period, a project, a tag or a link.`,
  whole_days: "This is known for whole days only.",
  apart: "This is counted for all visits of a link. Take the other filters away to see it.",
};

/** What there is to say of a ranking in which a link may be missing. */
export const NOT_EXACT =
  "So many links were visited that only those with most visits on each day are compared. A link that was never among them may be missing. The numbers are right.";

/** Why parts of a report are not shown: "Referrers are not shown: …". */
export function unansweredWords(names: readonly string[], reason: Reason): string {
  const [last = "", ...others] = names.toReversed();
  const list = others.length > 0 ? `${others.toReversed().join(", ")} and ${last}` : last;
  return `${list} ${names.length === 1 && !last.endsWith("s") ? "is" : "are"} not shown. ${REASONS[reason]}`;
}
