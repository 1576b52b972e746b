import type { MemberActor } from "../../features/access/actor.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { CREATE_LINK_SCOPE } from "../../features/access/scopes.ts";
import { requireRun } from "../runs/run.ts";
import { type Import, RETENTION_DAYS } from "./import.ts";

/** Throws `insufficient_scope` unless the member may import links. */
export const requireImporter = (actor: MemberActor): void => requireScope(actor, CREATE_LINK_SCOPE);

/** Finds an import by its id; null if there is none. */
export interface ImportFinder {
  find(importId: string): Promise<Import | null>;
}

/** An import that the actor may see. Throws `not_found`. */
export const requireImport = (
  actor: MemberActor,
  importId: string,
  { imports }: { imports: ImportFinder },
): Promise<Import> =>
  requireRun(
    actor,
    CREATE_LINK_SCOPE,
    importId,
    imports,
    `No such import. Imports are deleted after ${RETENTION_DAYS} days.`,
  );
