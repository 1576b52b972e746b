import type { MemberActor } from "../../features/access/actor.ts";
import type { IdempotencyRequest } from "../../features/writes/claim.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { mapInPieces } from "../../ground/platform/pieces.ts";
import type { BulkEdit } from "../bulk-edits/bulk-edit.ts";
import { type StartDependencies, startBulkEdit } from "../bulk-edits/start-bulk-edit.ts";
import { patchIn } from "./changed-cells.ts";
import type { ImportRowStore } from "./import-row-store.ts";
import { type ImportFinder, requireImport } from "./require-import.ts";

/** Maximum length of all patches as JSON, in characters: a D1 row is limited to 2 MB. */
const MAX_LENGTH = 600_000;

/**
 * Starts to change the links of all good rows, and with `doubtful` also of doubtful rows, as a bulk edit that can be undone.
 * A link that was changed since the check is left as it is. Throws as `startBulkEdit` does, `not_found`,
 * `precondition_failed` if the rows are no changes, and `validation_failed` if there are none or too many.
 */
export async function startChanges(
  actor: MemberActor,
  {
    importId,
    doubtful,
    idempotency,
  }: { importId: string; doubtful: boolean; idempotency: IdempotencyRequest },
  dependencies: StartDependencies & { imports: ImportFinder; importRows: ImportRowStore },
): Promise<BulkEdit> {
  const { kind } = await requireImport(actor, importId, dependencies);
  if (kind !== "changes") throw new ServiceError("precondition_failed", "The file does not change links.");
  const rows = await dependencies.importRows.all(importId, doubtful ? ["good", "doubtful"] : ["good"]);
  const edited = await mapInPieces(rows, ({ cells }) => ({
    linkId: cells.linkId ?? "",
    revision: Number(cells.revision),
    patch: patchIn(cells),
  }));
  if (rows.length === 0) throw validationFailed([{ field: "", message: "No row is ready." }]);
  if (JSON.stringify(edited).length > MAX_LENGTH)
    throw validationFailed([
      { field: "", message: "These are too many changes for one file. Upload it in parts." },
    ]);
  const task = { kind: "rows", rows: edited } as const;
  const content = { task, list: "", total: rows.length, idempotency };
  const edit = await startBulkEdit(actor, content, dependencies);
  await dependencies.importRows.markChanged(importId, doubtful);
  return edit;
}
