import { requirePrintable } from "../../ground/core/errors.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { retailerScopes } from "../../ground/core/vocabulary.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireReach, requireScope } from "../access/permissions.ts";
import { CREATE_LINK_SCOPE } from "../access/scopes.ts";
import type { LinkDefinition } from "../retailers/definition.ts";

/**
 * Throws `project_access_denied` or `service_unavailable` if the actor may not create this link, or if these origins allow
 * no links at all. Does not check that the project exists.
 */
export function requireCreation(
  actor: OrganizationActor,
  definition: LinkDefinition,
  origins: Origins,
): void {
  requireScope(actor, CREATE_LINK_SCOPE);
  for (const scope of retailerScopes(definition)) requireScope(actor, scope);
  requireReach(actor, definition.projectId);
  requirePrintable(origins);
}
