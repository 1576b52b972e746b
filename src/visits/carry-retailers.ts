import type { Device } from "../platform/known-user-agents.ts";
import { CLASSES } from "./cells.ts";
import { classOf } from "./day-rows.ts";
import type { VisitNumbers } from "./statistics.ts";
import type { Visitor } from "./visit.ts";

/** A counter of the version before, with what its link is now; without an organization where there is no such link. */
export interface CarriedCount {
  linkId: string;
  /** In UTC, as in `2026-11-21T04`. */
  hour: string;
  code: string;
  country: string;
  device: Device;
  visitor: Visitor;
  visits: number;
  organizationId: string;
  projectId: string;
  retailer: string;
}

/** How many visits of a link, day and device were counted for a retailer. */
export interface RetailerTotal extends VisitNumbers {
  linkId: string;
  day: string;
  device: string;
  retailer: string;
}

/** The totals by device of the days ?1: each a day, organization, project and link. */
export const TOTALS_OF_DAYS = `SELECT link_id AS linkId, period AS day, total.value AS device, retailer,
    scans, clicks, robots, previews
  FROM json_each(?1) AS wanted CROSS JOIN visit_totals AS total
  WHERE dimension = 'device' AND period = wanted.value ->> 0 AND organization_id = wanted.value ->> 1
    AND project_id = wanted.value ->> 2 AND link_id = wanted.value ->> 3
  ORDER BY retailer`;

/**
 * Which retailer the visits of each counter belong to. Counters do not say; totals do, by day and device. Where a link led to
 * several retailers on one day, its visits are divided among them so that the totals by device stay as they are. What no
 * total holds belongs to the retailer of the link.
 */
export function retailersOf(
  counts: readonly CarriedCount[],
  totals: readonly RetailerTotal[],
): { count: CarriedCount; retailer: string; visits: number }[] {
  const left = new Map<string, { retailer: string; numbers: VisitNumbers }[]>();
  for (const { linkId, day, device, retailer, scans, clicks, robots, previews } of totals) {
    const key = `${linkId} ${day} ${device}`;
    const numbers = { scans, clicks, robots, previews };
    left.set(key, [...(left.get(key) ?? []), { retailer, numbers }]);
  }
  return counts.flatMap((count) => {
    const name = CLASSES[classOf(count.visitor, count.code)];
    const shares: { count: CarriedCount; retailer: string; visits: number }[] = [];
    let open = count.visits;
    for (const total of left.get(`${count.linkId} ${count.hour.slice(0, 10)} ${count.device}`) ?? []) {
      const visits = Math.min(open, total.numbers[name]);
      if (visits === 0) continue;
      total.numbers[name] -= visits;
      open -= visits;
      shares.push({ count, retailer: total.retailer, visits });
    }
    if (open > 0) shares.push({ count, retailer: count.retailer, visits: open });
    return shares;
  });
}
