import type { MemberActor } from "../access/actor.ts";
import { ServiceError, validationFailed } from "../core/errors.ts";
import { requirePrintable } from "../core/origins.ts";
import type { IdempotencyRequest } from "../idempotency/claim.ts";
import type { NameChecks } from "../links/free-names.ts";
import type { RowChecks } from "../links/prepare-rows.ts";
import { type Import, MAX_IMPORTS } from "./import.ts";
import { requireImporter } from "./import-access.ts";
import type { ImportLabels } from "./import-labels.ts";
import type { ImportStore } from "./import-store.ts";
import { CONTENT_FIELD, readNewFile } from "./read-file.ts";
import { validateRows } from "./validate-rows.ts";

const MAX_NAME_LENGTH = 200;

/** Input of `addImport`. */
export interface AddImportInput {
  fileName: string;
  /** The bytes of a file, or text. */
  content: Uint8Array | string;
  /** The project of rows without a project; if empty, such rows are rejected. */
  projectId: string;
  idempotency: IdempotencyRequest;
  /** Words of people that the file may use. */
  labels?: ImportLabels;
}

/** Dependencies of `addImport`. */
export interface AddImportDependencies extends RowChecks, NameChecks {
  imports: ImportStore;
}

/**
 * Stores the rows of a file with their problems; creates no link. A repeated request gets the import that the first
 * request stored. Throws `insufficient_scope`, `validation_failed` for a file that can't be read and for too many
 * imports, `quota_exceeded`, `idempotency_conflict` and `service_unavailable`.
 */
export async function addImport(
  actor: MemberActor,
  { fileName, content, projectId, idempotency, labels }: AddImportInput,
  dependencies: AddImportDependencies,
): Promise<Import> {
  requireImporter(actor);
  requirePrintable(dependencies.origins);
  const { source, rows } = readNewFile(content, labels);
  if (projectId === "" && rows.every(({ cells }) => !cells.projectId)) {
    throw validationFailed([{ field: "project", message: "Choose a project: the file names none." }]);
  }
  const validated = await validateRows(actor, rows, projectId, dependencies);
  const { shortLink, api } = dependencies.origins;
  const added: Import = {
    // The scope is a hash, and names the organization too.
    id: `imp_${idempotency.scope.slice(0, 32)}`,
    organizationId: actor.organizationId,
    memberId: actor.id,
    fingerprint: idempotency.fingerprint,
    fileName: fileName.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    source,
    projectId,
    origins: { shortLink, api },
    state: "open",
    stoppedBecause: null,
    createdAt: dependencies.now().toISOString(),
  };
  const stored = await dependencies.imports.add(added, validated);
  if (!stored) {
    const full = await dependencies.imports.quotaError(added, validated);
    if (full) throw full;
    const message = `The limit is ${MAX_IMPORTS} imports. Delete an import first.`;
    throw validationFailed([{ field: CONTENT_FIELD, message }]);
  }
  if (stored.fingerprint !== added.fingerprint) {
    throw new ServiceError("idempotency_conflict", "Already sent with a different file.");
  }
  return stored;
}
