import type { MemberActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { ServiceError } from "../core/errors.ts";
import { CREATE_LINK_SCOPE } from "../links/create-link.ts";
import { type Import, RETENTION_DAYS } from "./import.ts";
import type { ImportStore } from "./import-store.ts";

/** Throws `insufficient_scope` unless the member may import links. */
export const requireImporter = (actor: MemberActor): void => requireScope(actor, CREATE_LINK_SCOPE);

/**
 * Whether the member may see an import. Its rows can be in any project, so members limited to some projects see only
 * their own imports.
 */
export const isVisible = (actor: MemberActor, { organizationId, memberId }: Import): boolean =>
  organizationId === actor.organizationId && (actor.projects === "all" || memberId === actor.id);

/**
 * An import of the actor's organization. Throws `insufficient_scope`, `service_unavailable`, and the same `not_found`
 * whether the import doesn't exist or the actor may not see it.
 */
export async function requireImport(
  actor: MemberActor,
  importId: string,
  { imports }: { imports: Pick<ImportStore, "find"> },
): Promise<Import> {
  requireImporter(actor);
  const found = await imports.find(importId);
  if (!found || !isVisible(actor, found)) {
    throw new ServiceError("not_found", `No such import. Imports are deleted after ${RETENTION_DAYS} days.`);
  }
  return found;
}
