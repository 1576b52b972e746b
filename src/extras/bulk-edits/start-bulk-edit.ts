import type { MemberActor } from "../../features/access/actor.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../features/access/scopes.ts";
import type { IdempotencyRequest } from "../../features/writes/claim.ts";
import { sha256Hex } from "../../ground/core/digest.ts";
import { requirePrintable, ServiceError, validationFailed } from "../../ground/core/errors.ts";
import type { Origins } from "../../ground/core/origins.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import { type RunQueue, resumeRun, sendRun, type TakeStep } from "../runs/continue-runs.ts";
import { isVisible, requireRun, runIdOf } from "../runs/run.ts";
import type { RunStore } from "../runs/run-store.ts";
import {
  type BulkEdit,
  canUndo,
  type EditContent,
  type EditProgress,
  MAX_RUNNING,
  RETENTION_DAYS,
  undoneEdit,
} from "./bulk-edit.ts";

/** How long a request waits for the first part of a bulk edit, in milliseconds. */
const FIRST_PART_MS = 8_000;

export interface StartDependencies {
  db: D1Database;
  bulkEdits: RunStore<EditContent, EditProgress>;
  runQueue: RunQueue;
  takeStep: TakeStep;
  origins: Origins;
  now: () => Date;
  waitUntil: WaitUntil;
  log: Log;
}

const editIdOf = (scope: string): string => runIdOf("edt", scope);

/**
 * Starts a bulk edit as this member, and changes its first links: a small one has usually ended afterwards. A repeat gets the
 * bulk edit that the first request started. Throws `idempotency_conflict` and `rate_limited` while too many are running.
 */
export async function startBulkEdit(
  actor: MemberActor,
  { idempotency, ...content }: Omit<EditContent, "origins"> & { idempotency: IdempotencyRequest },
  dependencies: StartDependencies,
): Promise<BulkEdit> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  const { bulkEdits, origins, now } = dependencies;
  requirePrintable(origins);
  const { organizationId } = actor;
  const { shortLink, api } = origins;
  const edit = await bulkEdits.add(
    {
      id: editIdOf(idempotency.scope),
      organizationId,
      memberId: actor.id,
      fingerprint: idempotency.fingerprint,
      state: "running",
      createdAt: now().toISOString(),
    },
    { ...content, origins: { shortLink, api } },
  );
  if (!edit) {
    const message = `${MAX_RUNNING} changes are running. Wait until one is done.`;
    throw new ServiceError("rate_limited", message, { retryAfterSeconds: 60 });
  }
  if (edit.fingerprint !== idempotency.fingerprint)
    throw new ServiceError(
      "idempotency_conflict",
      "This form was already sent with other values. Open it again.",
    );
  if (edit.state === "running") await doFirstPart(edit, dependencies);
  return edit;
}

/** Does the first part of a bulk edit, which continues after the response if it takes long; messages do the other parts. */
async function doFirstPart({ id, organizationId }: BulkEdit, dependencies: StartDependencies): Promise<void> {
  const message = { kind: "bulk_edit", organizationId, runId: id };
  const { takeStep, waitUntil, log } = dependencies;
  const first = takeStep(message)
    .catch((cause: unknown) => {
      log("error", "run", { ...message, cause });
      return "more";
    })
    .then((continued) => {
      if (continued === "more") sendRun(message, dependencies);
    });
  waitUntil(first);
  // Its page shows how far it is.
  await within(FIRST_PART_MS, first).catch(() => {});
}

/** The scope of the only Undo of a bulk edit, or of the next attempt after an Undo that was stopped. */
const undoScope = (id: string): Promise<string> => sha256Hex(`undo ${id}`);

/** The latest Undo of a bulk edit; null if there is none. Only one that was stopped can be repeated. */
export async function findUndo(
  { id }: BulkEdit,
  { bulkEdits }: Pick<StartDependencies, "bulkEdits">,
): Promise<BulkEdit | null> {
  const found = await bulkEdits.find(editIdOf(await undoScope(id)));
  return found?.state === "stopped" ? ((await findUndo(found, { bulkEdits })) ?? found) : found;
}

/**
 * Starts to put back the previous values of all links that a bulk edit changed, as this member; if somebody has already
 * started that, returns their Undo. Throws as `getBulkEdit` and `startBulkEdit` do, and `validation_failed` if it can't be
 * undone.
 */
export async function startUndo(
  actor: MemberActor,
  editId: string,
  dependencies: StartDependencies,
): Promise<BulkEdit> {
  const found = await getBulkEdit(actor, editId, dependencies);
  const undo = await findUndo(found, dependencies);
  // An attempt that was killed is taken up, so that Undo can follow.
  if (found.state === "running") resumeRun(found.id, dependencies);
  if (undo && undo.state !== "stopped") return undo;
  if (!canUndo(found, dependencies.now()))
    throw validationFailed([
      { field: "", message: "A change can be undone for 23 hours, once it has ended." },
    ]);
  const { id, organizationId, list, progress } = found;
  const task = { kind: "undo", edit: undoneEdit(found) } as const;
  const idempotency = { scope: await undoScope(undo?.id ?? id), fingerprint: id, organizationId };
  return startBulkEdit(actor, { task, list, total: progress.changed, idempotency }, dependencies);
}

/** The running bulk edits that the actor may see, latest first. */
export async function listRunningEdits(
  actor: MemberActor,
  { bulkEdits }: Pick<StartDependencies, "bulkEdits">,
): Promise<BulkEdit[]> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  return (await bulkEdits.running(actor.organizationId)).filter((each) => isVisible(actor, each));
}

/** A bulk edit that the actor may see. Throws `not_found`. */
export const getBulkEdit = (
  actor: MemberActor,
  editId: string,
  { bulkEdits }: Pick<StartDependencies, "bulkEdits">,
): Promise<BulkEdit> =>
  requireRun(
    actor,
    CHANGE_LINK_SCOPE,
    editId,
    bulkEdits,
    `No such change. Changes are listed for ${RETENTION_DAYS} days.`,
  );

/** Stops a bulk edit; changed links stay as they are. Throws as `getBulkEdit` does. */
export async function stopBulkEdit(
  actor: MemberActor,
  editId: string,
  { bulkEdits, now }: Pick<StartDependencies, "bulkEdits" | "now">,
): Promise<void> {
  await bulkEdits.stop(await getBulkEdit(actor, editId, { bulkEdits }), "asked", now());
}
