import { DAY_MS, dayOf } from "../core/days.ts";
import { onD1 } from "../platform/d1.ts";
import { jsonRows } from "../platform/json-rows.ts";
import type { StoredCounts } from "./cells.ts";
import { PARTS } from "./day-rows.ts";
import { addMonths } from "./day-statements.ts";
import { type FoldedDay, MonthRows } from "./month-rows.ts";
import { NUMBERS } from "./number-columns.ts";

/** How long visits are kept by the hour, in days. By the day they are kept without limit. */
export const HOURS_KEPT_DAYS = 90;

/** Rows of one transaction, and transactions of one run. */
const PER_STEP = 1_000;
const STEPS_PER_RUN = 40;

const KEY = "day, organization_id, project_id, link_id, retailer";
/** Days that are ranked, as rankings are made from days. The row of a project can be large, and has the totals that a month needs beside the kinds of visits. */
const OLDEST = `SELECT ${KEY}, ${NUMBERS}, taps, CASE WHEN link_id <> '' THEN counts ELSE json_object(
    ${[PARTS.country, PARTS.device, PARTS.referrer, PARTS.choice].map((part) => `'${part}', json(coalesce(counts -> '$.${part}', '{}'))`).join(", ")}) END AS counts
  FROM visit_days WHERE day < min(?1, (SELECT iif(organization_id = '~', date(day, '+1 day'), day) FROM visit_rank_state)) ORDER BY ${KEY} LIMIT ${PER_STEP}`;
const RANGE = `(${KEY}) >= (?2, ?3, ?4, ?5, ?6) AND (${KEY}) <= (?7, ?8, ?9, ?10, ?11)`;
/** Nothing was added to the rows since they were read: else all numbers together would be higher. */
const UNCHANGED = `(SELECT total(scans + clicks + robots + previews + taps) FROM visit_days WHERE ${RANGE}) = ?12`;
const ADD = addMonths(UNCHANGED);
const DELETE = `DELETE FROM visit_days WHERE ${RANGE} AND ${UNCHANGED}`;

type Row = Omit<FoldedDay, "counts"> & { counts: string };

/**
 * Puts days of more than 90 days ago into their months, the oldest first. Each step is one transaction, so a run may end
 * anywhere; of two that overlap, one changes nothing.
 */
export async function foldDays(db: D1Database, now: Date): Promise<void> {
  // Two days more, because a query for the last 90 days may begin within a day, and because of time zones.
  const before = dayOf(new Date(now.getTime() - (HOURS_KEPT_DAYS + 2) * DAY_MS));
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const { results } = await onD1(() => db.prepare(OLDEST).bind(before).all<Row>());
    if (results.length > 0) await fold(db, results);
    if (results.length < PER_STEP) return;
  }
}

async function fold(db: D1Database, rows: readonly Row[]): Promise<void> {
  const months = new MonthRows();
  let total = 0;
  for (const row of rows) {
    // Only this folder writes this column.
    const counts = JSON.parse(row.counts) as StoredCounts;
    months.addDay({ ...row, counts });
    const { scans, clicks, robots, previews, taps } = row;
    total += scans + clicks + robots + previews + taps;
  }
  const [first, last] = [rows[0], rows.at(-1)].map((row) =>
    row ? [row.day, row.organization_id, row.project_id, row.link_id, row.retailer] : [],
  );
  const range = [...(first ?? []), ...(last ?? []), total];
  await onD1(() =>
    db.batch([
      ...jsonRows(months.rows()).map((part) => db.prepare(ADD).bind(part, ...range)),
      db.prepare(DELETE).bind(null, ...range),
    ]),
  );
}
