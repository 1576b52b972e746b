import type { MemberActor } from "../../features/access/actor.ts";
import { requirePrintable, ServiceError } from "../../ground/core/errors.ts";
import type { Origins } from "../../ground/core/origins.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import type { Log } from "../../ground/platform/log.ts";
import { type RunQueue, sendRun } from "../runs/continue-runs.ts";
import { isVisible } from "../runs/run.ts";
import { changedContent, type Import, type ImportRow, type RowCounts, type RowState } from "./import.ts";
import type { ImportRowStore, RepeatedProblem } from "./import-row-store.ts";
import type { ImportStore } from "./import-store.ts";
import { requireImport, requireImporter } from "./require-import.ts";

interface StartDependencies {
  imports: ImportStore;
  runQueue: RunQueue;
  origins: Origins;
  now: () => Date;
  waitUntil: WaitUntil;
  log: Log;
}

/**
 * Starts creating the links of all good rows, and with `doubtful` also of doubtful rows, as this member. A repeat changes
 * nothing. Throws `not_found`.
 */
export async function startImport(
  actor: MemberActor,
  { importId, doubtful }: { importId: string; doubtful: boolean },
  dependencies: StartDependencies,
): Promise<void> {
  const { imports, origins, now } = dependencies;
  const found = await requireImport(actor, importId, { imports });
  requirePrintable(origins);
  if (found.kind !== "links") throw new ServiceError("precondition_failed", "The file creates no links yet.");
  const { organizationId } = found;
  const { shortLink, api } = origins;
  const content = changedContent(found, { origins: { shortLink, api } });
  if (await imports.start({ id: importId, memberId: actor.id }, content, now(), doubtful))
    sendRun({ kind: "import", organizationId, runId: importId }, dependencies);
}

/** Deletes an import and its rows; its links stay. Throws `not_found`, and `precondition_failed` while it runs. */
export async function deleteImport(
  actor: MemberActor,
  { importId }: { importId: string },
  { imports }: { imports: ImportStore },
): Promise<void> {
  const { state } = await requireImport(actor, importId, { imports });
  if (state === "running") {
    throw new ServiceError("precondition_failed", "The import is running. Wait until it is done.");
  }
  await imports.remove(importId);
}

interface Stores {
  imports: Pick<ImportStore, "find" | "list">;
  importRows: ImportRowStore;
}

/** The imports that the actor may see, latest first. */
export async function listImports(
  actor: MemberActor,
  { imports }: Pick<Stores, "imports">,
): Promise<Import[]> {
  requireImporter(actor);
  const found = await imports.list(actor.organizationId);
  return found.filter((each) => isVisible(actor, each));
}

/** An import and its progress. Throws `not_found`. */
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

/** Problems that several rows of an import have. Throws `not_found`. */
export async function getRepeatedProblems(
  actor: MemberActor,
  { importId }: { importId: string },
  stores: Stores,
): Promise<RepeatedProblem[]> {
  await requireImport(actor, importId, stores);
  return stores.importRows.repeatedProblems(importId, MAX_REPEATED);
}

/** One row of an import. Throws `not_found`. */
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
