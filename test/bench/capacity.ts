import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { newId, newShortId } from "../../src/core/ids.ts";
import { jsonRows } from "../../src/platform/json-rows.ts";
import { DayRows, type RowOwner } from "../../src/visits/day-rows.ts";
import { addDays, addMonths } from "../../src/visits/day-statements.ts";
import { type FoldedDay, MonthRows } from "../../src/visits/month-rows.ts";
import { packedText, packRows } from "../../src/visits/pack-months.ts";
import { rankedOf } from "../../src/visits/ranking-source.ts";
import { addRankings, BLOCKS_KEPT } from "../../src/visits/rankings.ts";
import { linkBody } from "../bodies.ts";
import { post } from "../requests.ts";
import { startService } from "../service.ts";

/**
 * Measures what rows take of a D1 database: `node --no-warnings test/bench/capacity.ts`, or with `--traffic` what visits take alone. The rows that a create writes
 * are copied, with ids of their own, into an SQLite database with schema.sql; what it grows by is counted in pages.
 */

const ADD_DAYS = addDays();
const ADD_MONTHS = addMonths("TRUE");
const PACK = packRows("TRUE");

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
  return (value("page_count") - value("freelist_count")) * value("page_size");
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

const times = Array.from({ length: COPIES }, (_, index) => new Date(START + index * 1_000));
const linkIds = times.map((time) => newId("lnk", time));
const idOf = (index: number): string => linkIds[index] ?? "";
/** What the rows of a create take, and the id of a message. */
async function measureRows(): Promise<void> {
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
}

if (!process.argv.includes("--traffic")) await measureRows();

/** How much a link is visited. `kinds` is how many kinds of visits an hour has. */
interface Traffic {
  name: string;
  hours: number;
  kinds: number;
  countries: number;
  devices: number;
  codes: number;
  /** How many links are measured. */
  links: number;
}

const TRAFFIC: readonly Traffic[] = [
  { name: "modest", hours: 4, kinds: 1, countries: 3, devices: 2, codes: 2, links: 100 },
  { name: "middle", hours: 12, kinds: 5, countries: 5, devices: 3, codes: 2, links: 30 },
  { name: "busy", hours: 24, kinds: 100, countries: 30, devices: 4, codes: 5, links: 4 },
];
const DEVICES = ["phone", "desktop", "tablet", "other"] as const;
const YEARS = 5;
const GIGABYTES = 10;
/** Rows of days that are kept: 90 days, today, and one more until the job has folded it. */
const DAYS_KEPT = 92;

let state = 1;
/** A number from 0 up to 1 that is the same in each run (the generator mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let value = Math.imul(state ^ (state >>> 15), state | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
}
/** A number below `most`, the lower the likelier: most people come from few countries, with few devices. */
const skewed = (most: number): number => Math.floor(most * random() ** 2);
const letter = (index: number): string => String.fromCharCode(65 + (index % 26));
const dayOf = (index: number): string => new Date(START + index * 86_400_000).toISOString().slice(0, 10);
const ownerOf = (traffic: Traffic, index: number): RowOwner => ({
  organizationId: "acme",
  projectId: traffic.name,
  linkId: idOf(index),
  retailer: "bigbox_w",
});
const inTransaction = (write: () => void): void => {
  database.exec("BEGIN");
  write();
  database.exec("COMMIT");
};
const run = (sql: string, rows: readonly unknown[]): void => {
  for (const part of jsonRows(rows)) database.prepare(sql).run(part);
};

/** A day of all links, hour by hour, as messages bring it: rows grow while the day goes on. */
function countDay(traffic: Traffic, day: string): void {
  for (let hour = 24 - traffic.hours; hour < 24; hour++) {
    const rows = new DayRows();
    for (let index = 0; index < traffic.links; index++) {
      for (let kind = 0; kind < traffic.kinds; kind++) {
        const code = skewed(traffic.codes + 1);
        const country = skewed(traffic.countries);
        rows.addVisits(ownerOf(traffic, index), {
          at: { day, hour },
          code: code === 0 ? "" : code === 1 ? "default" : `poster-${code}`,
          country: letter(country) + letter(country * 7 + 3),
          device: DEVICES[skewed(traffic.devices)] ?? "phone",
          visitor: "person",
          visits: 1 + skewed(8),
        });
      }
    }
    // In the order in which messages come, which is that of no key.
    run(
      ADD_DAYS,
      // Without that of the project, which so few links would share.
      rows
        .rows()
        .filter(([, , , linkId]) => linkId !== "")
        .sort(() => random() - 0.5),
    );
  }
}

