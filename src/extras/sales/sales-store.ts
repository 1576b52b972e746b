import { runBatch } from "../../ground/platform/d1.ts";
import type { EffectiveDays } from "./effective-days.ts";
import type { SalesPart } from "./sales-rows.ts";

/** What sales can be grouped by, with the key of each sale in SQL; empty for sales without the value. */
const KEYS = {
  all: "''",
  day: "day",
  link: "link_id",
  qrCode: "iif(mark LIKE 'q-%', link_id || ' ' || substr(mark, 3), '')",
  source: "iif(mark LIKE 'v-%', substr(mark, 3), '')",
  retailer: "retailer",
  project: "project_id",
  report: "report_id",
} as const;
export type SalesKey = keyof typeof KEYS;

/** Which sales are read. Null: any. */
export interface SalesFilter {
  projects: "all" | readonly string[];
  /** Ids of links. */
  links: readonly string[] | null;
  /** The identifier of a code of the only link. */
  qrIdentifier: string | null;
  retailer: string | null;
}

/** All sales of an organization. */
export const EVERY_SALE: SalesFilter = { projects: "all", links: null, qrIdentifier: null, retailer: null };

/** Reads the sums of reports. */
export type SalesStore = ReturnType<typeof salesStore>;

const COLUMNS = `currency, state, sum(orders) AS orders, sum(items) AS items, sum(amount) AS amount, sum(commission) AS commission`;
/** Each report with days that count is read by its key; sales of few links by theirs. */
const OF_DAYS = `FROM json_each(?2) AS days CROSS JOIN sales
  ON organization_id = ?1 AND report_id = days.value ->> 'reportId' AND day BETWEEN days.value ->> 'from' AND days.value ->> 'to'`;
const OF_LINKS = `FROM json_each(?4) AS link CROSS JOIN sales INDEXED BY sales_by_link
  ON organization_id = ?1 AND link_id = link.value AND link_id <> ''
  CROSS JOIN json_each(?2) AS days
  ON report_id = days.value ->> 'reportId' AND day BETWEEN days.value ->> 'from' AND days.value ->> 'to'`;
const MATCHES = `(?3 IS NULL OR project_id IN (SELECT value FROM json_each(?3))) AND (?4 IS NULL OR link_id IN (SELECT value FROM json_each(?4)))
  AND (?5 IS NULL OR mark = 'q-' || ?5 COLLATE NOCASE) AND (?6 IS NULL OR retailer = ?6)`;
/** Up to this number of links, their own index is read. */
const FEW_LINKS = 50;

export const salesStore = (db: D1Database) => ({
  /** The sales on these days by each of `keys`, in one transaction. */
  async read(
    organizationId: string,
    days: readonly EffectiveDays[],
    { projects, links, qrIdentifier, retailer }: SalesFilter,
    keys: readonly SalesKey[],
  ): Promise<SalesPart[][]> {
    const from = links !== null && links.length <= FEW_LINKS ? OF_LINKS : OF_DAYS;
    const values = [
      ...[organizationId, JSON.stringify(days), projects === "all" ? null : JSON.stringify(projects)],
      ...[links && JSON.stringify(links), qrIdentifier, retailer],
    ];
    const results = await runBatch<SalesPart>(
      db,
      keys.map((key) =>
        db
          .prepare(`SELECT ${KEYS[key]} AS key, ${COLUMNS} ${from} WHERE ${MATCHES} GROUP BY 1, 2, 3`)
          .bind(...values),
      ),
    );
    return results.map((result) => result.results);
  },
});
