import type { MemberActor } from "../access/actor.ts";
import { ServiceError } from "../core/errors.ts";
import type { Import, ImportRow, RowCounts, RowState } from "./import.ts";
import { isVisible, requireImport, requireImporter } from "./import-access.ts";
import type { ImportRowStore, RepeatedProblem } from "./import-row-store.ts";
import type { ImportStore } from "./import-store.ts";

interface Stores {
  imports: Pick<ImportStore, "find" | "list">;
  importRows: ImportRowStore;
}

/** The imports that the actor may see, latest first. Throws `insufficient_scope` and `service_unavailable`. */
export async function listImports(
  actor: MemberActor,
  { imports }: Pick<Stores, "imports">,
): Promise<Import[]> {
  requireImporter(actor);
  const found = await imports.list(actor.organizationId);
  return found.filter((each) => isVisible(actor, each));
}

/** An import and its progress. Throws `insufficient_scope`, `not_found` and `service_unavailable`. */
export async function getImport(
  actor: MemberActor,
  { importId }: { importId: string },
  stores: Stores,
): Promise<{ found: Import; counts: RowCounts }> {
  const found = await requireImport(actor, importId, stores);
  return { found, counts: await stores.importRows.counts(importId) };
}

/** Rows of an import in these states after row `after`, and the row after which the next page begins. */
export async function listImportRows(
  actor: MemberActor,
  {
    importId,
    states,
    after,
    limit,
  }: { importId: string; states: readonly RowState[]; after: number; limit: number },
  stores: Stores,
): Promise<{ rows: ImportRow[]; next: number | null }> {
  await requireImport(actor, importId, stores);
  // One extra row shows whether there is a next page.
  const found = await stores.importRows.list(importId, states, after, limit + 1);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.row ?? null) : null };
}

/** How many repeated problems are listed. */
const MAX_REPEATED = 20;

/** Problems that several rows of an import have. Throws `insufficient_scope`, `not_found` and `service_unavailable`. */
export async function getRepeatedProblems(
  actor: MemberActor,
  { importId }: { importId: string },
  stores: Stores,
): Promise<RepeatedProblem[]> {
  await requireImport(actor, importId, stores);
  return stores.importRows.repeatedProblems(importId, MAX_REPEATED);
}

/** One row of an import. Throws `insufficient_scope`, `not_found` and `service_unavailable`. */
export async function getImportRow(
  actor: MemberActor,
  { importId, row }: { importId: string; row: number },
  stores: Stores,
): Promise<ImportRow> {
  await requireImport(actor, importId, stores);
  const found = Number.isSafeInteger(row) ? await stores.importRows.find(importId, row) : null;
  if (!found) throw new ServiceError("not_found", "The import has no such row.");
  return found;
}