const everyDay = (projectId: string) =>
  database
    .prepare("SELECT * FROM visit_days WHERE project_id = ? ORDER BY day, link_id")
    .all(projectId) as unknown as (Omit<FoldedDay, "counts"> & { counts: string })[];

// With `--traffic busy`, that alone.
for (const traffic of TRAFFIC.filter(
  ({ name }) => !TRAFFIC.some((each) => process.argv.includes(each.name)) || process.argv.includes(name),
)) {
  const { name, links } = traffic;
  const grown = (write: () => void): number => {
    const before = bytes();
    write();
    return (bytes() - before) / links;
  };
  const days = grown(() => {
    for (let index = 0; index < DAYS_KEPT; index++) inTransaction(() => countDay(traffic, dayOf(index)));
  });
  const rows = everyDay(name);
  const months = grown(() =>
    // Day by day, as the job folds them.
    inTransaction(() => {
      for (let index = 0; index < DAYS_KEPT; index++) {
        const sums = new MonthRows();
        for (const row of rows) {
          if (row.day === dayOf(index)) sums.addDay({ ...row, counts: JSON.parse(row.counts) });
        }
        run(ADD_MONTHS, sums.rows());
      }
    }),
  );
  const folded = database
    .prepare(
      "SELECT month, organization_id, project_id, link_id, counts FROM visit_months WHERE project_id = ?",
    )
    .all(name) as {
    month: string;
    organization_id: string;
    project_id: string;
    link_id: string;
    counts: string;
  }[];
  const packing = grown(() =>
    inTransaction(() =>
      run(
        PACK,
        folded.map((row) => [...Object.values(row), packedText(row.counts)]),
      ),
    ),
  );
  const ranks = grown(() =>
    inTransaction(() => {
      database.exec("DELETE FROM visit_rank_state");
      database.exec(`INSERT INTO visit_rank_state VALUES (1, '', '${dayOf(DAYS_KEPT)}', '~', '', '', '')`);
      for (let index = 0; index < DAYS_KEPT; index++) {
        const source = rankedOf(
          `SELECT * FROM visit_days WHERE day = '${dayOf(index)}' AND project_id = '${name}'`,
        );
        for (const sql of addRankings(source)) database.exec(sql);
      }
    }),
  );
  const [{ lists }] = database
    .prepare("SELECT count(DISTINCT days || first_day) AS lists FROM visit_rank_lists WHERE project_id = ?")
    .all(name) as [{ lists: number }];
  const list = ranks / lists;
  // Blocks of one day for 100 days, of 8 for 400, and of 64 without end.
  const ranked = (years: number) => list * (BLOCKS_KEPT[1] + BLOCKS_KEPT[8] / 8 + (years * 365) / 64);
  const yearly = ((months + packing) / DAYS_KEPT) * 365 + (list * 365) / 64;
  const link = 1_310 + days + ranked(0) + YEARS * yearly;
  const kilobytes = (size: number) => `${(size / 1_000).toFixed(1)} kB`;
  console.log(
    `${name}: days ${kilobytes(days)}, short rankings ${kilobytes(ranked(0))}, months ${kilobytes(months)}, packed ${kilobytes(months + packing)}, a year ${kilobytes(yearly)}; ` +
      `${Math.floor((GIGABYTES * 1e9) / link)} links in ${GIGABYTES} GB for ${YEARS} years`,
  );
  const [{ size }] = database
    .prepare("SELECT avg(length(counts)) AS size FROM visit_days WHERE project_id = ? AND link_id <> ''")
    .all(name) as [{ size: number }];
  console.log(
    `  counts of a day ${size.toFixed(0)} bytes; an entry of rankings in ${(list / (1 + traffic.codes)).toFixed(0)} bytes`,
  );
}
