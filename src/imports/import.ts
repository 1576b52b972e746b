import type { FieldProblem } from "../core/errors.ts";
import type { LinkNames } from "../core/origins.ts";

/** The most rows of one import. */
export const MAX_IMPORT_ROWS = 5_000;
/** The largest file, in MiB and in bytes. */
export const MAX_FILE_MIB = 4;
export const MAX_FILE_BYTES = MAX_FILE_MIB * 1024 * 1024;
/** The most imports that an organization keeps at one time. */
export const MAX_IMPORTS = 20;
/** How long imports are kept, in days. */
export const RETENTION_DAYS = 30;

/** `open`: nothing is waiting. `running`: rows are waiting to be created. `stopped`: they wait for somebody. */
export type ImportState = "open" | "running" | "stopped";
/** Why an import stopped: whoever started it is no member any more, or may not write links any more. */
export type StopReason = "member_removed" | "role_changed";

/** One import of a file. */
export interface Import {
  id: string;
  organizationId: string;
  /** As whom the links are created. */
  memberId: string;
  /** Of the form that added it. */
  fingerprint: string;
  fileName: string;
  /** The project of rows that name none; empty: there is none. */
  projectId: string;
  /** Of the links and codes, as they were when it was last started. */
  origins: { shortLink: string; api: string };
  state: ImportState;
  stoppedBecause: StopReason | null;
  /** ISO 8601 in UTC, as every time here. */
  createdAt: string;
}

/**
 * The states of rows. `bad` and `failed` have problems; `doubtful` ones can be created, and somebody should look at them
 * before; `waiting` rows are about to be created.
 */
export const ROW_STATES = ["bad", "failed", "doubtful", "good", "waiting", "made"] as const;
/** One state of a row. */
export type RowState = (typeof ROW_STATES)[number];
/** How many rows are in each state. */
export type RowCounts = Readonly<Record<RowState, number>>;

/** The texts of a row by the name of their column; empty cells are absent. */
export type Cells = Readonly<Record<string, string>>;

/** What is wrong with a row. `field` is the name of a column; empty: the row as a whole. */
export type RowProblem = FieldProblem;

/** A row with what its check said. */
export interface JudgedRow {
  row: number;
  cells: Cells;
  state: "good" | "doubtful" | "bad";
  problems: readonly RowProblem[];
}

/** A row of an import. */
export interface ImportRow {
  row: number;
  cells: Cells;
  state: RowState;
  problems: readonly RowProblem[];
  linkId: string | null;
  /** What the addresses of its link are made of. */
  address: LinkNames | null;
  /** Of the link's default QR code; null where it has none. */
  qrIdentifier: string | null;
}
