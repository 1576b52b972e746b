import { DAY_MS, dayOf } from "../core/days.ts";
import { onD1 } from "../platform/d1.ts";
import { GIVEN_ROWS, jsonRows } from "../platform/json-rows.ts";
import type { StoredCounts } from "./cells.ts";
import { HOURS_KEPT_DAYS } from "./fold-days.ts";
import { packedCells } from "./series-text.ts";

/** Rows of one transaction, and transactions of one run. */
const PER_STEP = 500;
const STEPS_PER_RUN = 40;

interface MonthKey {
  month: string;
  organization_id: string;
  project_id: string;
  link_id: string;
}

const KEY = "month, organization_id, project_id, link_id";
const FIND = `SELECT ${KEY} FROM visit_pack_state`;
/** Months of which no day is left in visit_days. */
const NEXT = `SELECT ${KEY}, counts FROM visit_months WHERE (${KEY}) > (?1, ?2, ?3, ?4)
    AND month < min(?5, coalesce((SELECT substr(min(day), 1, 7) FROM visit_days), ?5))
  ORDER BY ${KEY} LIMIT ${PER_STEP}`;
/** No other run has gone on meanwhile. */
const UNMOVED = `(SELECT count(*) FROM visit_pack_state WHERE (${KEY}) = (?2, ?3, ?4, ?5)) = 1`;
/**
 * A row to which something was added since it was read stays as it is. The others are put behind all rows: in their old
 * places, SQLite would keep the room that they no longer take.
 */
export const packRows = (condition: string): string => `${GIVEN_ROWS}
  INSERT OR REPLACE INTO visit_months (${KEY}, counts, packed)
  SELECT row.month, row.organization_id, row.project_id, row.link_id, '{}', value ->> 5
  FROM given CROSS JOIN visit_months AS row ON row.month = value ->> 0 AND row.organization_id = value ->> 1
    AND row.project_id = value ->> 2 AND row.link_id = value ->> 3
  WHERE row.counts = value ->> 4 AND row.packed IS NULL AND ${condition}`;
const PACK = packRows(UNMOVED);
const MOVE = `UPDATE visit_pack_state SET (${KEY}) = (?6, ?7, ?8, ?9) WHERE ${UNMOVED}`;

/**
 * Packs months that are over, in the order of their key. Each step is one transaction, so a run may end anywhere; of two that
 * overlap, one changes nothing.
 */
export async function packMonths(db: D1Database, now: Date): Promise<void> {
  const before = dayOf(new Date(now.getTime() - HOURS_KEPT_DAYS * DAY_MS)).slice(0, 7);
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const found = await onD1(() => db.prepare(FIND).first<MonthKey>());
    if (!found) return;
    const place = keyOf(found);
    const next = db.prepare(NEXT).bind(...place, before);
    const { results } = await onD1(() => next.all<MonthKey & { counts: string }>());
    const last = results.at(-1);
    if (!last) return;
    const packed = results.map((row) => [...keyOf(row), row.counts, packedText(row.counts)]);
    await onD1(() =>
      db.batch([
        ...jsonRows(packed).map((part) => db.prepare(PACK).bind(part, ...place)),
        db.prepare(MOVE).bind(null, ...place, ...keyOf(last)),
      ]),
    );
    if (results.length < PER_STEP) return;
  }
}

const keyOf = ({ month, organization_id, project_id, link_id }: MonthKey) =>
  [month, organization_id, project_id, link_id] as const;

/** The counts with a series in place of cells wherever that is shorter. */
export function packedText(text: string): string {
  // Only this folder writes this column.
  const counts = JSON.parse(text) as StoredCounts;
  const packed = Object.entries(counts).map(([part, values]) => [
    part,
    Object.fromEntries(Object.entries(values).map(([value, cells]) => [value, packedCells(cells)])),
  ]);
  return JSON.stringify(Object.fromEntries(packed));
}
