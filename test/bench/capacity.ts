import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { newId, newShortId } from "../../src/core/ids.ts";
import { addRankings } from "../../src/visits/rankings.ts";
import { addTotals, COUNTER_COLUMNS } from "../../src/visits/totals.ts";
import { linkBody } from "../bodies.ts";
import { post } from "../requests.ts";
import { startService } from "../service.ts";

/**
 * Measures what rows take of a D1 database: `node --no-warnings test/bench/capacity.ts`. The rows that a create writes
 * are copied, with ids of their own, into an SQLite database with schema.sql; what it grows by is counted in pages.
 */

const COPIES = 50_000;
const START = Date.parse("2026-11-01T00:00:00.000Z");

type Row = Record<string, SQLInputValue>;

const database = new DatabaseSync(":memory:");
// As D1 has them.
database.exec("PRAGMA page_size = 4096; PRAGMA foreign_keys = OFF;");
database.exec(readFileSync(join(import.meta.dirname, "../../schema.sql"), "utf8"));

const bytes = (): number => {
  const value = (pragma: string) =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  return value("page_count") * value("page_size");
};

/** Prints what each of `rows` rows takes that `write` makes. */
function measure(what: string, write: () => number): void {
  const before = bytes();
  database.exec("BEGIN");
  const rows = write();
  database.exec("COMMIT");
  const each = (bytes() - before) / rows;
  console.log(`${what}: ${each.toFixed(0)} bytes (${rows} rows)`);
}

function insert(table: string, row: Row): void {
  const columns = Object.keys(row);
  const places = columns.map(() => "?").join(", ");
  database
    .prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`)
    .run(...Object.values(row));
}

const service = await startService();
const key = await service.issueKey();
const { json } = await post(service, "/v1/links", linkBody("bigbox_w add_to_cart"), {
  ...key,
  idempotencyKey: "capacity-1",
});
const link: { id: string; shortId: string } = json.data;
const rowOf = async (table: string): Promise<Row> =>
  (await service.env.DB.prepare(`SELECT * FROM ${table}`).first<Row>()) ?? {};
const [linkRow, codeRow, claimRow] = await Promise.all(
  ["links", "qr_codes", "idempotency_claims"].map(rowOf),
);
const activityRow = await service.env.DB.prepare("SELECT * FROM activity WHERE link_id = ?1")
  .bind(link.id)
  .first<Row>();
await service.close();

const times = Array.from({ length: COPIES }, (_, index) => new Date(START + index * 1_000));
const linkIds = times.map((time) => newId("lnk", time));
const idOf = (index: number): string => linkIds[index] ?? "";
/** A row with the id of another link wherever its own stood. */
const copyFor = (row: Row | undefined, index: number): Row =>
  Object.fromEntries(
    Object.entries(row ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll(link.id, idOf(index)) : value,
    ]),
  );

measure("link (bigbox_w cart)", () => {
  for (const index of times.keys()) insert("links", { ...copyFor(linkRow, index), short_id: newShortId() });
  return COPIES;
});
measure("QR code", () => {
  for (const index of times.keys()) insert("qr_codes", copyFor(codeRow, index));
  return COPIES;
});
measure("activity of a create", () => {
  for (const [index, time] of times.entries()) {
    insert("activity", { ...copyFor(activityRow ?? undefined, index), id: newId("act", time) });
  }
  return COPIES;
});
measure("idempotency claim of a create, kept 24 hours", () => {
  for (const index of times.keys()) {
    const scope = newId("key", new Date(START)).repeat(3).slice(0, 64);
    insert("idempotency_claims", { ...copyFor(claimRow, index), scope });
  }
  return COPIES;
});
measure("id of a visit message, kept two days", () => {
  for (const time of times) insert("visit_messages", { id: newId("vis", time) });
  return COPIES;
});

// Ten days of 1,000 links that come by two codes or none, in every hour, from three countries and with two devices.
const DAYS = 10;
const COUNTRIES = ["US", "CA", "MX"];
measure("visit counter, kept 90 days", () => {
  let rows = 0;
  for (let hour = 0; hour < DAYS * 24; hour++) {
    const text = new Date(START + hour * 3_600_000).toISOString().slice(0, 13);
    for (let number = hour % 7; number < 1_000; number += 7) {
      const qr_identifier = ["default", "window-poster", ""][(number + hour) % 3] ?? "";
      const country = COUNTRIES[(number * 5 + hour) % 3] ?? "";
      const device = (number + hour) % 2 === 0 ? "phone" : "desktop";
      const row = { link_id: idOf(number), hour: text, qr_identifier, country, device, visitor: "person" };
      insert("visit_counts", { ...row, visits: 3, totalled: 3 });
      rows++;
    }
  }
  return rows;
});
measure("total of a link or project, of an hour (kept 90 days) or a day", () => {
  database.exec(addTotals(`SELECT ${COUNTER_COLUMNS}, visits FROM visit_counts`));
  return Number(database.prepare("SELECT count(*) AS n FROM visit_totals").get()?.n);
});
for (const row of database
  .prepare("SELECT dimension, count(*) AS rows FROM visit_totals GROUP BY dimension")
  .all()) {
  console.log(`  of these ${row.rows} by ${row.dimension}`);
}
measure("entry of a ranking: a link or QR code in a block of 1, 8 or 64 days", () => {
  insert("visit_ranking_state", {
    ...{ id: 1, day: "2026-11-10", dimension: "~", organization_id: "", project_id: "", link_id: "" },
    ...{ value: "", retailer: "" },
  });
  const ranked = "SELECT * FROM visit_totals WHERE dimension IN ('device', 'qrCode')";
  for (const sql of addRankings(ranked)) database.exec(sql);
  return Number(database.prepare("SELECT count(*) AS n FROM visit_rankings").get()?.n);
});
