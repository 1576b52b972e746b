import type { DatabaseSync } from "node:sqlite";
import { ARCHIVED_COUNTERS, ARCHIVED_TABLES } from "../../../extras/exports/archived-tables.ts";
import { firstDayKept, ROLL_UP_DAYS } from "../../../features/visits/counter-statements.ts";
import { type EndedRow, OPEN_DAYS } from "../../../features/visits/sheet-periods.ts";
import { endedRows } from "../../../features/visits/sheet-visitors.ts";
import { allRows, runBatch } from "../../../ground/platform/d1.ts";
import { UsageError } from "../command-line/command.ts";
import type { Row } from "./check-row.ts";
import { columnsOf, type LoadedArchive } from "./load-archive.ts";
import type { MovedMonths } from "./moved-months.ts";

/** Bytes of rows as JSON in one statement. Statements of a deployed database have at most 100 kB, and texts in hex. */
const MAX_STATEMENT = 40_000;
/** Bytes of rows in one transaction. */
const MAX_TRANSACTION = 1_000_000;

/** Each table after those that it refers to; the usage comes last. */
const ORDER = [
  "organizations",
  "projects",
  "links",
  ...[...ARCHIVED_TABLES.map(({ name }) => name), ...ARCHIVED_COUNTERS].filter(
    (name) => !["organizations", "projects", "links", "organization_usage"].includes(name),
  ),
];

/** Whether a host is a confirmed domain of another organization than ?2. */
const isForeign = (host: string): string => `EXISTS (SELECT 1 FROM domains AS other
    WHERE other.host = ${host} AND other.organization_id <> ?2 AND other.confirmed_at IS NOT NULL)`;
const FOREIGN = "' is the domain of another organization'";

/** The rows of ?1 that contradict what the database has of the organization ?2 and of others: each with the problem. */
const CONFLICTS: Readonly<Record<string, string>> = {
  organizations: `SELECT value ->> 'archive_line' AS line, 'there is another organization ' || organizations.id AS problem
    FROM json_each(?1) JOIN organizations ON lower(organizations.id) = lower(?2)
    WHERE organizations.id <> ?2 OR created_at <> value ->> 'created_at'`,
  links: `SELECT value ->> 'archive_line' AS line, CASE
      WHEN ${isForeign("value ->> 'domain'")} THEN value ->> 'domain' || ${FOREIGN}
      WHEN links.id <> value ->> 'id' THEN 'the short id ' || links.short_id || ' is that of another link'
      WHEN organization_id <> ?2 THEN 'the link ' || links.id || ' is of another organization'
      ELSE 'the link ' || links.id || ' is from an earlier export' END AS problem
    FROM json_each(?1) LEFT JOIN links ON links.id = value ->> 'id' OR short_id = value ->> 'short_id'
    WHERE links.id <> value ->> 'id' OR organization_id <> ?2 OR version < value ->> 'version'
      OR ${isForeign("value ->> 'domain'")}`,
  link_addresses: `SELECT value ->> 'archive_line' AS line, iif(name IS NULL, value ->> 'host' || ${FOREIGN},
      'the address ' || name || ' is that of another link') AS problem
    FROM json_each(?1) LEFT JOIN link_addresses ON host = value ->> 'host' AND name = value ->> 'name'
    WHERE link_id <> value ->> 'link_id' OR ${isForeign("value ->> 'host'")}`,
  activity: `SELECT value ->> 'archive_line' AS line, 'its activity ' || sequence || ' is another here' AS problem
    FROM json_each(?1) JOIN activity ON organization_id = ?2 AND sequence = value ->> 'sequence'
    WHERE activity.id <> value ->> 'id'`,
  domains: `SELECT value ->> 'archive_line' AS line, value ->> 'host' || ${FOREIGN} AS problem
    FROM json_each(?1) WHERE value ->> 'confirmed_at' IS NOT NULL AND ${isForeign("value ->> 'host'")}`,
};

