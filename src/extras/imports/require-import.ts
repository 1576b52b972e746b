import type { MemberActor } from "../../features/access/actor.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { CREATE_LINK_SCOPE } from "../../features/access/scopes.ts";
import { requireRun } from "../runs/run.ts";
import { type Import, RETENTION_DAYS } from "./import.ts";
import type { ImportStore } from "./import-store.ts";

/** Throws `insufficient_scope` unless the member may import links. */
export const requireImporter = (actor: MemberActor): void => requireScope(actor, CREATE_LINK_SCOPE);

/** An import that the actor may see. Throws `not_found`. */
export const requireImport = (
  actor: MemberActor,
  importId: string,
  { imports }: { imports: Pick<ImportStore, "find"> },
): Promise<Import> =>
  requireRun(
    actor,
    CREATE_LINK_SCOPE,
    importId,
    imports,
    `No such import. Imports are deleted after ${RETENTION_DAYS} days.`,
  );
