import type { MemberActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { ServiceError } from "../core/errors.ts";
import { CREATE_LINK_SCOPE } from "../links/create-link.ts";
import { type Import, RETENTION_DAYS } from "./import.ts";
import type { ImportStore } from "./import-store.ts";

/** Throws 403 unless the member may import links. */
export const requireImporter = (actor: MemberActor): void => requireScope(actor, CREATE_LINK_SCOPE);

/** Whether the member may see an import. Its rows may be of any project, so a member of some projects sees its own alone. */
export const isVisible = (actor: MemberActor, { organizationId, memberId }: Import): boolean =>
  organizationId === actor.organizationId && (actor.projects === "all" || memberId === actor.id);

/**
 * An import of the actor's organization. Throws `insufficient_scope`, `service_unavailable`, and the same `not_found` if
 * there is none and if the actor may not see it.
 */
export async function requireImport(
  actor: MemberActor,
  importId: string,
  { imports }: { imports: Pick<ImportStore, "find"> },
): Promise<Import> {
  requireImporter(actor);
  const found = await imports.find(importId);
  if (!found || !isVisible(actor, found)) {
    throw new ServiceError(
      "not_found",
      `There is no such import. Imports are kept for ${RETENTION_DAYS} days.`,
    );
  }
  return found;
}
