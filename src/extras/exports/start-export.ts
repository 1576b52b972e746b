import * as z from "zod";
import type { OrganizationActor } from "../../features/access/actor.ts";
import { accessActivity } from "../../features/access/key-activity.ts";
import { requireExporter } from "../../features/access/permissions.ts";
import { activityStatements } from "../../features/writes/activity-statements.ts";
import type { IdempotentWrite, WriteResult } from "../../features/writes/claim.ts";
import { requirePrintable, ServiceError } from "../../ground/core/errors.ts";
import { newId, randomBase62 } from "../../ground/core/ids.ts";
import type { Origins } from "../../ground/core/origins.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { WRITTEN } from "../../ground/platform/guard.ts";
import type { Log } from "../../ground/platform/log.ts";
import { type RunQueue, sendRun } from "../runs/continue-runs.ts";
import { runIdOf } from "../runs/run.ts";
import type { ArchiveStore } from "./archive-store.ts";
import { BEGINNING, EXPORTS, type Export, type ExportStore, MAX_EXPORTS } from "./export.ts";
import { countLinksOf } from "./rows.ts";

/** What can be chosen of an export. */
export const exportRequest = z
  .strictObject({
    images: z.boolean().default(false).describe("Adds the image of every QR code as SVG."),
  })
  .describe("An export to start.")
  .meta({ id: "CreateExportRequest" });

/** The length of a token, in characters: 190 bits. */
const TOKEN_LENGTH = 32;
/** Finds it by an index. */
const BY_TOKEN = "content ->> 'token' = ?1";

interface ExportDependencies {
  exports: ExportStore;
  now: () => Date;
}

interface StartDependencies extends ExportDependencies {
  db: D1Database;
  runQueue: RunQueue;
  origins: Origins;
  waitUntil: WaitUntil;
  log: Log;
}

/**
 * Starts an export of the actor's organization, which is written in the background. A repeat with the same idempotency key
 * gets the export that the first request started. Throws `project_access_denied`, `idempotency_conflict` and `rate_limited`
 * while one is running or there are too many.
 */
export async function startExport(
  actor: OrganizationActor,
  { images, idempotency }: { images: boolean; idempotency: IdempotentWrite<Export> | null },
  dependencies: StartDependencies,
): Promise<WriteResult<Export>> {
  requireExporter(actor);
  const { exports, db, now, origins } = dependencies;
  requirePrintable(origins);
  const { organizationId } = actor;
  const at = now();
  const added = {
    id: idempotency ? runIdOf("exp", idempotency.scope) : newId("exp", at),
    organizationId,
    memberId: "",
    fingerprint: idempotency?.fingerprint ?? "",
    state: "running",
    createdAt: at.toISOString(),
  } as const;
  const token = randomBase62(TOKEN_LENGTH);
  const content = { token, images, origins, links: await countLinksOf(db, organizationId) };
  const object = { type: "export", id: added.id } as const;
  const activity = accessActivity({ actor, at: added.createdAt }, organizationId, object, []);
  const stored = await exports.add(added, content, {
    after: activityStatements(db, activity, WRITTEN),
  });
  if (!stored) {
    const message = `An export is running, or there are ${MAX_EXPORTS} already. Exports are deleted after a day.`;
    throw new ServiceError("rate_limited", message, { retryAfterSeconds: 60 });
  }
  if (stored.token === token) {
    sendRun({ kind: "export", organizationId, runId: stored.id }, dependencies);
    return { kind: "made", value: stored };
  }
  if (stored.fingerprint !== added.fingerprint || !idempotency)
    throw new ServiceError(
      "idempotency_conflict",
      "The Idempotency-Key was already used for another request.",
    );
  // As the first response said it.
  const { createdAt } = stored;
  const expiresAt = new Date(Date.parse(createdAt) + EXPORTS.keptMs).toISOString();
  const asStarted: Export = { ...stored, state: "running", progress: BEGINNING, expiresAt };
  return { kind: "replayed", receipt: idempotency.receipt(asStarted) };
}

/** The exports of the actor's organization, the latest first. */
export async function listExports(
  actor: OrganizationActor,
  { exports, now }: ExportDependencies,
): Promise<Export[]> {
  requireExporter(actor);
  return (await exports.list(actor.organizationId)).filter((each) => isKept(each, now()));
}

/** An export of the actor's organization. Throws `not_found`. */
export async function getExport(
  actor: OrganizationActor,
  exportId: string,
  { exports, now }: ExportDependencies,
): Promise<Export> {
  requireExporter(actor);
  const found = await exports.find(exportId);
  if (found?.organizationId !== actor.organizationId || !isKept(found, now())) throw exportNotFound();
  return found;
}

/** The archive of the export whose URL has this token, for anyone who has the URL. Throws `not_found`. */
export async function openArchive(
  token: string,
  { exports, archives, now }: ExportDependencies & { archives: ArchiveStore },
): Promise<{ found: Export; archive: R2ObjectBody }> {
  const found = token.length === TOKEN_LENGTH ? (await exports.select(BY_TOKEN, token))[0] : null;
  if (found?.state !== "idle" || !isKept(found, now())) throw exportNotFound();
  const archive = await archives.read(found.id);
  if (!archive) throw exportNotFound();
  return { found, archive };
}

const isKept = ({ expiresAt }: Export, now: Date): boolean => expiresAt > now.toISOString();

const exportNotFound = (): ServiceError =>
  new ServiceError("not_found", "There is no such export. Exports are deleted after a day.");
