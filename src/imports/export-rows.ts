import type { MemberActor } from "../access/actor.ts";
import { csvText } from "../core/csv-text.ts";
import { imageUrl, shortLinkUrl } from "../core/origins.ts";
import { requireImport } from "./access.ts";
import { COLUMNS, PROBLEMS_COLUMN, ROW_COLUMN } from "./columns.ts";
import { type ImportRow, ROW_STATES, type RowState } from "./import.ts";
import type { ImportStore } from "./import-store.ts";
import type { ImportRowStore } from "./row-store.ts";

/** Rows of one query: all of an import take five. */
const AT_ONCE = 1_000;

interface ExportStores {
  imports: Pick<ImportStore, "find">;
  importRows: ImportRowStore;
}

/** The problems of a row in one text, each with its column. */
const problemText = ({ problems }: ImportRow): string =>
  problems.map(({ field, message }) => `${field && `${field}: `}${message}`).join("; ");

async function rowsIn(
  importId: string,
  states: readonly RowState[],
  importRows: ImportRowStore,
): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for (;;) {
    const page = await importRows.list(importId, states, rows.at(-1)?.row ?? 0, AT_ONCE);
    rows.push(...page);
    if (page.length < AT_ONCE) return rows;
  }
}

/**
 * The rows with problems, and those to be checked, as CSV, which can be corrected and uploaded again. Throws `insufficient_scope`, `not_found` and
 * `service_unavailable`.
 */
export async function exportProblems(
  actor: MemberActor,
  { importId }: { importId: string },
  { imports, importRows }: ExportStores,
): Promise<string> {
  await requireImport(actor, importId, { imports });
  const rows = await rowsIn(importId, ["bad", "failed", "doubtful"], importRows);
  return csvText(
    [ROW_COLUMN, PROBLEMS_COLUMN, ...COLUMNS.map(({ name }) => name)],
    rows.map((row) => ({ ...row.cells, [ROW_COLUMN]: row.row, [PROBLEMS_COLUMN]: problemText(row) })),
  );
}

/** What the states of rows are called in a file. */
const STATE_WORDS: Record<RowState, string> = {
  bad: "has problems",
  failed: "failed",
  doubtful: "to be checked",
  good: "ready",
  waiting: "waiting",
  made: "created",
};

/**
 * Every row with what became of it as CSV: short links and the addresses of QR images. Throws `insufficient_scope`,
 * `not_found` and `service_unavailable`.
 */
export async function exportResults(
  actor: MemberActor,
  { importId }: { importId: string },
  { imports, importRows }: ExportStores,
): Promise<string> {
  const found = await requireImport(actor, importId, { imports });
  const origins = { ...found.origins, problem: null };
  const rows = await rowsIn(importId, ROW_STATES, importRows);
  return csvText(
    ["row", "name", "status", "shortUrl", "qrImageUrl", "linkId", "problems"],
    rows.map((row) => ({
      row: row.row,
      name: row.cells.name ?? "",
      status: STATE_WORDS[row.state],
      shortUrl: row.address === null ? "" : shortLinkUrl(origins, row.address),
      qrImageUrl:
        row.linkId === null || row.qrIdentifier === null
          ? ""
          : imageUrl(origins, row.linkId, row.qrIdentifier),
      linkId: row.linkId ?? "",
      problems: problemText(row),
    })),
  );
}
