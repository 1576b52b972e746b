import type { MemberActor } from "../../features/access/actor.ts";
import { type ChangedLink, changeLink } from "../../features/links/change-link.ts";
import type { LinkOutcome } from "../../features/links/change-links.ts";
import { PART_SIZE } from "../../features/links/edit-links.ts";
import { getLink } from "../../features/links/get-link.ts";
import { definitionOf } from "../../features/links/link.ts";
import { undone } from "../../features/links/restore-link.ts";
import { changesBetween } from "../../features/writes/activity.ts";
import type { ListedActivity } from "../../features/writes/activity-list-store.ts";
import type { IdempotentWrite } from "../../features/writes/claim.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { idsMadeIn } from "../../ground/core/ids.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import { mergePatchBetween } from "../../ground/core/merge-patch.ts";
import { type BulkEdit, type EditProgress, linkScope, MAX_FAILURES, type UndoneEdit } from "./bulk-edit.ts";
import type { EditDependencies } from "./run-bulk-edit.ts";

/**
 * Undoes the next changes of a bulk edit, newest first, up to `PART_SIZE`. A link with other values since is left as it is.
 * A repeat of an interrupted part changes only the missing links. Throws `service_unavailable`; the part is then repeated.
 */
export async function undoPart(
  actor: MemberActor,
  edit: BulkEdit,
  undoes: UndoneEdit,
  dependencies: EditDependencies,
): Promise<EditProgress> {
  const { organizationId, progress, createdAt } = edit;
  const { activities } = dependencies;
  const made = idsMadeIn("act", { from: new Date(undoes.createdAt), to: new Date(createdAt) });
  const range = { organizationId, from: made.from, before: progress.cursor ?? made.before };
  const author = { type: "member", id: undoes.memberId } as const;
  const filter = { objectTypes: ["link"], actor: author, projects: "all" } as const;
  const { ids, from } = await activities.search(range, filter, PART_SIZE);
  const part = ids.slice(0, PART_SIZE);
  const outcomes: Undone[] = [];
  for (const entry of await activities.load(organizationId, part))
    outcomes.push(...(await undoOne(actor, entry, edit, undoes, dependencies)));
  const failures = outcomes.filter(({ error }) => error !== undefined);
  return {
    cursor: part.length < ids.length ? (part.at(-1) ?? null) : from,
    visited: progress.visited + outcomes.length,
    changed: progress.changed + outcomes.filter(({ isChanged }) => isChanged).length,
    failed: progress.failed + failures.length,
    failures: [...progress.failures, ...failures].slice(0, MAX_FAILURES),
  };
}

type Undone = LinkOutcome & { isChanged?: true };

/** Undoes one change. Returns nothing if it isn't one of the bulk edit. */
async function undoOne(
  actor: MemberActor,
  { id, linkId, changes }: ListedActivity,
  edit: BulkEdit,
  undoes: UndoneEdit,
  dependencies: EditDependencies,
): Promise<Undone[]> {
  const { claims, now } = dependencies;
  const { organizationId, origins } = edit;
  if (linkId === null || changes === null) return [];
  const idempotencyOf = async (editId: string): Promise<IdempotentWrite<ChangedLink>> => {
    const scope = await linkScope(organizationId, editId, linkId);
    // Without a content of its own, the scope says it all.
    return { scope, fingerprint: scope, organizationId, receipt: ({ link }) => link.id };
  };
  const claim = await claims.find(await idempotencyOf(undoes.id), now());
  if (claim?.owner !== id) return [];
  const idempotency = await idempotencyOf(edit.id);
  // An interrupted attempt has undone it.
  if (await claims.find(idempotency, now())) return [{ linkId, isChanged: true }];
  try {
    const { link } = await getLink(actor, linkId, dependencies);
    const current = { ...definitionOf(link), status: link.status };
    const before = undone(current, changes);
    if (canonicalJson(changesBetween(before, current)) !== canonicalJson(changes)) return [{ linkId }];
    const patch = mergePatchBetween(current, before);
    const withOrigins = { ...dependencies, origins: { ...origins, problem: null } };
    await changeLink(actor, { linkId, patch, expected: [link.revision], idempotency }, withOrigins);
    return [{ linkId, isChanged: true }];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === "service_unavailable") throw error;
    return [{ linkId, error: error.code }];
  }
}
