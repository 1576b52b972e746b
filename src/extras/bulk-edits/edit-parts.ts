import type { MemberActor } from "../../features/access/actor.ts";
import type { ChangedLink } from "../../features/links/change-link.ts";
import type { LinkEdit } from "../../features/links/change-links.ts";
import { definitionOf, type Link } from "../../features/links/link.ts";
import { PART_SIZE, patchFor } from "../../features/links/links-change.ts";
import { type ListDependencies, listLinks } from "../../features/links/list-links.ts";
import type { LinkPatch } from "../../features/links/patch.ts";
import { undone } from "../../features/links/restore-link.ts";
import { changesBetween, type FieldChange } from "../../features/writes/activity.ts";
import type { ActivityListStore } from "../../features/writes/activity-list-store.ts";
import type { IdempotentWrite } from "../../features/writes/claim.ts";
import type { ClaimStore } from "../../features/writes/claim-store.ts";
import { sha256Hex } from "../../ground/core/digest.ts";
import { idsMadeIn } from "../../ground/core/ids.ts";
import { canonicalJson, mergePatchBetween } from "../../ground/core/json.ts";
import type { EditTask, UndoneEdit } from "./bulk-edit.ts";

/** How far the clocks of two workers may differ, in milliseconds. */
const CLOCKS_MS = 60_000;

/** The next links of a bulk edit, up to `PART_SIZE`. */
export interface EditPart {
  edits: readonly LinkEdit[];
  /** Where the following part begins; null after the last. */
  next: string | null;
}

type Task<Kind extends EditTask["kind"]> = Extract<EditTask, { kind: Kind }>;

/** The next selected links, each with the same change. */
export async function selectedPart(
  actor: MemberActor,
  { selection, change }: Task<"change">,
  cursor: string | null,
  dependencies: ListDependencies,
): Promise<EditPart> {
  const editOf = (linkId: string): LinkEdit => ({
    linkId,
    patch: (link) => patchFor(link, change),
    expected: null,
  });
  if ("linkIds" in selection) {
    const { part, next } = slice(selection.linkIds, cursor);
    return { edits: part.map(editOf), next };
  }
  // Links that stop matching are behind the cursor: a list is in order of id.
  const input = { ...selection.filter, limit: PART_SIZE, cursor: cursor ?? undefined };
  const { links, nextCursor } = await listLinks(actor, input, dependencies);
  return { edits: links.map(({ link }) => editOf(link.id)), next: nextCursor };
}

/** The next rows of a file. A link that was changed since its revision is left as it is: `precondition_failed`. */
export function rowsPart({ rows }: Task<"rows">, cursor: string | null): EditPart {
  const { part, next } = slice(rows, cursor);
  return { edits: part.map(({ revision, ...row }) => ({ ...row, expected: [revision] })), next };
}

function slice<T>(all: readonly T[], cursor: string | null): { part: readonly T[]; next: string | null } {
  const start = Number(cursor ?? 0);
  const end = start + PART_SIZE;
  return { part: all.slice(start, end), next: end < all.length ? String(end) : null };
}

/**
 * The next links to put back, of the changes that `edit` made before an Undo of `startedAt`, newest first. A link with other
 * values since keeps them.
 */
export async function undonePart(
  { organizationId }: MemberActor,
  { edit }: Task<"undo">,
  { cursor, startedAt }: { cursor: string | null; startedAt: string },
  dependencies: { activities: ActivityListStore; claims: ClaimStore; now: () => Date },
): Promise<EditPart> {
  const { activities, claims, now } = dependencies;
  const made = idsMadeIn("act", timesOf(edit, Date.parse(startedAt)));
  const range = { organizationId, from: made.from, before: cursor ?? made.before };
  const author = { type: "member", id: edit.memberId } as const;
  const filter = { objectTypes: ["link"], actor: author, projects: "all" } as const;
  const { ids, from } = await activities.search(range, filter, PART_SIZE);
  const part = ids.slice(0, PART_SIZE);
  const entries = await activities.load(organizationId, part);
  const scopes = entries.map(({ linkId }) => linkScope(organizationId, edit.id, linkId ?? ""));
  const owners = await claims.owners(await Promise.all(scopes), now());
  const edits = entries.flatMap(({ id, linkId, changes }): LinkEdit[] =>
    // Its member changed other links meanwhile.
    linkId === null || changes === null || !owners.has(id)
      ? []
      : [{ linkId, patch: (link) => undoPatch(link, changes), expected: null }],
  );
  return { edits, next: part.length < ids.length ? (part.at(-1) ?? null) : from };
}

/** The times between which a bulk edit changed its links. */
function timesOf({ createdAt, endedAt }: UndoneEdit, undoStart: number): { from: Date; to: Date } {
  const end = endedAt === null ? Infinity : Date.parse(endedAt) + CLOCKS_MS;
  return { from: new Date(Date.parse(createdAt) - CLOCKS_MS), to: new Date(Math.min(end, undoStart)) };
}

/** The patch that takes back changes of a link; empty if the link has other values by now. */
function undoPatch(link: Link, changes: readonly FieldChange[]): LinkPatch {
  const current = { ...definitionOf(link), status: link.status };
  const before = undone(current, changes);
  const isUntouched = canonicalJson(changesBetween(before, current)) === canonicalJson(changes);
  return isUntouched ? mergePatchBetween(current, before) : {};
}

const linkScope = (organizationId: string, editId: string, linkId: string): Promise<string> =>
  sha256Hex(JSON.stringify([organizationId, "bulk edit", editId, linkId]));

/** The idempotent change of a link by a bulk edit, which changes each link at most once. */
export async function linkWrite(
  organizationId: string,
  editId: string,
  linkId: string,
): Promise<IdempotentWrite<ChangedLink>> {
  const scope = await linkScope(organizationId, editId, linkId);
  // A bulk edit never gets another content, so the scope says it all.
  return { scope, fingerprint: scope, organizationId, receipt: ({ link }) => link.id };
}
