import { ServiceError } from "../../ground/core/errors.ts";
import { allRows, firstValue, runStatement } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";

/** The default quotas; docs/operating.md explains the values. */
export const DEFAULT_QUOTAS = {
  /** Bytes in D1 for links, codes and activity, and for 24 hours the responses stored for repeated requests. */
  storedBytes: 2_000_000_000,
  /** Links created on a UTC day. */
  linksPerDay: 50_000,
  /** QR codes of a link. */
  codesPerLink: 500,
  /** Projects, including archived projects, which are never deleted. */
  projects: 1_000,
  /** API keys that are neither revoked nor expired. */
  keys: 500,
  /** Domains, including pending domains. */
  domains: 20,
} as const;

/** A resource that is limited per organization. */
export type Quota = keyof typeof DEFAULT_QUOTAS;

export const QUOTAS = Object.keys(DEFAULT_QUOTAS) as Quota[]; // the keys of the constant above

/** What each quota counts, as a phrase. */
export const QUOTA_LABELS: Record<Quota, string> = {
  storedBytes: "bytes stored by the organization",
  linksPerDay: "links created by the organization today (UTC)",
  codesPerLink: "QR codes of the link",
  projects: "projects of the organization",
  keys: "active API keys of the organization",
  domains: "domains of the organization",
};

export interface QuotaUse {
  quota: Quota;
  used: number;
  allowed: number;
}

/** The error for a write that needs `more` than a quota has left. */
function quotaExceeded({ quota, used, allowed }: QuotaUse, more: number): ServiceError {
  const words = QUOTA_LABELS[quota];
  const needed = more === 1 ? "" : `; this request needs ${more} more`;
  return new ServiceError(
    "quota_exceeded",
    `The quota is exceeded: ${used} of ${allowed} ${words} are used${needed}. The operator of the service can raise the quota.`,
    { details: [{ field: quota, message: `${used} of ${allowed} are used${needed}` }] },
  );
}

/** The percentage of a quota from which owners are warned. */
const WARNED_FROM = 80;

export const isNearlyUsed = ({ used, allowed }: QuotaUse): boolean => used * 100 >= allowed * WARNED_FROM;

/** Quotas to set for an organization; null resets to the default. */
export type QuotaChanges = Partial<Record<Quota, number | null>>;

/** Sets these quotas; the others stay. */
export async function setQuotas(
  db: D1Database,
  organizationId: string,
  changes: QuotaChanges,
): Promise<void> {
  const sql =
    // A merge patch removes members that are null.
    `INSERT INTO organization_usage (organization_id, quotas) VALUES (?1, json_patch('{}', ?2))
       ON CONFLICT (organization_id) DO UPDATE SET quotas = json_patch(quotas, ?2)`;
  await runStatement(db, sql, organizationId, JSON.stringify(changes));
}

/** All quotas of an organization. */
export async function readQuotas(db: D1Database, organizationId: string): Promise<Record<Quota, number>> {
  const sql = "SELECT quotas FROM organization_usage WHERE organization_id = ?1";
  const own = await firstValue<string>(db, sql, organizationId);
  // Only `setQuotas` writes this column.
  return { ...DEFAULT_QUOTAS, ...(JSON.parse(own ?? "{}") as Partial<Record<Quota, number>>) };
}

/** A write's demand on a quota. */
export interface Demand {
  quota: Quota;
  /** A query in parentheses for the current usage. */
  used: Guard;
  more: number;
  /** How far this write may exceed the quota. Default: not at all. */
  reserve?: number;
}

/**
 * How far corrections may exceed the byte quota: enough for about 200,000. Creations stop at the quota, so that nobody
 * can fill it to prevent others from making corrections. Switching off and deleting need no quota.
 */
export const RESERVED_BYTES = 100_000_000;
/** The most that one correction may store beyond the quota, so that few large ones do not use up the reserve. */
const MAX_RESERVED_BYTES = 16 * 1024;

const allowedOf = (quota: Quota, reserve = 0): string =>
  `coalesce((SELECT quotas ->> '${quota}' FROM organization_usage WHERE organization_id = ?), ${DEFAULT_QUOTAS[quota]}) + ${reserve}`;

/** The bytes that a creation stores. */
export const bytesDemand = (organizationId: string, bytes: number): Demand => ({
  quota: "storedBytes",
  used: {
    sql: "coalesce((SELECT stored_bytes FROM organization_usage WHERE organization_id = ?), 0)",
    values: [organizationId],
  },
  more: bytes,
});

/** The bytes that a change of an existing object stores. */
export const correctionDemand = (organizationId: string, bytes: number): Demand => ({
  ...bytesDemand(organizationId, bytes),
  ...(bytes <= MAX_RESERVED_BYTES && { reserve: RESERVED_BYTES }),
});

/** A number of new links on a UTC day such as 2026-11-22. */
export const linksDemand = (organizationId: string, day: string, links: number): Demand => ({
  quota: "linksPerDay",
  used: {
    sql: "coalesce((SELECT links_made FROM organization_usage WHERE organization_id = ? AND links_day = ?), 0)",
    values: [organizationId, day],
  },
  more: links,
});

/** A number of new domains; pending domains count. */
export const domainsDemand = (organizationId: string, domains: number): Demand => ({
  quota: "domains",
  used: { sql: "(SELECT count(*) FROM domains WHERE organization_id = ?)", values: [organizationId] },
  more: domains,
});

/**
 * True if all demands are within the organization's quotas. Exact within the statement that writes: D1 executes
 * transactions one after the other.
 */
export const isWithinQuota = (organizationId: string, demands: readonly Demand[]): Guard => ({
  sql: [
    "TRUE",
    ...demands.map(({ quota, used, reserve }) => `${used.sql} + ? <= ${allowedOf(quota, reserve)}`),
  ].join(" AND "),
  values: demands.flatMap(({ used, more }) => [...used.values, more, organizationId]),
});

/**
 * A query with one row: the remaining `bytes` and `links` of a day. Both arguments are SQL expressions. An aggregate has a row
 * where an organization has none; with a LEFT JOIN, workerd takes 1 ms longer for each creation.
 */
export const remainingForLinks = (organization: string, day: string): string =>
  `SELECT coalesce(max(quotas ->> 'storedBytes'), ${DEFAULT_QUOTAS.storedBytes}) - coalesce(max(stored_bytes), 0) AS bytes,
    coalesce(max(quotas ->> 'linksPerDay'), ${DEFAULT_QUOTAS.linksPerDay})
      - coalesce(max(CASE WHEN links_day = ${day} THEN links_made END), 0) AS links
    FROM organization_usage WHERE organization_id = ${organization}`;

/** The usage of the quotas of these demands, in order. */
export async function quotaUses(
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
  return allRows<QuotaUse>(db, guardSql({ sql, values }, 1), ...values);
}

/** The error for the first demand that exceeds its quota; null if there is none. */
export async function quotaError(
  db: D1Database,
  organizationId: string,
  demands: readonly Demand[],
): Promise<ServiceError | null> {
  if (demands.length === 0) return null;
  const uses = await quotaUses(db, organizationId, demands);
  for (const [index, use] of uses.entries()) {
    const more = demands[index]?.more ?? 0;
    if (use.used + more > use.allowed) return quotaExceeded(use, more);
  }
  return null;
}
