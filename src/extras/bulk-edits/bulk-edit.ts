import type { LinkOutcome, LinkSelection, LinksChange } from "../../features/links/links-change.ts";
import type { LinkPatch } from "../../features/links/patch.ts";
import { DAY_MS, HOUR_MS } from "../../ground/core/days.ts";
import type { KindOf, Run, RunHead } from "../runs/run.ts";

/** Days until a bulk edit is deleted, counted from its start and again from its end. */
export const RETENTION_DAYS = 30;
/** The most running bulk edits of an organization. */
export const MAX_RUNNING = 10;
/** How many of the links that stay as they are a bulk edit names. */
export const MAX_LEFT = 100;

/** A row of a file: the patch of a link as it was at a revision. */
export interface EditedRow {
  linkId: string;
  revision: number;
  patch: LinkPatch;
}

/** The bulk edit that an Undo undoes. */
export interface UndoneEdit extends Pick<RunHead, "id" | "memberId" | "createdAt"> {
  /** When it ended; null if it was stopped. */
  endedAt: string | null;
}

/** What a bulk edit does: the same change of selected links, the rows of a file, or the Undo of another bulk edit. */
export type EditTask =
  | { kind: "change"; selection: LinkSelection; change: LinksChange }
  | { kind: "rows"; rows: readonly EditedRow[] }
  | { kind: "undo"; edit: UndoneEdit };

export interface EditContent {
  task: EditTask;
  /** The query of the list that it was started from. */
  list: string;
  origins: { shortLink: string; api: string };
  /** How many links were selected at the start. */
  total: number;
}

/** How far a bulk edit is. */
export interface EditProgress {
  /** Where the next part begins; null before the first. */
  cursor: string | null;
  /** The links of the parts that are done; `total` is only an estimate, because other people change links too. */
  visited: number;
  changed: number;
  failed: number;
  /** The first links that couldn't be changed, or that an Undo leaves as they are. */
  left: readonly LinkOutcome[];
}

/** Changes of several links: the first part is done at once, the others in the background. */
export type BulkEdit = Run<EditContent, EditProgress>;

export const BULK_EDITS: KindOf<EditContent, EditProgress> = {
  kind: "bulk_edit",
  beginning: { cursor: null, visited: 0, changed: 0, failed: 0, left: [] },
  keptMs: RETENTION_DAYS * DAY_MS,
  most: { running: MAX_RUNNING },
  read: (content) => ({ ...content, task: withTimes(content.task) }),
};

/** A task as read from JSON, with the times of its filter. */
function withTimes(task: EditTask): EditTask {
  if (task.kind !== "change" || "linkIds" in task.selection) return task;
  const time = (value: Date | string | undefined) => (value === undefined ? undefined : new Date(value));
  const { filter } = task.selection;
  const times = { createdFrom: time(filter.createdFrom), createdTo: time(filter.createdTo) };
  return { ...task, selection: { filter: { ...filter, ...times } } };
}

/** Undo finds the changes by their claims, which are stored for 24 hours. */
const UNDO_MS = 23 * HOUR_MS;

/** Until when a bulk edit that starts at `start` can be undone. */
export const undoableUntil = (start: Date): Date => new Date(start.getTime() + UNDO_MS);

/** Whether a bulk edit can be undone: it has ended, changed links, and isn't itself an Undo. */
export const canUndo = ({ state, progress, task, createdAt }: BulkEdit, now: Date): boolean =>
  state !== "running" &&
  progress.changed > 0 &&
  task.kind !== "undo" &&
  now < undoableUntil(new Date(createdAt));

/** What an Undo needs of a bulk edit that is not running. */
export const undoneEdit = ({ id, memberId, createdAt, state, expiresAt }: BulkEdit): UndoneEdit => ({
  id,
  memberId,
  createdAt,
  // A run that has done its last step is kept from then on.
  endedAt: state === "idle" ? new Date(Date.parse(expiresAt) - BULK_EDITS.keptMs).toISOString() : null,
});
