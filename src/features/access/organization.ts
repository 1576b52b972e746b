import { dayOf } from "../../ground/core/days.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { label } from "../../ground/core/text.ts";
import { UTC, type Zone, zoneOf } from "../../ground/core/zone.ts";
import { allRows, firstRow, runBatch, runStatement } from "../../ground/platform/d1.ts";
import { Memory } from "../../ground/platform/memory.ts";
import type { Activity } from "../writes/activity.ts";
import { activityStatements } from "../writes/activity-statements.ts";
import { bytesDemand, domainsDemand, linksDemand, type QuotaUse, quotaUses } from "../writes/quota-check.ts";
import type { Actor } from "./actor.ts";
import { activeKeys } from "./api-key-statements.ts";
import { requireOperator, requireQuotaReader } from "./permissions.ts";
import { projectCount } from "./project-change-store.ts";

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

/** The maximum of organizations on a page. */
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

/**
 * The organization's current use of its quotas, except the quota of QR codes, which applies to each link. Throws `not_found`
 * (another organization than the actor's).
 */
export async function getQuotaUse(
  actor: Actor,
  { organizationId }: { organizationId: string },
  { db, now }: { db: D1Database; now: () => Date },
): Promise<QuotaUse[]> {
  requireQuotaReader(actor, organizationId);
  const time = now();
  return quotaUses(db, organizationId, [
    bytesDemand(organizationId, 0),
    linksDemand(organizationId, dayOf(time), 0),
    { quota: "projects", used: projectCount(organizationId) },
    { quota: "keys", used: activeKeys(organizationId, time.toISOString()) },
    domainsDemand(organizationId, 0),
  ]);
}

/** Caches organizations' time zones in this isolate: a change takes effect everywhere within 10 s. */
const known = new Memory<Zone>(1_000, 10_000);

/** The time zones in which organizations count visits, in D1. */
export type ZoneStore = ReturnType<typeof zoneStore>;

export function zoneStore(db: D1Database, now: () => Date) {
  return {
    /** The zone of an organization. */
    async find(organizationId: string): Promise<Zone> {
      const memoized = known.get(organizationId, now().getTime());
      if (memoized) return memoized;
      const sql = "SELECT time_zone AS name FROM organizations WHERE id = ?1";
      const row = await firstRow<{ name: string | null }>(db, sql, organizationId);
      const zone = row?.name ? zoneOf(row.name) : UTC;
      known.set(organizationId, zone, now().getTime());
      return zone;
    },
  };
}
