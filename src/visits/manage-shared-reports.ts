import type { MemberActor } from "../access/actor.ts";
import { accessActivity } from "../access/key-activity.ts";
import { requireScope } from "../access/permissions.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { decodeCursor, encodeCursor } from "../core/cursor.ts";
import { idsMadeIn } from "../core/ids.ts";
import { SHARE_SCOPE } from "./share-report.ts";
import { reportNotFound, type SharedReport } from "./shared-report.ts";
import type { SharedReportStore } from "./shared-report-store.ts";

/**
 * A page of the shared reports of the member's organization, newest first, also those that have ended. Throws
 * `insufficient_scope`, `validation_failed` for the cursor, and `service_unavailable`.
 */
export async function listSharedReports(
  actor: MemberActor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { sharedReports }: { sharedReports: SharedReportStore },
): Promise<{ reports: SharedReport[]; nextCursor: string | null }> {
  requireScope(actor, SHARE_SCOPE);
  const list = canonicalJson(["shared-reports", actor.organizationId]);
  const before = cursor === undefined ? idsMadeIn("rep", {}).before : decodeCursor(list, cursor);
  const found = await sharedReports.list(actor.organizationId, before, limit + 1);
  const reports = found.slice(0, limit);
  const last = reports.at(-1);
  return { reports, nextCursor: found.length > limit && last ? encodeCursor(list, last.id) : null };
}

/** A shared report of the member's organization. Throws `insufficient_scope`, `not_found` and `service_unavailable`. */
export async function getSharedReport(
  actor: MemberActor,
  { id }: { id: string },
  { sharedReports }: { sharedReports: SharedReportStore },
): Promise<SharedReport> {
  requireScope(actor, SHARE_SCOPE);
  const report = await sharedReports.find(id);
  if (report?.organizationId !== actor.organizationId) throw reportNotFound();
  return report;
}

/**
 * Revokes a shared report at once and for good. `already`: it was revoked before. Throws `insufficient_scope`,
 * `not_found` and `service_unavailable`.
 */
export async function revokeSharedReport(
  actor: MemberActor,
  { id }: { id: string },
  dependencies: { sharedReports: SharedReportStore; now: () => Date },
): Promise<{ already: boolean }> {
  const report = await getSharedReport(actor, { id }, dependencies);
  if (report.revokedAt !== null) return { already: true };
  const at = dependencies.now().toISOString();
  const object = { type: "api_key", id } as const;
  const changes = [{ field: "revokedAt", to: at }];
  const activity = accessActivity({ actor, at }, report.organizationId, object, changes);
  return { already: !(await dependencies.sharedReports.revoke(report, activity)) };
}
