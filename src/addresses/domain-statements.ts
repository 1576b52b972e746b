import { activityStatements, noted } from "../audit/activity-statements.ts";
import { onD1 } from "../platform/d1.ts";
import { type Guard, guardSql } from "../platform/guard.ts";
import type { Domain } from "./domain.ts";
import type { RecordedDomain } from "./domain-activity.ts";
import { MOST_DOMAINS } from "./domain-store.ts";

const INSERT = (made: Guard): string =>
  `INSERT INTO domains (host, organization_id, project_id, root_url, not_found_url, created_at)
   SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ${guardSql(made, 7)} ON CONFLICT (host) DO NOTHING`;
const UPDATE = (made: Guard): string =>
  `UPDATE domains SET project_id = ?2, root_url = ?3, not_found_url = ?4 WHERE host = ?1 AND ${guardSql(made, 5)}`;
const RELEASE = (made: Guard): string =>
  `UPDATE domains SET project_id = NULL
   WHERE organization_id = ?1 AND project_id = ?2 AND host <> ?3 AND ${guardSql(made, 4)}`;
const DELETE = (made: Guard): string => `DELETE FROM domains WHERE host = ?1 AND ${guardSql(made, 2)}`;

/** Nobody has the host, and there is room for one more. */
const isFree = ({ host }: Domain): Guard => ({
  sql: `(NOT EXISTS (SELECT 1 FROM domains WHERE host = ?) AND (SELECT count(*) FROM domains) < ${MOST_DOMAINS})`,
  values: [host],
});
const exists = ({ host, organizationId }: Domain): Guard => ({
  sql: "EXISTS (SELECT 1 FROM domains WHERE host = ? AND organization_id = ?)",
  values: [host, organizationId],
});
/** No link was made there. The index `links_by_domain` has those that are not on the default host. */
const isUnused = (domain: Domain): Guard => ({
  sql: `(${exists(domain).sql} AND NOT EXISTS (SELECT 1 FROM links WHERE domain = ? AND domain <> ''))`,
  values: [...exists(domain).values, domain.host],
});

/** The statements that take a project from the domain that new links of it got. */
function releaseStatements(
  db: D1Database,
  { organizationId, projectId, host }: Domain,
  released: RecordedDomain | null,
  made: Guard,
): D1PreparedStatement[] {
  if (projectId === null) return [];
  return [
    ...(released ? activityStatements(db, released.activity, made) : []),
    db.prepare(RELEASE(made)).bind(organizationId, projectId, host, ...made.values),
  ];
}

/** Whether the last statement of a transaction changed anything. May throw `service_unavailable`. */
async function applied(db: D1Database, statements: D1PreparedStatement[]): Promise<boolean> {
  const results = await onD1(() => db.batch(statements));
  return (results.at(-1)?.meta.changes ?? 0) > 0;
}

/** Inserts a domain with its record, and gives whether it did: not where its host is taken, or there are too many. */
export function insertDomain(
  db: D1Database,
  { domain, activity }: RecordedDomain,
  released: RecordedDomain | null,
): Promise<boolean> {
  const { host, organizationId, projectId, rootUrl, notFoundUrl, createdAt } = domain;
  const made = noted(activity);
  const values = [host, organizationId, projectId, rootUrl, notFoundUrl, createdAt, ...made.values];
  return applied(db, [
    ...activityStatements(db, activity, isFree(domain)),
    ...releaseStatements(db, domain, released, made),
    db.prepare(INSERT(made)).bind(...values),
  ]);
}

/** Changes what may be set of a domain, with its record, and gives whether there is one. */
export function updateDomain(
  db: D1Database,
  { domain, activity }: RecordedDomain,
  released: RecordedDomain | null,
): Promise<boolean> {
  const { host, projectId, rootUrl, notFoundUrl } = domain;
  const made = noted(activity);
  return applied(db, [
    ...activityStatements(db, activity, exists(domain)),
    ...releaseStatements(db, domain, released, made),
    db.prepare(UPDATE(made)).bind(host, projectId, rootUrl, notFoundUrl, ...made.values),
  ]);
}

/** Removes a domain with its record, and gives whether it did: not where a link was made on it. */
export function deleteDomain(db: D1Database, { domain, activity }: RecordedDomain): Promise<boolean> {
  const made = noted(activity);
  return applied(db, [
    ...activityStatements(db, activity, isUnused(domain)),
    db.prepare(DELETE(made)).bind(domain.host, ...made.values),
  ]);
}
