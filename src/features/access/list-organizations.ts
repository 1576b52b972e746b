import type { Actor } from "./actor.ts";
import { type Organization, readOrganizations } from "./organization.ts";
import { requireOperator } from "./permissions.ts";

/** The maximum of organizations on a page. */
const PER_PAGE = 100;

/**
 * A page of all organizations, in order of their ids; `after` is `next` of the previous page, or null for the first
 * page. Throws `insufficient_scope` and `service_unavailable`.
 */
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
