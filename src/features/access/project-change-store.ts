import { bothGuards, type Guard, guardSql } from "../../ground/platform/guard.ts";
import type { Activity } from "../writes/activity.ts";
import { activityBytes, activityStatements, isRecorded } from "../writes/activity-statements.ts";
import { wasRecorded } from "../writes/activity-store.ts";
import { type Claim, receiptBytes } from "../writes/claim.ts";
import { type ChangeOutcome, scopeIsFree, writeGuarded } from "../writes/guarded-change.ts";
import { bytesDemand, correctionDemand, type Demand, isWithinQuota } from "../writes/quota-check.ts";
import { ACCESS_BYTES, bytesOf } from "../writes/usage-statements.ts";
import type { Project } from "./project.ts";

/** The record that is written with a project in one transaction. */
interface Noted {
  activity: Activity;
  claim: Claim | null;
}

const INSERT = (made: Guard) => `INSERT INTO projects (organization_id, id, name, created_at)
  SELECT ?1, ?2, ?3, ?4 WHERE ${guardSql(made, 5)} ON CONFLICT (organization_id, id) DO NOTHING`;

const UPDATE = (made: Guard) => `UPDATE projects SET name = ?3, archived_at = ?4, settings = ?5
  WHERE organization_id = ?1 AND id = ?2 AND ${guardSql(made, 6)}`;

/** A query for the number of the organization's projects. */
export const projectCount = (organizationId: string): Guard => ({
  sql: "(SELECT count(*) FROM projects WHERE organization_id = ?)",
  values: [organizationId],
});

export const projectDemands = ({ organizationId, name }: Project, { activity, claim }: Noted): Demand[] => [
  {
    quota: "projects",
    used: projectCount(organizationId),
    more: 1,
  },
  bytesDemand(organizationId, activityBytes(activity) + ACCESS_BYTES + bytesOf(name) + receiptBytes(claim)),
];

/** Writes a new project. `outdated`: its id is taken, or a quota is used up. */
export function insertProject(db: D1Database, project: Project, written: Noted): Promise<ChangeOutcome> {
  const { organizationId, id, name, createdAt } = project;
  const free: Guard = {
    sql: "NOT EXISTS (SELECT 1 FROM projects WHERE organization_id = ? AND id = ?)",
    values: [organizationId, id],
  };
  const quota = isWithinQuota(organizationId, projectDemands(project, written));
  return write(db, bothGuards(free, quota), written, ACCESS_BYTES + bytesOf(name), (made) => [
    db.prepare(INSERT(made)).bind(organizationId, id, name, createdAt, ...made.values),
  ]);
}

/** The demands of a changed project on the quotas. Archiving needs no quota. */
export function projectChangeDemands({ organizationId }: Project, { activity, claim }: Noted): Demand[] {
  const archives = activity.changes.every(({ field, to }) => field === "archivedAt" && to !== undefined);
  return archives ? [] : [correctionDemand(organizationId, activityBytes(activity) + receiptBytes(claim))];
}

/**
 * Writes a changed project, and in the same transaction what `also` makes, if the project is still as it was read and the
 * quotas suffice.
 */
export function updateProject(
  db: D1Database,
  before: Project,
  after: Project,
  written: Noted,
  also: (made: Guard) => D1PreparedStatement[],
): Promise<ChangeOutcome> {
  const { organizationId, id, name, archivedAt } = after;
  const unchanged: Guard = {
    sql: `EXISTS (SELECT 1 FROM projects
      WHERE organization_id = ? AND id = ? AND name = ? AND archived_at IS ? AND settings = ?)`,
    values: [organizationId, id, before.name, before.archivedAt, JSON.stringify(before.settings)],
  };
  const quota = isWithinQuota(organizationId, projectChangeDemands(after, written));
  const settings = JSON.stringify(after.settings);
  return write(db, bothGuards(unchanged, quota), written, 0, (made) => [
    db.prepare(UPDATE(made)).bind(organizationId, id, name, archivedAt, settings, ...made.values),
    ...also(made),
  ]);
}

/**
 * The activity comes first, because `allowed` is false once the change is made; the change is made only if the activity
 * was recorded.
 */
function write(
  db: D1Database,
  allowed: Guard,
  { activity, claim }: Noted,
  bytes: number,
  change: (made: Guard) => D1PreparedStatement[],
): Promise<ChangeOutcome> {
  const guard = bothGuards(allowed, scopeIsFree(claim, activity.at));
  const [first, ...parts] = activityStatements(db, activity, guard, bytes + receiptBytes(claim));
  const made = isRecorded(activity);
  return writeGuarded(db, {
    first,
    made,
    claim,
    rest: [...parts, ...change(made)],
    wasMade: () => wasRecorded(db, activity),
  });
}
