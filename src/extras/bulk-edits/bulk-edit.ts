import type { LinkOutcome, LinksChange } from "../../features/links/links-change.ts";
import type { ListFilter } from "../../features/links/list-links.ts";
import type { LinkPatch } from "../../features/links/patch.ts";
import { DAY_MS, HOUR_MS } from "../../ground/core/days.ts";
import { sha256Hex } from "../../ground/core/digest.ts";
import type { KindOf, Run, RunHead } from "../runs/run.ts";
import type { RunStore } from "../runs/run-store.ts";

/** Days until a bulk edit is deleted, counted from its start and again from its end. */
export const RETENTION_DAYS = 30;
/** The most running bulk edits of an organization. */
export const MAX_RUNNING = 10;
/** How many links that couldn't be changed a bulk edit names. */
export const MAX_FAILURES = 100;

/** Which links a bulk edit changes, and how. */
export interface EditContent {
  filter: ListFilter;
  change: LinksChange;
  /** The query of the list that it was started from. */
  list: string;
  origins: { shortLink: string; api: string };
  /** How many links matched at the start. */
  total: number;
  /** A patch of each link as it was at a revision, in place of a filter and a change. */
  patches?: readonly { linkId: string; revision: number; patch: LinkPatch }[] | undefined;
  /** The bulk edit that this one undoes, link by link, in place of a filter and a change. */
  undoes?: UndoneEdit | undefined;
}

/** What Undo needs of a bulk edit. */
export type UndoneEdit = Pick<RunHead, "id" | "memberId" | "createdAt">;

/** How far a bulk edit is. */
export interface EditProgress {
  /** The cursor of the next part; null before the first. */
  cursor: string | null;
  /** The links of the parts that are done; `total` is only an estimate, because other people change links too. */
  visited: number;
  changed: number;
  failed: number;
  /** The first links that couldn't be changed. */
  failures: readonly LinkOutcome[];
}

/** The same change of all links of a filter, which runs in the background. */
export type BulkEdit = Run<EditContent, EditProgress>;
export type BulkEditStore = RunStore<EditContent, EditProgress>;

export const BULK_EDITS: KindOf<EditContent, EditProgress> = {
  kind: "bulk_edit",
  beginning: { cursor: null, visited: 0, changed: 0, failed: 0, failures: [] },
  keptMs: RETENTION_DAYS * DAY_MS,
  most: { running: MAX_RUNNING },
  read({ filter, ...content }) {
    const time = (value: Date | string | undefined) => (value === undefined ? undefined : new Date(value));
    return {
      ...content,
      filter: { ...filter, createdFrom: time(filter.createdFrom), createdTo: time(filter.createdTo) },
    };
  },
};

/** Undo finds the changes by their claims, which are stored for 24 hours. */
export const UNDO_MS = 23 * HOUR_MS;

/** Whether a bulk edit can be undone: it has ended, changed links, and isn't itself an Undo. */
export const canUndo = ({ state, progress, undoes, createdAt }: BulkEdit, now: Date): boolean =>
  state !== "running" && progress.changed > 0 && !undoes && now.getTime() - Date.parse(createdAt) < UNDO_MS;

/** The scope of the idempotent change of one link. */
export const linkScope = (organizationId: string, editId: string, linkId: string): Promise<string> =>
  sha256Hex(JSON.stringify([organizationId, "bulk edit", editId, linkId]));