/** The columns that the query above reads. */
const COMPARED =
  "archive_line id created_at short_id version domain host name link_id confirmed_at sequence".split(" ");

/** Throws UsageError, with the line, if a row contradicts the database. */
export async function rejectConflicts(
  { organizationId, rows }: LoadedArchive,
  db: D1Database,
): Promise<void> {
  for (const [table, sql] of Object.entries(CONFLICTS)) {
    const columns = columnsOf(rows, table).filter((name) => COMPARED.includes(name));
    for (const piece of pieces(rowsIn({ rows }, table, ["archive_line", ...columns]))) {
      const [found] = await allRows<{ line: string; problem: string }>(db, sql, piece, organizationId);
      if (found) throw new UsageError(`${found.line}: ${found.problem}. Nothing was imported.`);
    }
  }
}

function* rowsIn(
  { rows }: Pick<LoadedArchive, "rows">,
  table: string,
  columns: readonly string[],
): Generator<Row> {
  const statement = rows.prepare(`SELECT ${columns.join(", ")} FROM ${table}`);
  // SQLite has texts, whole numbers and null in these tables.
  for (const row of statement.iterate()) yield { ...(row as Row) };
}

/** Rows as JSON arrays for statements; a row that is too long for one is alone. */
function* pieces(rows: Iterable<Row>): Generator<string> {
  let texts: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size >= MAX_STATEMENT && texts.length > 0) {
      yield `[${texts.join(",")}]`;
      [texts, bytes] = [[], 0];
    }
    texts.push(text);
    bytes += size;
  }
  if (texts.length > 0) yield `[${texts.join(",")}]`;
}

/**
 * Writes the rows that the database lacks, in bounded transactions, and returns how many those are, as far as the database
 * reports it. A repeat after an interruption writes the rest. Links are published by the cron once everything is written.
 */
export async function writeArchive(
  archive: LoadedArchive,
  db: D1Database,
  { storedBytes, moved, now }: { storedBytes: number; moved: MovedMonths; now: Date },
): Promise<number> {
  let statements: D1PreparedStatement[] = [];
  let bytes = 0;
  let written = 0;
  const send = async () => {
    if (statements.length === 0) return;
    const results = await runBatch(db, statements);
    written += results.reduce((sum, { results: found }) => sum + found.length, 0);
    [statements, bytes] = [[], 0];
  };
  for (const table of ORDER) {
    const columns = columnsOf(archive.rows, table);
    for (const piece of pieces(rowsIn(archive, table, columns))) {
      statements.push(
        ...insertStatements(db, table, columns, piece, table === "visit_months" ? moved.isSame : "TRUE"),
      );
      bytes += Buffer.byteLength(piece);
      if (bytes > MAX_TRANSACTION) await send();
    }
  }
  // The sheets of these days are not in the archive: the cron writes them.
  for (const piece of pieces(daysIn(archive.rows))) statements.push(db.prepare(OPEN_DAYS).bind(piece));
  await send();
  await moved.check();
  const complete = [archive.organizationId, storedBytes];
  const last = [
    db.prepare(PUBLISH).bind(...complete, now.toISOString()),
    db.prepare(COUNT).bind(...complete),
  ];
  await runBatch(db, last);
  return written;
}

/** Rows of days that are rolled up at a time. */
const ROLLED_UP = 1_000;

/** The rows of days before ?1 that have sketches of visitors: those of the days on which the archive was written. */
const SKETCHES = `SELECT day, project_id AS projectId, link_id AS linkId, retailer, visitors FROM visit_days
  WHERE day < ?1 AND EXISTS (SELECT 1 FROM json_each(visitors) WHERE type IN ('object', 'text'))
  ORDER BY day, project_id, link_id, retailer`;
const END_VISITORS =
  "UPDATE visit_days SET visitors = ?5 WHERE day = ?1 AND project_id = ?2 AND link_id = ?3 AND retailer = ?4";

