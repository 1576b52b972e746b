import type { FieldProblem } from "../../ground/core/errors.ts";
import type { LinkNames } from "../../ground/core/origins.ts";

export const MAX_IMPORT_ROWS = 20_000;
/** Maximum file size. */
export const MAX_FILE_MIB = 8;
export const MAX_FILE_BYTES = MAX_FILE_MIB * 1024 * 1024;
/** Maximum stored imports of an organization. */
export const MAX_IMPORTS = 20;
/** How long imports are stored. */
export const RETENTION_DAYS = 30;

/** `open`: no row is waiting. `running`: rows are waiting to be created. `stopped`: somebody has to restart it. */
export type ImportState = "open" | "running" | "stopped";
/** Why an import stopped: the person who started it is no longer a member, or may no longer write links. */
export type StopReason = "member_removed" | "role_changed";

/**
 * What the rows are: links to create; a table whose columns somebody has to name first, with cells by the column's index; or
 * changes of links, from the list's own CSV.
 */
export type ImportKind = "links" | "table" | "changes";

/** One import of a file. */
export interface Import {
  id: string;
  organizationId: string;
  /** The member who creates the links. */
  memberId: string;
  /** The fingerprint of the request that added it. */
  fingerprint: string;
  fileName: string;
  /** The service that exported the links, with the format: "Bitly CSV"; null for a file of ours. */
  source: string | null;
  kind: ImportKind;
  /** Those of a table; null otherwise. */
  headings: readonly string[] | null;
  /** The project of rows without a project; may be empty. */
  projectId: string;
  /** The origins of links and codes when the import was last started. */
  origins: { shortLink: string; api: string };
  state: ImportState;
  stoppedBecause: StopReason | null;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/**
 * The states of rows. `bad` and `failed` rows have problems; `doubtful` rows can be created but should be checked
 * first; `waiting` rows are about to be created.
 */
export const ROW_STATES = ["bad", "failed", "doubtful", "good", "waiting", "made"] as const;
export type RowState = (typeof ROW_STATES)[number];
export type RowCounts = Readonly<Record<RowState, number>>;

/** The texts of a row by column name; empty cells are absent. */
export type Cells = Readonly<Record<string, string>>;

/** A problem of a row. `field` is a column name, or empty for the row as a whole. */
export type RowProblem = FieldProblem;

export interface ValidatedRow {
  row: number;
  cells: Cells;
  state: "good" | "doubtful" | "bad";
  problems: readonly RowProblem[];
}

export interface ImportRow {
  row: number;
  cells: Cells;
  state: RowState;
  problems: readonly RowProblem[];
  linkId: string | null;
  /** The names in the URLs of its link. */
  address: LinkNames | null;
  /** The identifier of the link's default QR code, if any. */
  qrIdentifier: string | null;
}
