import type { MemberActor } from "../../features/access/actor.ts";
import { requireSalesManager } from "../../features/access/sales-permissions.ts";
import { sha256Hex } from "../../ground/core/digest.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import { CONTENT_FIELD } from "../files/file-content.ts";
import type { DraftFiles } from "./draft-files.ts";
import { readSheet, type Sheet } from "./read-sheet.ts";
import { columnsNamed, networkOfHeadings } from "./recognize-columns.ts";
import {
  type Choices,
  DRAFT_MS,
  MAX_DRAFTS,
  MAX_REPORTS,
  NO_CHOICES,
  type SalesReport,
} from "./sales-report.ts";
import type { SalesReportStore } from "./sales-report-store.ts";

const MAX_NAME_LENGTH = 200;

/** What adding and reading drafts needs. */
export interface DraftDependencies {
  salesReports: SalesReportStore;
  draftFiles: DraftFiles;
  now: () => Date;
}

/**
 * Keeps the file of a sales report as a draft for a day, until somebody confirms it; none of its sales count. Adding a file again
 * returns the draft that exists. Throws `project_access_denied`, and `validation_failed` for a file that can't be read and for too
 * many drafts.
 */
export async function addSalesReport(
  actor: MemberActor,
  { fileName, content }: { fileName: string; content: Uint8Array | string },
  { salesReports, draftFiles, now: clock }: DraftDependencies,
): Promise<SalesReport> {
  requireSalesManager(actor);
  const { organizationId } = actor;
  const now = clock();
  const bytes = new Uint8Array(typeof content === "string" ? new TextEncoder().encode(content) : content);
  const digest = await sha256Hex(bytes);
  const same = await salesReports.sameDraft(organizationId, digest, actor.id, now);
  if (same) return same;
  const sheet = await readSheet(bytes);
  const earlier = await salesReports.list(organizationId);
  const draft: SalesReport = {
    organizationId,
    id: newId("sal", now),
    ...remembered(sheet, earlier),
    fileName: fileName.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    digest,
    state: "draft",
    place: null,
    firstDay: null,
    lastDay: null,
    rowCount: sheet.rows.length,
    unknownRows: 0,
    createdBy: actor.id,
    createdAt: now.toISOString(),
    confirmedBy: null,
    confirmedAt: null,
    undoneBy: null,
    undoneAt: null,
    expiresAt: new Date(now.getTime() + DRAFT_MS).toISOString(),
  };
  if (!(await salesReports.add(draft))) throw tooManyReports();
  try {
    await draftFiles.put(draft, bytes);
  } catch (error) {
    await salesReports.remove([draft], "draft");
    throw error;
  }
  return draft;
}

const tooManyReports = () =>
  validationFailed([
    {
      field: CONTENT_FIELD,
      message: `The limit is ${MAX_DRAFTS} reports that wait for confirmation, and ${MAX_REPORTS} in total. Confirm or discard some.`,
    },
  ]);

/**
 * The network of a file, and what people chose for its last report: for headings of a known network, or for those of an earlier file
 * with all chosen columns. The account only if every report of the network has the same.
 */
function remembered(
  { keys }: Sheet,
  reports: readonly SalesReport[],
): Pick<SalesReport, "network" | "account" | "choices"> {
  const known = networkOfHeadings(keys)?.network.name;
  const confirmed = reports.filter(({ state }) => state === "confirmed");
  const last = confirmed.find(({ network, choices: { columns } }) =>
    known === undefined
      ? columns !== null && columnsNamed(keys, columns).size === Object.keys(columns).length
      : network === known,
  );
  const network = known ?? last?.network ?? "";
  const accounts = new Set(
    confirmed.filter((each) => each.network === network).map(({ account }) => account),
  );
  const [account = ""] = accounts.size === 1 ? accounts : [];
  const choices: Choices = {
    ...NO_CHOICES,
    columns: known === undefined ? (last?.choices.columns ?? null) : null,
    dayOrder: last?.choices.dayOrder ?? null,
    decimal: last?.choices.decimal ?? null,
    currency: last?.choices.currency ?? null,
  };
  return { network, account, choices };
}
