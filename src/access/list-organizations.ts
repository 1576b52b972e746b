import type { Actor } from "./actor.ts";
import { type Organization, readOrganizations } from "./organization.ts";
import { requireOperator } from "./permissions.ts";

/** The most organizations on one page. */
const PER_PAGE = 100;

/**
 * One page of all organizations, in order of their ids; `after` is `next` of the page before, and null for the first
 * one. Throws `insufficient_scope` and `service_unavailable`.
 */
export async function listOrganizations(
  actor: Actor,
  { after }: { after: string | null },
  { db }: { db: D1Database },
): Promise<{ organizations: Organization[]; next: string | null }> {
  requireOperator(actor);
  // One more than a page shows whether there is another one.
  const found = await readOrganizations(db, after ?? "", PER_PAGE + 1);
  const organizations = found.slice(0, PER_PAGE);
  return { organizations, next: found.length > PER_PAGE ? (organizations.at(-1)?.id ?? null) : null };
}
