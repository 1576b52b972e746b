import { ROLL_UP_DAYS } from "../../../src/features/visits/counter-statements.ts";
import { database, grown, inTransaction } from "./database.ts";
import { countDay, dayOf, type Traffic } from "./traffic.ts";

const YEARS = 5;
const GIGABYTES = 10;
/** Stored rows of days: 90 days, today, and one more until the job has rolled it up. */
const DAYS_KEPT = 92;
/** A link, its QR code and its activity, as measured by created-rows.ts. */
const LINK = 1_310;

const ALL_ROWS = 1_000_000;

/** Moves days into months like the job: in the order of days, so that rows of months grow. */
function foldDays(): void {
  for (let index = 0; index < DAYS_KEPT; index++) {
    inTransaction(() => {
      for (const sql of ROLL_UP_DAYS) database.prepare(sql).run(dayOf(DAYS_KEPT), ALL_ROWS);
    });
  }
}

const average = (table: "visit_days" | "visit_months"): number =>
  Number(
    Object.values(
      database
        .prepare(`SELECT avg(length(counts) + length(totals) + length(referrers)) FROM ${table}`)
        .get() ?? {},
    )[0],
  );

/** Prints the size of the visits of a link, and how many such links a database can have. */
export function measureTraffic(traffic: Traffic): void {
  const { name, links } = traffic;
  const days =
    grown(() => {
      for (let index = 0; index < DAYS_KEPT; index++) inTransaction(() => countDay(traffic, dayOf(index)));
    }) / links;
  const dayJson = average("visit_days");
  const months = (grown(foldDays) + days * links) / links;
  const monthJson = average("visit_months");
  const yearly = (months / DAYS_KEPT) * 365;
  const link = LINK + days + YEARS * yearly;
  const kilobytes = (size: number) => `${(size / 1_000).toFixed(1)} kB`;
  console.log(
    `${name}: days ${kilobytes(days)}, a year ${kilobytes(yearly)}; ` +
      `${Math.floor((GIGABYTES * 1e9) / link)} links in ${GIGABYTES} GB for ${YEARS} years; ` +
      `JSON of a day ${dayJson.toFixed(0)} bytes, of a month ${monthJson.toFixed(0)}`,
  );
  database.exec("DELETE FROM visit_months");
}
