import { ServiceError } from "../../ground/core/errors.ts";
import { label } from "../../ground/core/text.ts";
import { allRows, firstRow, runBatch, runStatement } from "../../ground/platform/d1.ts";
import type { Activity } from "../writes/activity.ts";
import { activityStatements } from "../writes/activity-statements.ts";
import type { Actor } from "./actor.ts";
import { requireOperator } from "./permissions.ts";

/** The name of an organization: one line. */
export const organizationName = label(120);

/** An organization. `createdAt` is ISO 8601 in UTC. */
export interface Organization {
  id: string;
  name: string;
  createdAt: string;
  /** The IANA name of the time zone in which its visits are counted. Null: UTC, not chosen yet. */
  timeZone: string | null;
}

/** For lists of activity: see `ObjectNames`. */
export const ORGANIZATION_NAME = "SELECT name FROM organizations WHERE organizations.id = object_id";

const SELECT = "SELECT id, name, created_at AS createdAt, time_zone AS timeZone FROM organizations";

/** Up to `limit` organizations with ids after `after`, in order of their ids. */
async function readOrganizations(db: D1Database, after: string, limit: number): Promise<Organization[]> {
  return allRows<Organization>(db, `${SELECT} WHERE id > ?1 ORDER BY id LIMIT ?2`, after, limit);
}

/** The organization with this id. Throws `not_found`. */
export async function readOrganization(db: D1Database, id: string): Promise<Organization> {
  const found = await firstRow<Organization>(db, `${SELECT} WHERE id = ?1`, id);
  if (!found) throw new ServiceError("not_found", "There is no such organization.");
  return found;
}

/**
 * Sets the time zone of an organization and records the change. Returns false, and writes nothing, if the time zone is no
 * longer `before`.
 */
export async function setTimeZone(
  db: D1Database,
  { organizationId, before, timeZone }: { organizationId: string; before: string | null; timeZone: string },
  activity: Activity,
): Promise<boolean> {
  const isBefore = "EXISTS (SELECT 1 FROM organizations WHERE id = ? AND time_zone IS ?)";
  const set = db
    .prepare("UPDATE organizations SET time_zone = ?3 WHERE id = ?1 AND time_zone IS ?2")
    .bind(organizationId, before, timeZone);
  const recorded = activityStatements(db, activity, { sql: isBefore, values: [organizationId, before] });
  const results = await runBatch(db, [...recorded, set]);
  return results.at(-1)?.meta.changes === 1;
}

/** Gives an organization another name. */
export async function setOrganizationName(db: D1Database, id: string, name: string): Promise<void> {
  await runStatement(db, "UPDATE organizations SET name = ?2 WHERE id = ?1", id, name);
}

const PER_PAGE = 100;

/** A page of all organizations, in order of their ids; `after` is `next` of the previous page, or null for the first page. */
export async function listOrganizations(
  actor: Actor,
  { after }: { after: string | null },
  { db }: { db: D1Database },
): Promise<{ organizations: Organization[]; next: string | null }> {
  requireOperator(actor);
  // One more than a page shows whether there is a next page.
  const found = await readOrganizations(db, after ?? "", PER_PAGE + 1);
  const organizations = found.slice(0, PER_PAGE);
  return { organizations, next: found.length > PER_PAGE ? (organizations.at(-1)?.id ?? null) : null };
}
