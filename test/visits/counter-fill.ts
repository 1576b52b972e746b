import { addTotals, COUNTER_COLUMNS } from "../../src/visits/totals.ts";
import { linkIdOf } from "../links/many-links.ts";

/** Which visits a database gets. */
export interface CounterFill {
  /** As in `2026-11-21`. */
  days: readonly string[];
  /** Visits of each day. Nearly all are of a kind of their own, and so a counter each. */
  daily: number;
  /** How many of the links of many-links.ts are visited, and every how many links one of them comes. */
  visited: number;
  apart: number;
}

/**
 * The counters of day ?1, the ?2nd, from ?3 visits of ?4 links. A number from 0 up to 1 that looks random and is the
 * same each time draws the link; its cube makes few links much visited and many seldom: of 100,000, the first has 2 % of
 * all visits. Parameters are bound as floating point, which `%` and `/` would keep.
 */
const COUNTERS = `WITH RECURSIVE given (day, visits, links, apart) AS (
      SELECT CAST(?2 AS INTEGER), CAST(?3 AS INTEGER), CAST(?4 AS INTEGER), CAST(?5 AS INTEGER)),
    visit (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM visit, given WHERE n + 1 < visits),
    drawn AS (SELECT n, (n * 7919 + day * 104729 + n / 1000 * 31337) % 1000003 / 1000003.0 AS u, links, apart
      FROM visit, given)
  SELECT ${linkIdOf("(1 + apart * CAST(links * u * u * u AS INTEGER))")} AS link_id,
    printf('%sT%02d', ?1, n % 24) AS hour, CASE n % 3 WHEN 0 THEN 'default' ELSE '' END AS qr_identifier,
    char(65 + n / 24 % 20, 65) AS country,
    CASE n / 7 % 3 WHEN 0 THEN 'phone' WHEN 1 THEN 'tablet' ELSE 'desktop' END AS device,
    'person' AS visitor, count(*) AS visits
  FROM drawn GROUP BY 1, 2, 3, 4, 5, 6`;

const FILL = `INSERT INTO visit_counts (${COUNTER_COLUMNS}, visits, totalled)
  SELECT ${COUNTER_COLUMNS}, visits, visits FROM (${COUNTERS})`;
const TOTAL = addTotals(COUNTERS);

/** Writes counters and their totals, as if the queue consumer had, one day after the other. */
export async function fillCounters(
  db: D1Database,
  { days, daily, visited, apart }: CounterFill,
  progress: (day: string) => void = () => {},
): Promise<void> {
  for (const [index, day] of days.entries()) {
    const values = [day, index, daily, visited, apart];
    await db.batch([FILL, TOTAL].map((statement) => db.prepare(statement).bind(...values)));
    progress(day);
  }
}
