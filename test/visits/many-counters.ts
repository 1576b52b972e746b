import { DAY_MS } from "../../src/core/days.ts";
import { addTotals, COUNTER_COLUMNS } from "../../src/visits/totals.ts";

/** The first of DAYS days with counters. */
export const FIRST_DAY = Date.parse("2026-10-01T00:00:00.000Z");
export const DAYS = 30;
const COUNTRIES = 20;
const DEVICES = 3;
const CODES = 12;
/** Counters of a link and day: each hour, country, device and QR code with each other. */
const COUNTERS_A_DAY = 24 * COUNTRIES * DEVICES * CODES;

/** One day's counters of a link, of every `?3`th kind. Numbers are bound as floating point, which `%` would keep. */
const FILL = `WITH RECURSIVE
    step (width) AS (SELECT CAST(?3 AS INTEGER)),
    number (n) AS (SELECT 0 UNION ALL SELECT n + width FROM number, step WHERE n + width < ${COUNTERS_A_DAY})
  INSERT INTO visit_counts (${COUNTER_COLUMNS}, visits, totalled)
  SELECT ?1, printf('%sT%02d', ?2, n / ${COUNTRIES * DEVICES * CODES}),
    printf('code-%d', n / ${COUNTRIES * DEVICES} % ${CODES}), char(65 + n % ${COUNTRIES}, 65),
    CASE n / ${COUNTRIES} % ${DEVICES} WHEN 0 THEN 'phone' WHEN 1 THEN 'tablet' ELSE 'desktop' END, 'person', 1, 1
  FROM number WHERE TRUE
  ON CONFLICT (${COUNTER_COLUMNS}) DO NOTHING`;
const TOTAL = addTotals(`SELECT ${COUNTER_COLUMNS}, visits FROM visit_counts
  WHERE link_id = ?1 AND hour >= ?2 AND hour < ?2 || 'T99'`);

/** Counters of every `step`th kind, with their totals. Gives the number of counters. */
export async function fill(DB: D1Database, linkIds: readonly string[], step: number): Promise<number> {
  await DB.prepare("DELETE FROM visit_totals").run();
  for (const linkId of linkIds) {
    for (let index = 0; index < DAYS; index++) {
      const day = new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
      await DB.batch([DB.prepare(FILL).bind(linkId, day, step), DB.prepare(TOTAL).bind(linkId, day)]);
    }
  }
  return (await DB.prepare("SELECT count(*) AS rows FROM visit_counts").first<number>("rows")) ?? 0;
}

/** `db`, and the number of rows that the last batch has read. */
export function metered(db: D1Database) {
  const read = { rows: 0 };
  const batch = async <T>(statements: D1PreparedStatement[]) => {
    const results = await db.batch<T>(statements);
    read.rows = results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
    return results;
  };
  const proxy = new Proxy(db, {
    get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name).bind(target)),
  });
  return { db: proxy, read };
}
