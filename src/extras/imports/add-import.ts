import type { MemberActor } from "../../features/access/actor.ts";
import type { LinkLoader } from "../../features/links/summarize-links.ts";
import type { IdempotencyRequest } from "../../features/writes/claim.ts";
import { requirePrintable, ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { mapInPieces } from "../../ground/platform/pieces.ts";
import { CONTENT_FIELD } from "../files/file-content.ts";
import { type RunHead, runIdOf } from "../runs/run.ts";
import type { ImportLabels } from "./columns.ts";
import type { FileRow } from "./file-rows.ts";
import { type Import, type ImportContent, MAX_IMPORTS, type ValidatedRow } from "./import.ts";
import { checkChanges } from "./link-changes.ts";
import { withoutRedirects } from "./read-cells.ts";
import { type NewFile, readNewFile } from "./read-file.ts";
import { type ImportFinder, requireImporter } from "./require-import.ts";
import { type RowValidation, validateNewRows } from "./validate-rows.ts";

const MAX_NAME_LENGTH = 200;

/** A file to import, with the words of people that it may use. Without a project, its rows have to name theirs. */
interface NewImportFile extends Pick<Import, "fileName" | "projectId"> {
  content: Uint8Array | string;
  idempotency: IdempotencyRequest;
  labels?: ImportLabels;
}

/** What an addition asks of the stored imports. */
interface StoredImports extends ImportFinder {
  add(
    added: Omit<RunHead, "expiresAt" | "stoppedBecause">,
    content: ImportContent,
    rows: readonly ValidatedRow[],
  ): Promise<Import | null>;
  hasRoom(organizationId: string): Promise<boolean>;
  quotaError(organizationId: string, rows: readonly ValidatedRow[]): Promise<ServiceError | null>;
}

interface AddImportDependencies extends RowValidation {
  imports: StoredImports;
  lists: LinkLoader;
}

/**
 * Stores the rows of a file with their problems; creates no link. A repeated request gets the import that the first request
 * stored. The file is read only if there is room for it. Throws `validation_failed` for a file that can't be read and for too
 * many imports, `quota_exceeded` and `idempotency_conflict`.
 */
export async function addImport(
  actor: MemberActor,
  { fileName, projectId, idempotency, ...file }: NewImportFile,
  dependencies: AddImportDependencies,
): Promise<Import> {
  requireImporter(actor);
  requirePrintable(dependencies.origins);
  const { imports } = dependencies;
  const { organizationId } = actor;
  const id = runIdOf("imp", idempotency.scope);
  const earlier = await imports.find(id);
  if (earlier) return sameFile(earlier, idempotency);
  await requireRoom(organizationId, [], imports);
  const read = await readNewFile(file.content, file.labels);
  const validated = await checkedRows(actor, read, projectId, dependencies);
  const { shortLink, api } = dependencies.origins;
  const added = {
    id,
    organizationId,
    memberId: actor.id,
    fingerprint: idempotency.fingerprint,
    state: "idle",
    createdAt: dependencies.now().toISOString(),
  } as const;
  const { source, kind, headings, leftBehind } = read;
  const name = fileName.slice(0, MAX_NAME_LENGTH).toWellFormed();
  const origins = { shortLink, api };
  const content = { fileName: name, source, kind, headings, leftBehind, projectId, origins };
  const stored = await imports.add(added, content, validated);
  if (stored) return sameFile(stored, idempotency);
  await requireRoom(organizationId, validated, imports);
  throw tooManyImports();
}

const tooManyImports = () =>
  validationFailed([
    {
      field: CONTENT_FIELD,
      message: `The limit is ${MAX_IMPORTS} imports, and no earlier import is finished. Create its links, or delete one.`,
    },
  ]);

/** Throws `quota_exceeded` and `validation_failed` if the organization can't have one more import with these rows. */
async function requireRoom(
  organizationId: string,
  rows: readonly ValidatedRow[],
  imports: StoredImports,
): Promise<void> {
  const full = await imports.quotaError(organizationId, rows);
  if (full) throw full;
  if (!(await imports.hasRoom(organizationId))) throw tooManyImports();
}

function sameFile(stored: Import, { fingerprint }: IdempotencyRequest): Import {
  if (stored.fingerprint === fingerprint) return stored;
  throw new ServiceError("idempotency_conflict", "Already sent with a different file.");
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
      row,
      cells: withoutRedirects(cells),
      state: "bad",
      problems: [],
    });
    return mapInPieces(rows, unnamed);
  }
  return validateNewRows(actor, rows, projectId, dependencies);
}
