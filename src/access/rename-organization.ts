import { parse } from "../core/validation.ts";
import type { MemberActor } from "./actor.ts";
import { organizationName, setOrganizationName } from "./organization.ts";
import { requireOrganizationMaker, requireOrganizationManager } from "./permissions.ts";

/**
 * Renames the member's organization; its id stays. The member has to be an owner, and among the `makers` whom the
 * operator lists. Throws `insufficient_scope`, `validation_failed` and `service_unavailable`.
 */
export async function renameOrganization(
  actor: MemberActor,
  { email, name }: { email: string; name: string },
  { db, makers }: { db: D1Database; makers: readonly string[] },
): Promise<void> {
  requireOrganizationManager(actor, actor.organizationId);
  requireOrganizationMaker(email, makers);
  await setOrganizationName(db, actor.organizationId, parse(organizationName, name));
}
