import { locationOf } from "../../ground/core/urls.ts";
import type { LinkState } from "../../ground/core/vocabulary.ts";
import { outsideOf, type ScheduleEntry } from "../short-links/redirect-schedule.ts";
import type { Link } from "./link.ts";

/** The fields that determine a link's state. */
export type TimedLink = Pick<Link, "status" | "schedule">;

/** A link's state at `now`, by the same rule as the redirect. */
export function stateOf({ status, schedule }: TimedLink, now: Date): LinkState {
  if (status !== "active") return "off";
  const entry = scheduleEntry(schedule);
  return (entry && outsideOf(entry, now.getTime())) ?? "running";
}

/** The schedule in a redirect entry; undefined if it has no start or end. */
export function scheduleEntry(schedule: Link["schedule"]): ScheduleEntry | undefined {
  const { activeFrom, activeUntil, endedUrl } = schedule ?? {};
  if (activeFrom === undefined && activeUntil === undefined) return undefined;
  return {
    ...(activeFrom !== undefined && { from: Date.parse(activeFrom) }),
    ...(activeUntil !== undefined && { until: Date.parse(activeUntil) }),
    ...(endedUrl !== undefined && { endedUrl: locationOf(endedUrl) }),
  };
}
