import { GIVEN_ROWS } from "../../ground/platform/json-rows.ts";

/**
 * Notes that days of projects have visits that are not on sheets, for rows of visit_days in the JSON array ?1: in one transaction
 * with these rows. What was written of the day, and of its month, is then written anew.
 */
export const OPEN_DAYS = `${GIVEN_ROWS} INSERT INTO visit_sheet_periods (organization_id, project_id, period, state, changes, link_id, sheets, length)
  SELECT DISTINCT value ->> 'organization_id', value ->> 'project_id', substr(value ->> 'day', 1, item.column1), 'open', 0, '', 0, 0
  FROM given CROSS JOIN (VALUES (${"2026-11-21".length}), (${"2026-11".length})) AS item WHERE TRUE
  ON CONFLICT (organization_id, project_id, period) DO UPDATE
    SET state = 'open', changes = changes + 1, link_id = '', sheets = 0, length = 0 WHERE state <> 'open'`;

/** The texts of a sheet: visits, and daily visitors. */
export interface Sheet {
  counts: string;
  visitors: string;
}

export const lengthOf = (sheets: readonly Sheet[]): number =>
  sheets.reduce((sum, { counts, visitors }) => sum + counts.length + visitors.length, 0);

/** Sheets of these texts: a sheet has one of each, as long as there are any. */
export const zipped = (counts: readonly string[], visitors: readonly string[]): Sheet[] =>
  Array.from({ length: Math.max(counts.length, visitors.length) }, (_, index) => ({
    counts: counts[index] ?? "",
    visitors: visitors[index] ?? "",
  }));

/** A day or month of a project. */
export interface SheetPeriod {
  organizationId: string;
  projectId: string;
  period: string;
}

const keyOf = ({ organizationId, projectId, period }: SheetPeriod): string[] => [
  organizationId,
  projectId,
  period,
];
const IS_PERIOD = "organization_id = ?1 AND project_id = ?2 AND period = ?3";

/**
 * Periods that have ended and are not written, the oldest first: days of which the zone's current day in the JSON object ?1 is
 * later, and months whose days are all written. ?2 is later than any of these days.
 */
const DUE = `SELECT due.organization_id AS organizationId, due.project_id AS projectId, due.period
  FROM visit_sheet_periods AS due INDEXED BY visit_sheet_periods_due
    CROSS JOIN organizations ON organizations.id = due.organization_id
    CROSS JOIN json_each(?1) AS zone ON zone.key = coalesce(time_zone, 'UTC')
  WHERE due.state <> 'written' AND due.period < ?2 AND due.period < substr(zone.value, 1, length(due.period))
    AND (length(due.period) > 7 OR NOT EXISTS (SELECT 1 FROM visit_sheet_periods AS day
      WHERE day.organization_id = due.organization_id AND day.project_id = due.project_id
        AND day.period BETWEEN due.period || '-01' AND due.period || '-31' AND day.state <> 'written'))
  ORDER BY due.period, due.organization_id, due.project_id LIMIT ?3`;

const BEGIN = `UPDATE visit_sheet_periods SET state = 'writing', changes = changes + 1
  WHERE ${IS_PERIOD} AND state <> 'written' RETURNING changes, link_id AS linkId, sheets, length`;

/** What an attempt to write a period continues with. It ends when the period has other `changes`. */
export interface Attempt {
  changes: number;
  linkId: string;
  sheets: number;
  length: number;
}

/** Whether the attempt is the last one, and no visit came meanwhile; its changes are ?4. */
const IS_ATTEMPT = `EXISTS (SELECT 1 FROM visit_sheet_periods WHERE ${IS_PERIOD} AND changes = ?4)`;
const WRITE = `INSERT INTO visit_sheets (organization_id, project_id, period, sheet, counts, visitors)
  SELECT ?1, ?2, ?3, ?5 + item.key, item.value ->> 'counts', item.value ->> 'visitors' FROM json_each(?6) AS item WHERE ${IS_ATTEMPT}
  ON CONFLICT (organization_id, project_id, period, sheet) DO UPDATE SET counts = excluded.counts, visitors = excluded.visitors`;
const DELETE_OLD = `DELETE FROM visit_sheets WHERE ${IS_PERIOD} AND sheet >= ?5 AND ${IS_ATTEMPT}`;
const NOTE = `UPDATE visit_sheet_periods SET link_id = ?5, sheets = ?6, length = ?7 WHERE ${IS_PERIOD} AND changes = ?4`;
const END = `UPDATE visit_sheet_periods SET state = 'written', changes = changes + 1, link_id = '', sheets = ?5, length = ?6
  WHERE ${IS_PERIOD} AND changes = ?4`;

export const dueStatement = (
  db: D1Database,
  { days, before, limit }: { days: Readonly<Record<string, string>>; before: string; limit: number },
): D1PreparedStatement => db.prepare(DUE).bind(JSON.stringify(days), before, limit);

/** The statement that begins or continues to write a period; its row is the attempt. No row: it is written. */
export const beginStatement = (db: D1Database, period: SheetPeriod): D1PreparedStatement =>
  db.prepare(BEGIN).bind(...keyOf(period));

/**
 * The statements that store sheets of an attempt, for one transaction. The last one changes a row unless the attempt has ended: then
 * none of them does. `linkId`: the last link on the sheets; null if they are the last.
 */
export function sheetStatements(
  db: D1Database,
  period: SheetPeriod,
  attempt: Attempt,
  { written, linkId }: { written: readonly Sheet[]; linkId: string | null },
): D1PreparedStatement[] {
  const key = [...keyOf(period), attempt.changes];
  const sheets = attempt.sheets + written.length;
  const length = attempt.length + lengthOf(written);
  return [
    ...pieces(written).map(({ first, some }) =>
      db.prepare(WRITE).bind(...key, attempt.sheets + first, JSON.stringify(some)),
    ),
    ...(linkId === null
      ? [db.prepare(DELETE_OLD).bind(...key, sheets), db.prepare(END).bind(...key, sheets, length)]
      : [db.prepare(NOTE).bind(...key, linkId, sheets, length)]),
  ];
}

/** Sheets of a statement: fewer characters than a parameter of D1 may have. */
const PER_STATEMENT = 20;

const pieces = (sheets: readonly Sheet[]): { first: number; some: readonly Sheet[] }[] =>
  Array.from({ length: Math.ceil(sheets.length / PER_STATEMENT) }, (_, index) => {
    const first = index * PER_STATEMENT;
    return { first, some: sheets.slice(first, first + PER_STATEMENT) };
  });

const END_VISITORS = `UPDATE visit_days AS row SET visitors = given.value ->> 'visitors' FROM json_each(?5) AS given
  WHERE row.day = ?3 AND row.organization_id = ?1 AND row.project_id = ?2 AND row.link_id = given.value ->> 'linkId'
    AND row.retailer = given.value ->> 'retailer' AND ${IS_ATTEMPT}`;

/** A row of visit_days of the period, and its column `visitors`. */
export interface EndedRow {
  linkId: string;
  retailer: string;
  visitors: string;
}

/** The statement that replaces sketches of visitors by numbers: before those of `sheetStatements`, in the same transaction. */
export const endVisitorsStatement = (
  db: D1Database,
  period: SheetPeriod,
  attempt: Attempt,
  rows: readonly EndedRow[],
): D1PreparedStatement =>
  db.prepare(END_VISITORS).bind(...keyOf(period), attempt.changes, JSON.stringify(rows));
