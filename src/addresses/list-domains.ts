import type { Actor } from "../access/actor.ts";
import { requireOperator, requireOrganizationManager } from "../access/permissions.ts";
import type { Domain } from "./domain.ts";
import type { DomainStore } from "./domain-store.ts";

/**
 * The domains of an organization, or, for an operator, all domains if `organizationId` is null. Throws `not_found`,
 * `insufficient_scope` and `service_unavailable`.
 */
export async function listDomains(
  actor: Actor,
  { organizationId }: { organizationId: string | null },
  { domains }: { domains: DomainStore },
): Promise<Domain[]> {
  if (organizationId === null) {
    requireOperator(actor);
    return domains.listAll();
  }
  requireOrganizationManager(actor, organizationId);
  return domains.list(organizationId);
}
