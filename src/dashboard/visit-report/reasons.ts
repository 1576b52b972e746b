import { MOST_LINK_DAYS } from "../../visits/rows-store.ts";
import type { Reason } from "../../visits/source.ts";

/** Why there are no numbers, in words. */
export const REASONS: Readonly<Record<Reason, string>> = {
  too_old:
    "This combination is kept for 90 days. Choose a period within the last 90 days, or take a filter away.",
  too_many: `There are more than ${MOST_LINK_DAYS.toLocaleString("en")} days of links to look at. Choose a shorter period, a project, a tag or a link.`,
  whole_days: "This is known for whole days only.",
  apart: "This is counted for all visits of a link. Take the other filters away to see it.",
};

/** The same of parts of a report: "Referrers are not shown: …". */
export function unansweredWords(names: readonly string[], reason: Reason): string {
  const [last = "", ...others] = names.toReversed();
  const list = others.length > 0 ? `${others.toReversed().join(", ")} and ${last}` : last;
  return `${list} ${names.length === 1 && !last.endsWith("s") ? "is" : "are"} not shown. ${REASONS[reason]}`;
}
