import type { LinkOutcome } from "../../features/links/change-links.ts";
import type { LinksChange } from "../../features/links/links-change.ts";
import type { ListFilter } from "../../features/links/list-links.ts";
import type { LinkPatch } from "../../features/links/patch.ts";
import { HOUR_MS } from "../../ground/core/days.ts";
import { sha256Hex } from "../../ground/core/digest.ts";

/** Days until a bulk edit is deleted, counted from its start. */
export const RETENTION_DAYS = 30;
/** The most running bulk edits of an organization. */
export const MAX_RUNNING = 10;
/** How many links that couldn't be changed a bulk edit names. */
export const MAX_FAILURES = 100;

/** Why a bulk edit doesn't continue. `interrupted`: a part stood still for so long that a repeat could change links twice. */
export type StopReason = "asked" | "member_removed" | "role_changed" | "interrupted";

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
export type UndoneEdit = Pick<BulkEdit, "id" | "memberId" | "createdAt">;

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
export interface BulkEdit extends EditContent {
  id: string;
  organizationId: string;
  memberId: string;
  fingerprint: string;
  progress: EditProgress;
  state: "running" | "done" | "stopped";
  stoppedBecause: StopReason | null;
  createdAt: string;
}

/** Undo finds the changes by their claims, which are stored for 24 hours. */
export const UNDO_MS = 23 * HOUR_MS;

/** Whether a bulk edit can be undone: it has ended, changed links, and isn't itself an Undo. */
export const canUndo = ({ state, progress, undoes, createdAt }: BulkEdit, now: Date): boolean =>
  state !== "running" && progress.changed > 0 && !undoes && now.getTime() - Date.parse(createdAt) < UNDO_MS;

/** The scope of the idempotent change of one link. */
export const linkScope = (organizationId: string, editId: string, linkId: string): Promise<string> =>
  sha256Hex(JSON.stringify([organizationId, "bulk edit", editId, linkId]));

/** A request to change the next part of a bulk edit. */
export interface EditMessage {
  organizationId: string;
  editId: string;
}

/** Whether `value`, received from the queue, is a valid message. */
export function isEditMessage(value: unknown): value is EditMessage {
  if (typeof value !== "object" || value === null) return false;
  const { organizationId, editId } = value as Partial<Record<keyof EditMessage, unknown>>; // read only
  return typeof organizationId === "string" && typeof editId === "string";
}
