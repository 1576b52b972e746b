import type { Activity } from "../audit/activity.ts";
import { activityStatements } from "../audit/activity-statements.ts";
import type { Guard } from "../platform/guard.ts";
import type { Member } from "./member.ts";
import type { Rights } from "./member-change.ts";

const INSERT_ORGANIZATION = `INSERT INTO organizations (id, name, created_at) VALUES (?1, ?1, ?2)
  ON CONFLICT DO NOTHING`;

const INSERT_MEMBER = `INSERT INTO members (id, organization_id, email, role, created_at, projects)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`;

/** `members.projects`: NULL means all. Lists are sorted, so that equal ones are equal texts. */
const projectsColumn = (projects: Member["projects"]): string | null =>
  projects === "all" ? null : JSON.stringify(projects);

/** The statements that write a member, unless the organization has one with this address. */
export const addMemberStatements = (
  db: D1Database,
  { id, organizationId, email, role, projects, createdAt }: Member,
  createOrganization: boolean,
  activity: Activity,
): D1PreparedStatement[] => [
  ...(createOrganization ? [db.prepare(INSERT_ORGANIZATION).bind(organizationId, createdAt)] : []),
  db.prepare(INSERT_MEMBER).bind(id, organizationId, email, role, createdAt, projectsColumn(projects)),
  ...activityStatements(db, activity, { sql: "EXISTS (SELECT 1 FROM members WHERE id = ?)", values: [id] }),
];

const FOUND_ORGANIZATION = `INSERT INTO organizations (id, name, created_at) VALUES (?1, ?2, ?3)
  ON CONFLICT DO NOTHING`;

/** Only into an organization of this moment without members: one that existed before belongs to others. */
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
 * Holds while the member has the rights that were read, and is not the last owner of the organization. The transaction
 * checks it, so that of two owners who leave at once, one stays.
 */
const mayCease = ({ id, role, projects }: Member): Guard => ({
  sql: `EXISTS (SELECT 1 FROM members WHERE id = ? AND role = ? AND projects IS ? AND (role <> 'owner' OR EXISTS (
    SELECT 1 FROM members AS other
    WHERE other.organization_id = members.organization_id AND other.role = 'owner' AND other.id <> members.id)))`,
  values: [id, role, projectsColumn(projects)],
});

const NOTED = "EXISTS (SELECT 1 FROM activity WHERE organization_id = ?3 AND id = ?4)";

/**
 * The statements that change the rights of a member as it was read. The activity is recorded first, as the condition
 * does not hold any more once the change is made; the change is made only if it was recorded.
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

/** The statements that delete a member as it was read. */
export const removeMemberStatements = (
  db: D1Database,
  member: Member,
  activity: Activity,
): D1PreparedStatement[] => [
  ...activityStatements(db, activity, mayCease(member)),
  db
    .prepare(`DELETE FROM members WHERE id = ?1 AND role = ?2 AND ${NOTED}`)
    .bind(member.id, member.role, activity.organizationId, activity.id),
];
