import { ADD_DAYS } from "../../src/features/visits/counter-statements.ts";
import { DayAdditions, type RowOwner } from "../../src/features/visits/day-rows.ts";
import { OPEN_DAYS } from "../../src/features/visits/sheet-periods.ts";
import { jsonRows } from "../../src/ground/platform/json-rows.ts";
import { fillLinkId } from "../links/many-links.ts";

/** Which visits a database gets. */
export interface CounterFill {
  /** As in `2026-11-21`. */
  days: readonly string[];
  /** Visits of each day. Nearly all are of a kind of their own. */
  daily: number;
  /** How many of the links of many-links.ts are visited, and every how many links one of them comes. */
  visited: number;
  apart: number;
}

const DEVICES = ["phone", "tablet", "desktop"] as const;

/** Writes the counters of days, as if the queue consumer had, one day after the other. */
export async function fillCounters(
  db: D1Database,
  { days, daily, visited, apart }: CounterFill,
  progress: (day: string) => void = () => {},
): Promise<void> {
  const { results } = await db
    .prepare(
      "SELECT id AS linkId, organization_id AS organizationId, project_id AS projectId, retailer FROM links",
    )
    .all<RowOwner>();
  const owners = new Map(results.map((owner) => [owner.linkId, owner]));
  for (const [index, day] of days.entries()) {
    const rows = new DayAdditions();
    for (let n = 0; n < daily; n++) {
      // A number from 0 up to 1 that looks random and is the same each time draws the link; its cube makes few links much
      // visited and many seldom: of 100,000, the first has 2 % of all visits.
      const u = ((n * 7919 + index * 104729 + Math.floor(n / 1000) * 31337) % 1000003) / 1000003;
      const owner = owners.get(fillLinkId(1 + apart * Math.floor(visited * u * u * u)));
      if (!owner) continue;
      rows.addVisits(owner, {
        at: { day, hour: n % 24 },
        code: n % 3 === 0 ? "default" : "",
        country: `${String.fromCharCode(65 + (Math.floor(n / 24) % 20))}A`,
        device: DEVICES[Math.floor(n / 7) % 3] ?? "desktop",
        visitor: "person",
        visits: 1,
      });
    }
    for (const part of jsonRows(rows.rows()))
      await db.batch([...ADD_DAYS, OPEN_DAYS].map((sql) => db.prepare(sql).bind(part)));
    progress(day);
  }
}