/** Rolls up old days as the cron does. Else a repeat would add days again whose visits the cron has moved into months. */
export function rollUp(rows: DatabaseSync, now: Date): void {
  const steps = ROLL_UP_DAYS.map((sql) => rows.prepare(sql));
  const firstKept = firstDayKept(now);
  rows.exec("BEGIN");
  // Months have numbers of visitors.
  type Sketches = EndedRow & { day: string; projectId: string };
  const sketches = rows.prepare(SKETCHES).all(firstKept) as unknown as Sketches[]; // the columns of the statement
  const end = rows.prepare(END_VISITORS);
  for (const all of Map.groupBy(sketches, ({ day, projectId }) => `${day} ${projectId}`).values())
    for (const { linkId, retailer, visitors } of endedRows(all))
      end.run(all[0]?.day ?? "", all[0]?.projectId ?? "", linkId, retailer, visitors);
  while (steps.map((step) => step.run(firstKept, ROLLED_UP).changes).at(-1) !== 0);
  rows.exec("COMMIT");
}

/** The days of projects that can have visits, those of months included. */
function* daysIn(rows: DatabaseSync): Generator<Row> {
  const days = `SELECT organization_id, project_id, day FROM visit_days WHERE link_id = ''
    UNION SELECT organization_id, project_id, date(month || '-01', '+' || place.value || ' days') AS day
    FROM visit_months CROSS JOIN json_each('${JSON.stringify(Array.from({ length: 31 }, (_, place) => place))}') AS place
    WHERE link_id = '' AND substr(day, 1, 7) = month`;
  for (const row of rows.prepare(days).iterate()) yield { ...(row as Row) };
}

/** Where a long row is put together within its transaction. */
const LONG = "restored";

function insertStatements(
  db: D1Database,
  table: string,
  columns: readonly string[],
  json: string,
  condition: string,
): D1PreparedStatement[] {
  const insert = (given: string) => `WITH given AS MATERIALIZED (SELECT value FROM json_each(${given}))
    INSERT INTO ${table} (${columns.join(", ")})
    SELECT ${columns.map((column) => `value ->> '${column}'`).join(", ")} FROM given WHERE ${condition} ON CONFLICT DO NOTHING RETURNING 1 AS isNew`;
  if (Buffer.byteLength(json) <= MAX_STATEMENT) return [db.prepare(insert("?1")).bind(json)];
  // ASCII, so that a part can end anywhere.
  const ascii = json.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const parts = ascii.match(PARTS) ?? [];
  return [
    ...parts.map((part, at) =>
      db
        .prepare("INSERT INTO activity_values (link_id, digest, json) VALUES (?1, ?2, ?3)")
        .bind(LONG, String(at).padStart(6, "0"), part),
    ),
    db
      .prepare(
        insert(
          "(SELECT group_concat(json, '') FROM (SELECT json FROM activity_values WHERE link_id = ?1 ORDER BY digest))",
        ),
      )
      .bind(LONG),
    db.prepare("DELETE FROM activity_values WHERE link_id = ?1").bind(LONG),
  ];
}

const PARTS = new RegExp(`.{1,${MAX_STATEMENT}}`, "g");

/** Unless this import was complete before: then its bytes are counted. */
const PUBLISH = `INSERT INTO link_changes (short_id, organization_id, queued_at, changed_at)
  SELECT short_id, organization_id, ?3, ?3 FROM links
  WHERE organization_id = ?1 AND NOT EXISTS (SELECT 1 FROM organization_usage WHERE organization_id = ?1 AND stored_bytes >= ?2)
  ON CONFLICT (short_id) DO UPDATE SET changed_at = excluded.changed_at`;
const COUNT = `INSERT INTO organization_usage (organization_id, stored_bytes) VALUES (?1, ?2)
  ON CONFLICT (organization_id) DO UPDATE SET stored_bytes = max(stored_bytes, excluded.stored_bytes)`;
