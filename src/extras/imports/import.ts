import { DAY_MS } from "../../ground/core/days.ts";
import type { FieldProblem } from "../../ground/core/errors.ts";
import type { LinkNames } from "../../ground/core/origins.ts";
import type { KindOf, Run } from "../runs/run.ts";

export const MAX_IMPORT_ROWS = 20_000;
/** Maximum stored imports of an organization. */
export const MAX_IMPORTS = 20;
/** How long imports are stored, from when they were added and again from their end. */
export const RETENTION_DAYS = 30;

/**
 * What the rows are: links to create; a table whose columns somebody has to name first, with cells by the column's index; or
 * changes of links, from the list's own CSV.
 */
type ImportKind = "links" | "table" | "changes";

/** What links of another service have and links here don't, and how many links have it. */
export interface LeftBehind {
  name: string;
  links: number;
}

/** What a file has, beside its rows. */
export interface ImportContent {
  fileName: string;
  /** The service that exported the links, with the format: "Bitly CSV"; null for a file of ours. */
  source: string | null;
  kind: ImportKind;
  /** Those of a table, or those of an edited list that change nothing; null otherwise. */
  headings: readonly string[] | null;
  leftBehind: readonly LeftBehind[];
  /** The project of rows without a project; may be empty. */
  projectId: string;
  /** The origins of links and codes when the import was last started. */
  origins: { shortLink: string; api: string };
}

/** One import of a file. It runs while rows wait to be created. Its progress is in its rows. */
export type Import = Run<ImportContent, null>;

/** What a changed import has. */
export const changedContent = (
  { fileName, source, kind, headings, leftBehind, projectId, origins }: Import,
  change: Partial<ImportContent>,
): ImportContent => ({ fileName, source, kind, headings, leftBehind, projectId, origins, ...change });

export const IMPORTS: KindOf<ImportContent, null> = {
  kind: "import",
  beginning: null,
  keptMs: RETENTION_DAYS * DAY_MS,
  most: { stored: MAX_IMPORTS },
};

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
