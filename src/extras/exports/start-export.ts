import * as z from "zod";
import type { OrganizationActor } from "../../features/access/actor.ts";
import { accessActivity } from "../../features/access/key-activity.ts";
import { requireExporter } from "../../features/access/permissions.ts";
import type { IdempotentWrite, WriteResult } from "../../features/idempotency/claim.ts";
import { requirePrintable, ServiceError } from "../../ground/core/errors.ts";
import { newId, randomBase62 } from "../../ground/core/ids.ts";
import type { Origins } from "../../ground/core/origins.ts";
import type { ArchiveStore } from "./archive-store.ts";
import { type Export, MAX_EXPORTS, RETENTION_MS } from "./export.ts";
import type { ExportStore } from "./export-store.ts";

/** What can be chosen of an export. */
export const exportRequest = z
  .strictObject({
    images: z.boolean().default(false).describe("Adds the image of every QR code as SVG."),
  })
  .describe("An export to start.")
  .meta({ id: "CreateExportRequest" });

/** The length of a token, in characters: 190 bits. */
const TOKEN_LENGTH = 32;

interface ExportDependencies {
  exports: ExportStore;
  now: () => Date;
}

/**
 * Starts an export of the actor's organization, which a job writes. A repeat with the same idempotency key gets the export
 * that the first request started. Throws `insufficient_scope`, `project_access_denied`, `idempotency_conflict`,
 * `rate_limited` while one is running or there are too many, and `service_unavailable`.
 */
export async function startExport(
  actor: OrganizationActor,
  { images, idempotency }: { images: boolean; idempotency: IdempotentWrite<Export> | null },
  { exports, now, origins }: ExportDependencies & { origins: Origins },
): Promise<WriteResult<Export>> {
  requireExporter(actor);
  requirePrintable(origins);
  const { organizationId } = actor;
  const at = now();
  const added: Export = {
    // The scope of a request is a hash, and names the organization too.
    id: idempotency ? `exp_${idempotency.scope.slice(0, 32)}` : newId("exp", at),
    organizationId,
    fingerprint: idempotency?.fingerprint ?? "",
    token: randomBase62(TOKEN_LENGTH),
    images,
    origins,
    state: "running",
    links: 0,
    percent: 0,
    bytes: 0,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + RETENTION_MS).toISOString(),
  };
  const author = { actor, at: added.createdAt };
  const object = { type: "export", id: added.id } as const;
  const stored = await exports.add(added, accessActivity(author, organizationId, object, []));
  if (!stored) {
    const message = `An export is running, or there are ${MAX_EXPORTS} already. Exports are deleted after a day.`;
    throw new ServiceError("rate_limited", message, { retryAfterSeconds: 60 });
  }
  if (stored.token === added.token) return { kind: "made", value: stored };
  if (stored.fingerprint !== added.fingerprint || !idempotency)
    throw new ServiceError(
      "idempotency_conflict",
      "The Idempotency-Key was already used for another request.",
    );
  return { kind: "replayed", receipt: idempotency.receipt(stored) };
}

/** The exports of the actor's organization, the latest first. Throws `insufficient_scope` and `service_unavailable`. */
export async function listExports(
  actor: OrganizationActor,
  { exports, now }: ExportDependencies,
): Promise<Export[]> {
  requireExporter(actor);
  return (await exports.list(actor.organizationId)).filter((each) => isKept(each, now()));
}

/** An export of the actor's organization. Throws `insufficient_scope`, `not_found` and `service_unavailable`. */
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

/**
 * The archive of the export whose URL has this token, for anyone who has the URL. Throws `not_found` and
 * `service_unavailable`.
 */
export async function openArchive(
  token: string,
  { exports, archives, now }: ExportDependencies & { archives: ArchiveStore },
): Promise<{ found: Export; archive: R2ObjectBody }> {
  const found = token.length === TOKEN_LENGTH ? await exports.findByToken(token) : null;
  if (found?.state !== "done" || !isKept(found, now())) throw exportNotFound();
  const archive = await archives.read(found.id);
  if (!archive) throw exportNotFound();
  return { found, archive };
}

const isKept = ({ expiresAt }: Export, now: Date): boolean => expiresAt > now.toISOString();

const exportNotFound = (): ServiceError =>
  new ServiceError("not_found", "There is no such export. Exports are deleted after a day.");
