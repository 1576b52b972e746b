import { runBatch } from "../../ground/platform/d1.ts";
import { bothGuards, type Guard, guardSql } from "../../ground/platform/guard.ts";
import type { Actor } from "../access/actor.ts";
import { accessActivity } from "../access/key-activity.ts";
import { type Activity, changesBetween, type FieldChange } from "../writes/activity.ts";
import { activityBytes, activityStatements, isRecorded } from "../writes/activity-statements.ts";
import {
  bytesDemand,
  correctionDemand,
  type Demand,
  domainsDemand,
  isWithinQuota,
} from "../writes/quota-check.ts";
import { ACCESS_BYTES } from "../writes/usage-statements.ts";
import { type Domain, hasApps, MAX_CONFIRMED } from "./domain-store.ts";

/** A change of a domain and its record. */
interface RecordedDomain {
  domain: Domain;
  activity: Activity;
}

/** The record of a change of a domain. */
export const domainActivity = (
  actor: Actor,
  { organizationId, host }: Domain,
  changes: FieldChange[],
  now: Date,
): Activity =>
  accessActivity({ actor, at: now.toISOString() }, organizationId, { type: "domain", id: host }, changes);

/** The settings of a domain that are set. */
export const domainValues = (domain: Domain): Record<string, string> => {
  const { projectId, rootUrl, notFoundUrl, iosApps, androidApps, appAddresses } = domain;
  const apps = {
    iosApps: iosApps.join(", ") || null,
    androidApps: androidApps.join(", ") || null,
    appAddresses: hasApps(domain) ? appAddresses : null,
  };
  return Object.fromEntries(
    Object.entries({ projectId, rootUrl, notFoundUrl, ...apps }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );
};

/** The apps of a domain as its row has them. */
const storedApps = ({ iosApps, androidApps, appAddresses }: Domain): string | null =>
  hasApps({ iosApps, androidApps }) ? JSON.stringify({ iosApps, androidApps, appAddresses }) : null;

/** The differences between a domain before and after a change. */
export const domainChanges = (before: Domain, after: Domain): FieldChange[] =>
  changesBetween(domainValues(before), domainValues(after));

/** The confirmed domain that loses its project to `domain`, with its record; null if no domain does. */
export function releasedBy(
  actor: Actor,
  domain: Domain,
  domains: readonly Domain[],
  now: Date,
): RecordedDomain | null {
  const { host, projectId, confirmedAt } = domain;
  const holder =
    projectId !== null &&
    confirmedAt !== null &&
    domains.find((each) => each.projectId === projectId && each.confirmedAt !== null && each.host !== host);
  if (!holder) return null;
  const released = { ...holder, projectId: null };
  return { domain: released, activity: domainActivity(actor, holder, domainChanges(holder, released), now) };
}

const INSERT = (made: Guard): string =>
  `INSERT INTO domains (host, organization_id, project_id, root_url, not_found_url, apps, token, created_at,
     confirmed_at)
   SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE ${guardSql(made, 10)} ON CONFLICT DO NOTHING`;
const UPDATE = (made: Guard): string =>
  `UPDATE domains SET project_id = ?3, root_url = ?4, not_found_url = ?5, apps = ?6, confirmed_at = ?7
   WHERE host = ?1 AND organization_id = ?2 AND ${guardSql(made, 8)}`;
const RELEASE = (made: Guard): string =>
  `UPDATE domains SET project_id = NULL
   WHERE organization_id = ?1 AND project_id = ?2 AND host <> ?3 AND confirmed_at IS NOT NULL
     AND ${guardSql(made, 4)}`;
const DELETE = (made: Guard): string =>
  `DELETE FROM domains WHERE host = ?1 AND organization_id = ?2 AND ${guardSql(made, 3)}`;

/** The demands of a new claim on the quotas. No quota limits operators. */
export const claimDemands = ({ domain: { organizationId }, activity }: RecordedDomain): Demand[] =>
  activity.actor.type === "job"
    ? []
    : [domainsDemand(organizationId, 1), bytesDemand(organizationId, ACCESS_BYTES + activityBytes(activity))];

/** The demands of a changed claim on the quotas. */
export const changeDemands = ({ domain: { organizationId }, activity }: RecordedDomain): Demand[] =>
  activity.actor.type === "job" ? [] : [correctionDemand(organizationId, activityBytes(activity))];

/** No organization has confirmed the host. */
const isOpen = ({ host }: Domain): Guard => ({
  sql: "NOT EXISTS (SELECT 1 FROM domains WHERE host = ? AND confirmed_at IS NOT NULL)",
  values: [host],
});
const mayConfirm = (domain: Domain): Guard =>
  bothGuards(isOpen(domain), {
    sql: `(SELECT count(*) FROM domains WHERE confirmed_at IS NOT NULL) < ${MAX_CONFIRMED}`,
    values: [],
  });
/** The claim is as it was read: still pending, or still confirmed. */
const isAsRead = ({ host, organizationId, confirmedAt }: Domain): Guard => ({
  sql: "EXISTS (SELECT 1 FROM domains WHERE host = ? AND organization_id = ? AND confirmed_at IS ?)",
  values: [host, organizationId, confirmedAt],
});
/** The index `links_by_domain` has links on other hosts than the default. */
const isUnused = ({ host, confirmedAt }: Domain): Guard => ({
  sql: "(? IS NULL OR NOT EXISTS (SELECT 1 FROM links WHERE domain = ? AND domain <> ''))",
  values: [confirmedAt, host],
});

/** The statements that take a project from the domain that had it. */
function releaseStatements(
  db: D1Database,
  { organizationId, projectId, host, confirmedAt }: Domain,
  released: RecordedDomain | null,
  made: Guard,
): D1PreparedStatement[] {
  if (projectId === null || confirmedAt === null) return [];
  return [
    ...(released ? activityStatements(db, released.activity, made) : []),
    db.prepare(RELEASE(made)).bind(organizationId, projectId, host, ...made.values),
  ];
}

/** Whether the last statement of a transaction changed anything. */
async function applied(db: D1Database, statements: D1PreparedStatement[]): Promise<boolean> {
  const results = await runBatch(db, statements);
  return (results.at(-1)?.meta.changes ?? 0) > 0;
}

/**
 * Inserts a claim with its record. Returns false if an organization has the host, this organization already claims it, or a
 * quota is used up.
 */
export function insertDomain(
  db: D1Database,
  added: RecordedDomain,
  released: RecordedDomain | null,
): Promise<boolean> {
  const { domain, activity } = added;
  const { host, organizationId, projectId, rootUrl, notFoundUrl, token, createdAt, confirmedAt } = domain;
  const isNew: Guard = {
    sql: "NOT EXISTS (SELECT 1 FROM domains WHERE host = ? AND organization_id = ?)",
    values: [host, organizationId],
  };
  const only = bothGuards(
    bothGuards(isNew, isWithinQuota(organizationId, claimDemands(added))),
    confirmedAt === null ? isOpen(domain) : mayConfirm(domain),
  );
  const made = isRecorded(activity);
  const settings = [projectId, rootUrl, notFoundUrl, storedApps(domain)];
  const values = [host, organizationId, ...settings, token, createdAt, confirmedAt];
  return applied(db, [
    ...activityStatements(db, activity, only, ACCESS_BYTES),
    ...releaseStatements(db, domain, released, made),
    db.prepare(INSERT(made)).bind(...values, ...made.values),
  ]);
}

/**
 * Changes a claim that was `before`, with its record. Returns false if the claim has changed, can't be confirmed, or a
 * quota is used up.
 */
export function updateDomain(
  db: D1Database,
  before: Domain,
  changed: RecordedDomain,
  released: RecordedDomain | null,
): Promise<boolean> {
  const { domain, activity } = changed;
  const { host, organizationId, projectId, rootUrl, notFoundUrl, confirmedAt } = domain;
  const confirms = before.confirmedAt === null && confirmedAt !== null;
  const only = bothGuards(
    isAsRead(before),
    confirms ? mayConfirm(domain) : isWithinQuota(organizationId, changeDemands(changed)),
  );
  const made = isRecorded(activity);
  const values = [host, organizationId, projectId, rootUrl, notFoundUrl, storedApps(domain), confirmedAt];
  return applied(db, [
    ...activityStatements(db, activity, only),
    ...releaseStatements(db, domain, released, made),
    db.prepare(UPDATE(made)).bind(...values, ...made.values),
  ]);
}

/** Deletes a claim with its record. Returns false if a link is on the domain, unless `withLinks`. */
export function deleteDomain(
  db: D1Database,
  { domain, activity }: RecordedDomain,
  { withLinks }: { withLinks: boolean },
): Promise<boolean> {
  const made = isRecorded(activity);
  const only = withLinks ? isAsRead(domain) : bothGuards(isAsRead(domain), isUnused(domain));
  return applied(db, [
    ...activityStatements(db, activity, only, -ACCESS_BYTES),
    db.prepare(DELETE(made)).bind(domain.host, domain.organizationId, ...made.values),
  ]);
}
