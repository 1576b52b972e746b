import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import type { Activity } from "../writes/activity.ts";
import { activityBytes, activityStatements } from "../writes/activity-statements.ts";
import { bytesDemand, type Demand, isWithinQuota } from "../writes/quota-check.ts";
import { ACCESS_BYTES, bytesOf } from "../writes/usage-statements.ts";
import type { Member, Rights } from "./member.ts";

const INSERT_ORGANIZATION = `INSERT INTO organizations (id, name, created_at) VALUES (?1, ?1, ?2)
  ON CONFLICT DO NOTHING`;

const INSERT_MEMBER = (
  quota: Guard,
) => `INSERT INTO members (id, organization_id, email, role, created_at, projects)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ${guardSql(quota, 7)} ON CONFLICT DO NOTHING`;

/** `members.projects`: NULL means all. Lists are sorted, so that equal lists are equal texts. */
const projectsColumn = (projects: Member["projects"]): string | null =>
  projects === "all" ? null : JSON.stringify(projects);

/** The bytes of a member until it is removed. Its projects are in the activity too, which stays. */
const bytesOfMember = ({ email }: Member): number => ACCESS_BYTES + bytesOf(email);

/** The demands of a new member on the quotas. No quota limits the operator. */
export const memberDemands = (member: Member, activity: Activity): Demand[] =>
  activity.actor.type === "job"
    ? []
    : [bytesDemand(member.organizationId, bytesOfMember(member) + activityBytes(activity))];

/** The statements that record a new member, if it was written. */
export const memberNotes = (db: D1Database, member: Member, activity: Activity): D1PreparedStatement[] =>
  activityStatements(
    db,
    activity,
    { sql: "EXISTS (SELECT 1 FROM members WHERE id = ?)", values: [member.id] },
    bytesOfMember(member),
  );

/** The statements that write a member, unless the organization has a member with this address, or a quota is used up. */
export function addMemberStatements(
  db: D1Database,
  member: Member,
  createOrganization: boolean,
  activity: Activity,
): D1PreparedStatement[] {
  const { id, organizationId, email, role, projects, createdAt } = member;
  const quota = isWithinQuota(organizationId, memberDemands(member, activity));
  const values = [id, organizationId, email, role, createdAt, projectsColumn(projects), ...quota.values];
  return [
    ...(createOrganization ? [db.prepare(INSERT_ORGANIZATION).bind(organizationId, createdAt)] : []),
    db.prepare(INSERT_MEMBER(quota)).bind(...values),
    ...memberNotes(db, member, activity),
  ];
}

const FOUND_ORGANIZATION = `INSERT INTO organizations (id, name, created_at) VALUES (?1, ?2, ?3)
  ON CONFLICT DO NOTHING`;

/** Only into an organization created at this moment, without members: an existing organization belongs to others. */
const INSERT_FIRST_OWNER = `INSERT INTO members (id, organization_id, email, role, created_at)
  SELECT ?1, ?2, ?3, 'owner', ?4
  WHERE EXISTS (SELECT 1 FROM organizations WHERE id = ?2 AND created_at = ?4 AND name = ?5)
    AND NOT EXISTS (SELECT 1 FROM members WHERE organization_id = ?2)
  ON CONFLICT DO NOTHING`;

/** The statements that write an organization and its first owner, unless there is an organization with this id. */
export const foundingStatements = (
  db: D1Database,
  { id, organizationId, email, createdAt }: Member,
  name: string,
): D1PreparedStatement[] => [
  db.prepare(FOUND_ORGANIZATION).bind(organizationId, name, createdAt),
  db.prepare(INSERT_FIRST_OWNER).bind(id, organizationId, email, createdAt, name),
];

/**
 * True while the member has the rights that were read and is not the last owner of the organization. The transaction
 * checks it, so that of two owners who leave concurrently, one stays.
 */
const mayCease = ({ id, role, projects }: Member): Guard => ({
  sql: `EXISTS (SELECT 1 FROM members WHERE id = ? AND role = ? AND projects IS ? AND (role <> 'owner' OR EXISTS (
    SELECT 1 FROM members AS other
    WHERE other.organization_id = members.organization_id AND other.role = 'owner' AND other.id <> members.id)))`,
  values: [id, role, projectsColumn(projects)],
});

const NOTED = "EXISTS (SELECT 1 FROM activity WHERE organization_id = ?3 AND id = ?4)";

/**
 * The statements that change the rights of a member as it was read. The activity comes first, because the condition is
 * false once the change is made; the change is made only if the activity was recorded.
 */
export const changeMemberStatements = (
  db: D1Database,
  member: Member,
  { role, projects }: Rights,
  activity: Activity,
): D1PreparedStatement[] => [
  ...activityStatements(db, activity, mayCease(member)),
  db
    .prepare(`UPDATE members SET role = ?5, projects = ?6 WHERE id = ?1 AND role = ?2 AND ${NOTED}`)
    .bind(member.id, member.role, activity.organizationId, activity.id, role, projectsColumn(projects)),
];

/** The statements that delete a member as it was read. No quota applies. */
export const removeMemberStatements = (
  db: D1Database,
  member: Member,
  activity: Activity,
): D1PreparedStatement[] => [
  ...activityStatements(db, activity, mayCease(member), -bytesOfMember(member)),
  db
    .prepare(`DELETE FROM members WHERE id = ?1 AND role = ?2 AND ${NOTED}`)
    .bind(member.id, member.role, activity.organizationId, activity.id),
];
