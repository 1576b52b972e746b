import type { MemberActor } from "../../features/access/actor.ts";
import type { MemberStore } from "../../features/access/member.ts";
import { CHANGE_LINK_SCOPE } from "../../features/access/scopes.ts";
import {
  type ChangedLink,
  type ChangeLinkDependencies,
  changeLink,
} from "../../features/links/change-link.ts";
import { changeLinks } from "../../features/links/change-links.ts";
import { PART_SIZE } from "../../features/links/edit-links.ts";
import { getLink } from "../../features/links/get-link.ts";
import { definitionOf } from "../../features/links/link.ts";
import { type LinkOutcome, patchFor } from "../../features/links/links-change.ts";
import { type ListDependencies, listLinks } from "../../features/links/list-links.ts";
import { undone } from "../../features/links/restore-link.ts";
import { changesBetween } from "../../features/writes/activity.ts";
import type { ActivityListStore, ListedActivity } from "../../features/writes/activity-list-store.ts";
import type { IdempotentWrite } from "../../features/writes/claim.ts";
import { HOUR_MS } from "../../ground/core/days.ts";
import { sha256Hex } from "../../ground/core/digest.ts";
import { ServiceError, serviceUnavailable } from "../../ground/core/errors.ts";
import { idsMadeIn } from "../../ground/core/ids.ts";
import { canonicalJson, mergePatchBetween } from "../../ground/core/json.ts";
import { ALWAYS, NEVER } from "../../ground/platform/guard.ts";
import type { RunAttempt } from "../runs/continue-runs.ts";
import { RunStopped, workerOf } from "../runs/run.ts";
import type { Outcome } from "../runs/run-store.ts";
import { type BulkEdit, type EditProgress, linkScope, MAX_FAILURES, type UndoneEdit } from "./bulk-edit.ts";

/** How long a part may be repeated: the claims of its links are stored for 24 hours. */
const REPEATED_MS = 23 * HOUR_MS;
/** How long a part is repeated for links without a response from the database. After that, they count as failed. */
const UNAVAILABLE_MS = HOUR_MS;

interface EditDependencies extends Omit<ChangeLinkDependencies, "origins">, ListDependencies {
  activities: ActivityListStore;
  members: MemberStore;
}

/**
 * Changes the next links of a bulk edit, up to `PART_SIZE`, as the member who started it. A repeat of an interrupted part
 * changes only the missing links. Throws `RunStopped`, and `service_unavailable`; the part is then repeated later.
 */
export async function changePart(
  { run, age }: RunAttempt<BulkEdit, EditProgress>,
  dependencies: EditDependencies,
): Promise<Outcome<EditProgress>> {
  if (age > REPEATED_MS) throw new RunStopped("interrupted");
  const actor = await workerOf(run, CHANGE_LINK_SCOPE, dependencies);
  const progress = run.undoes
    ? await undoPart(actor, run, run.undoes, dependencies)
    : await change(actor, run, age, dependencies);
  return { progress, isOver: progress.cursor === null ? ALWAYS : NEVER };
}

/** Changes a part that began `age` milliseconds ago, and returns the progress after it. */
async function change(
  actor: MemberActor,
  { id, organizationId, filter, change, patches, origins, progress }: BulkEdit,
  age: number,
  dependencies: EditDependencies,
): Promise<EditProgress> {
  const { claims, now } = dependencies;
  const fingerprint = await sha256Hex(canonicalJson(patches ?? change));
  const idempotencyOf = async (linkId: string): Promise<IdempotentWrite<ChangedLink>> => ({
    scope: await linkScope(organizationId, id, linkId),
    fingerprint,
    organizationId,
    receipt: ({ link }) => link.id,
  });
  const withOrigins = { ...dependencies, origins: { ...origins, problem: null } };
  const others: string[] = [];
  let outcomes: LinkOutcome[] = [];
  let visited = 0;
  let nextCursor: string | null;
  if (patches) {
    const start = Number(progress.cursor ?? 0);
    const part = patches.slice(start, start + PART_SIZE);
    const byId = new Map(part.map((each) => [each.linkId, each]));
    const patchOf = (linkId: string) => byId.get(linkId) ?? { patch: {}, revision: 0 };
    outcomes = await changeLinks(
      actor,
      { linkIds: [...byId.keys()], change: patchOf, idempotencyOf },
      withOrigins,
    );
    visited = part.length;
    nextCursor = start + PART_SIZE < patches.length ? String(start + PART_SIZE) : null;
  } else {
    // Links that stop matching are behind the cursor: a list is in order of id.
    const cursor = progress.cursor ?? undefined;
    const page = await listLinks(actor, { ...filter, limit: PART_SIZE, cursor }, dependencies);
    const changing: string[] = [];
    for (const { link } of page.links)
      (Object.keys(patchFor(link, change)).length > 0 ? changing : others).push(link.id);
    if (changing.length > 0)
      outcomes = await changeLinks(actor, { linkIds: changing, change, idempotencyOf }, withOrigins);
    visited = page.links.length;
    nextCursor = page.nextCursor;
  }
  if (age < UNAVAILABLE_MS && outcomes.some(({ error }) => error === "service_unavailable"))
    throw serviceUnavailable(new Error("the database did not respond for some links of a bulk edit"));
  const failures = outcomes.filter(({ error }) => error !== undefined);
  let changed = outcomes.length - failures.length;
  // An interrupted attempt may have changed links that now have nothing to change.
  if (age > 0)
    for (const linkId of others) if (await claims.find(await idempotencyOf(linkId), now())) changed++;
  return {
    cursor: nextCursor,
    visited: progress.visited + visited,
    changed: progress.changed + changed,
    failed: progress.failed + failures.length,
    failures: [...progress.failures, ...failures].slice(0, MAX_FAILURES),
  };
}

/**
 * Undoes the next changes of a bulk edit, newest first, up to `PART_SIZE`. A link with other values since is left as it is.
 * A repeat of an interrupted part changes only the missing links. Throws `service_unavailable`; the part is then repeated.
 */
async function undoPart(
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
