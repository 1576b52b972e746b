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
  /** How far this write may go beyond the quota; absent: not at all. */
  reserve?: number;
}

/**
 * How far corrections may go beyond the byte quota: some 200,000 of them. What creates something stops at the quota, so
 * that nobody can fill it to keep others from correcting what is wrong. What ends something is asked for no quota.
 */
export const RESERVED_BYTES = 100_000_000;

const allowedOf = (quota: Quota, reserve = 0): string =>
  `coalesce((SELECT quotas ->> '${quota}' FROM organization_usage WHERE organization_id = ?), ${DEFAULT_QUOTAS[quota]}) + ${reserve}`;

/** The bytes that something new stores. */
export const bytesDemand = (organizationId: string, bytes: number): Demand => ({
  quota: "storedBytes",
  used: {
    sql: "coalesce((SELECT stored_bytes FROM organization_usage WHERE organization_id = ?), 0)",
    values: [organizationId],
  },
  more: bytes,
});

/** The bytes that a change of what exists stores. */
export const correctionDemand = (organizationId: string, bytes: number): Demand => ({
  ...bytesDemand(organizationId, bytes),
  reserve: RESERVED_BYTES,
});

/** So many links more on that day, which is in UTC, as in 2026-11-22. */
export const linksDemand = (organizationId: string, day: string, links: number): Demand => ({
  quota: "linksPerDay",
  used: {
    sql: "coalesce((SELECT links_made FROM organization_usage WHERE organization_id = ? AND links_day = ?), 0)",
    values: [organizationId, day],
  },
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
export const isWithinQuota = (organizationId: string, demands: readonly Demand[]): Guard => ({
  sql: [
    "TRUE",
    ...demands.map(({ quota, used, reserve }) => `${used.sql} + ? <= ${allowedOf(quota, reserve)}`),
  ].join(" AND "),
  values: demands.flatMap(({ used, more }) => [...used.values, more, organizationId]),
});

/**
 * A query with one row: how many `bytes` and `links` of a day the organization has left. It takes the SQL of both, as
 * parameters of a statement.
 */
export const remainingForLinks = (organization: string, day: string): string =>
  `SELECT coalesce(quotas ->> 'storedBytes', ${DEFAULT_QUOTAS.storedBytes}) - coalesce(stored_bytes, 0) AS bytes,
    coalesce(quotas ->> 'linksPerDay', ${DEFAULT_QUOTAS.linksPerDay})
      - CASE WHEN links_day = ${day} THEN links_made ELSE 0 END AS links
    FROM (SELECT 1) LEFT JOIN organization_usage ON organization_id = ${organization}`;

/** How much is used of the quotas of these demands, in order. Throws `service_unavailable`. */
export async function usesOf(
  db: D1Database,
  organizationId: string,
  demands: readonly Pick<Demand, "quota" | "used" | "reserve">[],
): Promise<QuotaUse[]> {
  const uses = demands.map(({ quota, used, reserve }) => ({
    sql: `SELECT '${quota}' AS quota, ${used.sql} AS used, ${allowedOf(quota, reserve)} AS allowed`,
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
