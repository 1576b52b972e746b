import type { ServiceError } from "../core/errors.ts";
import { onD1 } from "../platform/d1.ts";
import { type Guard, guardSql } from "../platform/guard.ts";
import { DEFAULT_QUOTAS, type Quota, type QuotaUse, quotaExceeded } from "./quota.ts";

/** What a write needs of one quota. */
export interface Demand {
  quota: Quota;
  /** A query in parentheses for what is used already. */
  used: Guard;
  more: number;
}

/**
 * Links that are not in `organization_usage` yet: those after the row up to which `fold-usage.ts` has come. They are
 * found by their row numbers, which are in the order of the commits. NOT INDEXED keeps SQLite from reading all links of
 * the organization instead.
 */
const UNFOLDED = `links NOT INDEXED WHERE rowid > (SELECT last_link_rowid FROM usage_state) AND organization_id = ?`;
const allowedOf = (quota: Quota): string =>
  `coalesce((SELECT quotas ->> '${quota}' FROM organization_usage WHERE organization_id = ?), ${DEFAULT_QUOTAS[quota]})`;

/** What the organization stores, in bytes. */
const storedBytes = (organizationId: string): Guard => ({
  sql: `(coalesce((SELECT stored_bytes FROM organization_usage WHERE organization_id = ?), 0)
    + (SELECT coalesce(sum(bytes), 0) FROM ${UNFOLDED}))`,
  values: [organizationId, organizationId],
});

/** The links that the organization has created on a day, as in 2026-11-22. */
const linksOf = (organizationId: string, day: string): Guard => ({
  sql: `(coalesce((SELECT links_made FROM organization_usage WHERE organization_id = ? AND links_day = ?), 0)
    + (SELECT count(*) FROM ${UNFOLDED} AND substr(created_at, 1, 10) = ?))`,
  values: [organizationId, day, organizationId, day],
});

/** So many bytes more. */
export const bytesDemand = (organizationId: string, bytes: number): Demand => ({
  quota: "storedBytes",
  used: storedBytes(organizationId),
  more: bytes,
});

/** So many links more on that day. */
export const linksDemand = (organizationId: string, day: string, links: number): Demand => ({
  quota: "linksPerDay",
  used: linksOf(organizationId, day),
  more: links,
});

/** So many domains more, pending ones included. */
export const domainsDemand = (organizationId: string, domains: number): Demand => ({
  quota: "domains",
  used: { sql: "(SELECT count(*) FROM domains WHERE organization_id = ?)", values: [organizationId] },
  more: domains,
});

/**
 * Holds if the organization has room for all of these. In the statement that writes, it is exact: D1 executes one
 * transaction after the other.
 */
export const hasRoom = (organizationId: string, demands: readonly Demand[]): Guard => ({
  sql: ["TRUE", ...demands.map(({ quota, used }) => `${used.sql} + ? <= ${allowedOf(quota)}`)].join(" AND "),
  values: demands.flatMap(({ used, more }) => [...used.values, more, organizationId]),
});

/**
 * A query with one row: how many `bytes` and `links` of a day the organization has left. It takes the SQL of both, as
 * parameters of a statement.
 */
export const roomForLinks = (organization: string, day: string): string =>
  `SELECT coalesce(quotas ->> 'storedBytes', ${DEFAULT_QUOTAS.storedBytes})
      - coalesce(stored_bytes, 0) - unfolded.bytes AS bytes,
    coalesce(quotas ->> 'linksPerDay', ${DEFAULT_QUOTAS.linksPerDay})
      - CASE WHEN links_day = ${day} THEN links_made ELSE 0 END - unfolded.links AS links
    FROM (SELECT coalesce(sum(bytes), 0) AS bytes, coalesce(sum(substr(created_at, 1, 10) = ${day}), 0) AS links
        FROM ${UNFOLDED.replace("?", organization)}) AS unfolded
      LEFT JOIN organization_usage ON organization_id = ${organization}`;

/** How much is used of the quotas of these demands, in order. Throws `service_unavailable`. */
export async function usesOf(
  db: D1Database,
  organizationId: string,
  demands: readonly Pick<Demand, "quota" | "used">[],
): Promise<QuotaUse[]> {
  const uses = demands.map(({ quota, used }) => ({
    sql: `SELECT '${quota}' AS quota, ${used.sql} AS used, ${allowedOf(quota)} AS allowed`,
    values: [...used.values, organizationId],
  }));
  const sql = uses.map((use) => use.sql).join(" UNION ALL ");
  const values = uses.flatMap((use) => use.values);
  const statement = db.prepare(guardSql({ sql, values }, 1)).bind(...values);
  return (await onD1(() => statement.all<QuotaUse>())).results;
}

/** The error for the first of the demands for which there is no room; null if there is room for all. */
export async function refusalOf(
  db: D1Database,
  organizationId: string,
  demands: readonly Demand[],
): Promise<ServiceError | null> {
  if (demands.length === 0) return null;
  const uses = await usesOf(db, organizationId, demands);
  for (const [index, use] of uses.entries()) {
    const more = demands[index]?.more ?? 0;
    if (use.used + more > use.allowed) return quotaExceeded(use, more);
  }
  return null;
}
