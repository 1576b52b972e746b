import { locationOf } from "../core/urls.ts";
import type { LinkState } from "../core/vocabulary.ts";
import { outsideOf, type ScheduleEntry } from "../short-links/redirect-schedule.ts";
import type { Link } from "./link.ts";

/** What of a link tells its state. */
export type TimedLink = Pick<Link, "status" | "schedule">;

/** What a link is at the moment `now`: the rule that a visit is answered by. */
export function stateOf({ status, schedule }: TimedLink, now: Date): LinkState {
  if (status !== "active") return "off";
  const entry = scheduleEntry(schedule);
  return (entry && outsideOf(entry, now.getTime())) ?? "running";
}

/** What the redirect's entry holds of a schedule; undefined where there is no time to compare. */
export function scheduleEntry(schedule: Link["schedule"]): ScheduleEntry | undefined {
  const { activeFrom, activeUntil, endedUrl } = schedule ?? {};
  if (activeFrom === undefined && activeUntil === undefined) return undefined;
  return {
    ...(activeFrom !== undefined && { from: Date.parse(activeFrom) }),
    ...(activeUntil !== undefined && { until: Date.parse(activeUntil) }),
    ...(endedUrl !== undefined && { endedUrl: locationOf(endedUrl) }),
  };
}
