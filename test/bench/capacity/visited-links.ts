import { addMonths } from "../../../src/visits/day-statements.ts";
import { type FoldedDay, MonthRows } from "../../../src/visits/month-rows.ts";
import { packedText, packRows } from "../../../src/visits/pack-months.ts";
import { rankedOf } from "../../../src/visits/ranking-source.ts";
import { addRankings, BLOCKS_KEPT } from "../../../src/visits/rankings.ts";
import { database, grown, inTransaction, run } from "./database.ts";
import { countDay, dayOf, type Traffic } from "./traffic.ts";

const ADD_MONTHS = addMonths("TRUE");
const PACK = packRows("TRUE");

const YEARS = 5;
const GIGABYTES = 10;
/** Rows of days that are kept: 90 days, today, and one more until the job has folded it. */
const DAYS_KEPT = 92;
/** A link, its QR code and the entry of its create, as measured by created-rows.ts. */
const LINK = 1_310;

/** What the visits of one link take, in bytes. */
interface Room {
  days: number;
  /** An entry of the link and those of its codes in the list of one block. */
  list: number;
  months: number;
  packed: number;
}

const selectAll = <Row>(sql: string, value: string): Row[] =>
  // The columns of the statement.
  database.prepare(sql).all(value) as unknown as Row[];

function countDays(traffic: Traffic): void {
  for (let index = 0; index < DAYS_KEPT; index++) inTransaction(() => countDay(traffic, dayOf(index)));
}

/** Day by day, as the job folds them. */
function foldDays({ name }: Traffic): void {
  for (let index = 0; index < DAYS_KEPT; index++) {
    const sums = new MonthRows();
    const sql = `SELECT * FROM visit_days WHERE day = '${dayOf(index)}' AND project_id = ? ORDER BY link_id`;
    for (const row of selectAll<Omit<FoldedDay, "counts"> & { counts: string }>(sql, name)) {
      sums.addDay({ ...row, counts: JSON.parse(row.counts) });
    }
    run(ADD_MONTHS, sums.rows());
  }
}

function packMonths({ name }: Traffic): void {
  const sql =
    "SELECT month, organization_id, project_id, link_id, counts FROM visit_months WHERE project_id = ?";
  const rows = selectAll<Record<"month" | "organization_id" | "project_id" | "link_id" | "counts", string>>(
    sql,
    name,
  );
  run(
    PACK,
    rows.map((row) => [...Object.values(row), packedText(row.counts)]),
  );
}

function rankDays({ name }: Traffic): void {
  database.exec("DELETE FROM visit_rank_state");
  database.exec(`INSERT INTO visit_rank_state VALUES (1, '', '${dayOf(DAYS_KEPT)}', '~', '', '', '')`);
  for (let index = 0; index < DAYS_KEPT; index++) {
    const source = rankedOf(
      `SELECT * FROM visit_days WHERE day = '${dayOf(index)}' AND project_id = '${name}'`,
    );
    for (const sql of addRankings(source)) database.exec(sql);
  }
}

function roomOf(traffic: Traffic): Room {
  const { name, links } = traffic;
  const each = (write: (traffic: Traffic) => void) => grown(() => write(traffic)) / links;
  const inOne = (write: (traffic: Traffic) => void) => each(() => inTransaction(() => write(traffic)));
  const days = each(countDays);
  const months = inOne(foldDays);
  const packed = months + inOne(packMonths);
  const ranks = inOne(rankDays);
  const [{ lists } = { lists: Number.NaN }] = selectAll<{ lists: number }>(
    "SELECT count(DISTINCT days || first_day) AS lists FROM visit_rank_lists WHERE project_id = ?",
    name,
  );
  return { days, list: ranks / lists, months, packed };
}

/** Prints what the visits of a link take, and how many such links a database holds. */
export function measureTraffic(traffic: Traffic): void {
  const { name, codes } = traffic;
  const { days, list, months, packed } = roomOf(traffic);
  // Blocks of one day for 100 days, of 8 for 400, and of 64 without end.
  const ranked = list * (BLOCKS_KEPT[1] + BLOCKS_KEPT[8] / 8);
  const yearly = (packed / DAYS_KEPT) * 365 + (list * 365) / 64;
  const link = LINK + days + ranked + YEARS * yearly;
  const kilobytes = (size: number) => `${(size / 1_000).toFixed(1)} kB`;
  console.log(
    `${name}: days ${kilobytes(days)}, short rankings ${kilobytes(ranked)}, months ${kilobytes(months)}, packed ${kilobytes(packed)}, a year ${kilobytes(yearly)}; ` +
      `${Math.floor((GIGABYTES * 1e9) / link)} links in ${GIGABYTES} GB for ${YEARS} years`,
  );
  const [{ size } = { size: Number.NaN }] = selectAll<{ size: number }>(
    "SELECT avg(length(counts)) AS size FROM visit_days WHERE project_id = ? AND link_id <> ''",
    name,
  );
  console.log(
    `  counts of a day ${size.toFixed(0)} bytes; an entry of rankings in ${(list / (1 + codes)).toFixed(0)} bytes`,
  );
}
