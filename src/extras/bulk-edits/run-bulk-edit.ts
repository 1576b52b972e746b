import type { MemberActor } from "../../features/access/actor.ts";
import type { MemberStore } from "../../features/access/member.ts";
import { CHANGE_LINK_SCOPE } from "../../features/access/scopes.ts";
import type { ChangeLinkDependencies } from "../../features/links/change-link.ts";
import { changeLinks } from "../../features/links/change-links.ts";
import type { LinkOutcome } from "../../features/links/links-change.ts";
import type { ListDependencies } from "../../features/links/list-links.ts";
import type { ActivityListStore } from "../../features/writes/activity-list-store.ts";
import { HOUR_MS } from "../../ground/core/days.ts";
import { serviceUnavailable } from "../../ground/core/errors.ts";
import { ALWAYS, NEVER } from "../../ground/platform/guard.ts";
import type { RunAttempt } from "../runs/continue-runs.ts";
import { RunStopped } from "../runs/run.ts";
import type { Outcome } from "../runs/run-store.ts";
import { workerOf } from "../runs/run-worker.ts";
import { type BulkEdit, type EditProgress, type EditTask, MAX_LEFT } from "./bulk-edit.ts";
import { type EditPart, linkWrite, rowsPart, selectedPart, undonePart } from "./edit-parts.ts";

/** How long a part may be repeated: the claims of its links are stored for 24 hours. */
const REPEATED_MS = 23 * HOUR_MS;
/** How long a part is repeated for links without a response from the database. After that, they count as failed. */
const UNAVAILABLE_MS = HOUR_MS;

export interface EditDependencies extends Omit<ChangeLinkDependencies, "origins">, ListDependencies {
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
  const { id, organizationId, memberId, task, progress, createdAt, origins } = run;
  const actor = await workerOf({ organizationId, memberId }, CHANGE_LINK_SCOPE, dependencies);
  const { edits, next } = await partOf(
    actor,
    task,
    { cursor: progress.cursor, startedAt: createdAt },
    dependencies,
  );
  const outcomes = await changeLinks(
    actor,
    { edits, writeOf: (linkId) => linkWrite(organizationId, id, linkId) },
    { ...dependencies, origins: { ...origins, problem: null } },
  );
  if (age < UNAVAILABLE_MS && outcomes.some(({ error }) => error === "service_unavailable"))
    throw serviceUnavailable(new Error("the database did not respond for some links of a bulk edit"));
  return {
    progress: { ...progressAfter(progress, outcomes, task), cursor: next },
    isOver: next === null ? ALWAYS : NEVER,
  };
}

/** The next part of a task. */
function partOf(
  actor: MemberActor,
  task: EditTask,
  { cursor, startedAt }: { cursor: string | null; startedAt: string },
  dependencies: EditDependencies,
): EditPart | Promise<EditPart> {
  switch (task.kind) {
    case "change":
      return selectedPart(actor, task, cursor, dependencies);
    case "rows":
      return rowsPart(task, cursor);
    case "undo":
      return undonePart(actor, task, { cursor, startedAt }, dependencies);
  }
}

/** The progress after a part with these outcomes. */
function progressAfter(
  { visited, changed, failed, left }: EditProgress,
  outcomes: readonly LinkOutcome[],
  { kind }: EditTask,
): Omit<EditProgress, "cursor"> {
  const isLeft = ({ error, isChanged }: LinkOutcome): boolean =>
    error !== undefined || (kind === "undo" && !isChanged);
  return {
    visited: visited + outcomes.length,
    changed: changed + outcomes.filter(({ isChanged }) => isChanged).length,
    failed: failed + outcomes.filter(({ error }) => error !== undefined).length,
    left: [...left, ...outcomes.filter(isLeft)].slice(0, MAX_LEFT),
  };
}
