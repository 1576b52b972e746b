import type { MemberActor } from "../../features/access/actor.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { CREATE_LINK_SCOPE } from "../../features/access/scopes.ts";

import type { LinkListStore } from "../../features/links/list-store.ts";
import type { IdempotencyRequest } from "../../features/writes/claim.ts";
import { requirePrintable, ServiceError, validationFailed } from "../../ground/core/errors.ts";
import type { Origins } from "../../ground/core/origins.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import type { Log } from "../../ground/platform/log.ts";
import { type RunQueue, sendRun } from "../runs/continue-runs.ts";
import { isVisible, requireRun, runIdOf } from "../runs/run.ts";
import type { ImportLabels } from "./columns.ts";
import {
  changedContent,
  type Import,
  type ImportRow,
  MAX_IMPORTS,
  RETENTION_DAYS,
  type RowCounts,
  type RowState,
  type ValidatedRow,
} from "./import.ts";
import type { ImportRowStore, RepeatedProblem } from "./import-row-store.ts";
import type { ImportStore } from "./import-store.ts";
import { checkChanges } from "./link-changes.ts";
import { withoutRedirects } from "./read-cells.ts";
import { CONTENT_FIELD, type FileRow, type NewFile, readNewFile } from "./read-file.ts";
import { type RowValidation, validateNewRows } from "./validate-rows.ts";

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

const MAX_NAME_LENGTH = 200;

/** A file to import, with the words of people that it may use. Without a project, its rows have to name theirs. */
interface NewImportFile extends Pick<Import, "fileName" | "projectId"> {
  content: Uint8Array | string;
  idempotency: IdempotencyRequest;
  labels?: ImportLabels;
}

export interface AddImportDependencies extends RowValidation {
  imports: ImportStore;
  lists: LinkListStore;
}

/**
 * Stores the rows of a file with their problems; creates no link. A repeated request gets the import that the first request
 * stored. Throws `validation_failed` for a file that can't be read and for too many imports, `quota_exceeded` and
 * `idempotency_conflict`.
 */
export async function addImport(
  actor: MemberActor,
  { fileName, projectId, idempotency, ...file }: NewImportFile,
  dependencies: AddImportDependencies,
): Promise<Import> {
  requireImporter(actor);
  requirePrintable(dependencies.origins);
  const read = readNewFile(file.content, file.labels);
  const validated = await checkedRows(actor, read, projectId, dependencies);
  const { shortLink, api } = dependencies.origins;
  const { organizationId } = actor;
  const added = {
    id: runIdOf("imp", idempotency.scope),
    organizationId,
    memberId: actor.id,
    fingerprint: idempotency.fingerprint,
    state: "idle",
    createdAt: dependencies.now().toISOString(),
  } as const;
  const { source, kind, headings } = read;
  const name = fileName.slice(0, MAX_NAME_LENGTH).toWellFormed();
  const content = { fileName: name, source, kind, headings, projectId, origins: { shortLink, api } };
  const stored = await dependencies.imports.add(added, content, validated);
  if (!stored) {
    const full = await dependencies.imports.quotaError(organizationId, validated);
    if (full) throw full;
    const message = `The limit is ${MAX_IMPORTS} imports. Delete an import first.`;
    throw validationFailed([{ field: CONTENT_FIELD, message }]);
  }
  if (stored.fingerprint !== added.fingerprint) {
    throw new ServiceError("idempotency_conflict", "Already sent with a different file.");
  }
  return stored;
}

/** The rows of a file with their problems; those of a table wait until its columns are named. */
function checkedRows(
  actor: MemberActor,
  { kind, rows, headings }: NewFile,
  projectId: string,
  dependencies: AddImportDependencies,
): Promise<ValidatedRow[]> {
  if (kind === "changes") return checkChanges(actor, rows, headings, dependencies);
  if (kind === "table") {
    const unnamed = ({ row, cells }: FileRow): ValidatedRow => ({
      ...{ row, cells: withoutRedirects(cells) },
      ...{ state: "bad", problems: [] },
    });
    return Promise.resolve(rows.map(unnamed));
  }
  return validateNewRows(actor, rows, projectId, dependencies);
}

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
