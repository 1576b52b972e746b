import type { MemberActor } from "../access/actor.ts";
import { accessActivity } from "../access/key-activity.ts";
import { requireScope } from "../access/permissions.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { decodeCursor, encodeCursor } from "../core/cursor.ts";
import { idsMadeIn } from "../core/ids.ts";
import { SHARE_SCOPE } from "./share-report.ts";
import { reportNotFound, type SharedReport } from "./shared-report.ts";
import type { SharedReportStore } from "./shared-report-store.ts";

/** The reports that the member manages: all of the organization's, or only their own if limited to some projects. */
const sharers = ({ id, organizationId, projects }: MemberActor) => ({
  organizationId,
  createdBy: projects === "all" ? null : id,
});

/**
 * A page of the shared reports that the member manages, newest first, including ended reports. Throws
 * `insufficient_scope`, `validation_failed` for the cursor, and `service_unavailable`.
 */
export async function listSharedReports(
  actor: MemberActor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { sharedReports }: { sharedReports: SharedReportStore },
): Promise<{ reports: SharedReport[]; nextCursor: string | null }> {
  requireScope(actor, SHARE_SCOPE);
  const list = canonicalJson(["shared-reports", sharers(actor)]);
  const before = cursor === undefined ? idsMadeIn("rep", {}).before : decodeCursor(list, cursor);
  const found = await sharedReports.list(sharers(actor), before, limit + 1);
  const reports = found.slice(0, limit);
  const last = reports.at(-1);
  return { reports, nextCursor: found.length > limit && last ? encodeCursor(list, last.id) : null };
}

/** A shared report that the member manages. Throws `insufficient_scope`, `not_found` and `service_unavailable`. */
export async function getSharedReport(
  actor: MemberActor,
  { id }: { id: string },
  { sharedReports }: { sharedReports: SharedReportStore },
): Promise<SharedReport> {
  requireScope(actor, SHARE_SCOPE);
  const report = await sharedReports.find(id);
  const { organizationId, createdBy } = sharers(actor);
  if (report?.organizationId !== organizationId) throw reportNotFound();
  if (createdBy !== null && report.createdBy !== createdBy) throw reportNotFound();
  return report;
}

/**
 * Revokes a shared report immediately and permanently. `already`: it was revoked before. Throws `insufficient_scope`,
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
  const object = { type: "shared_report", id } as const;
  const changes = [{ field: "revokedAt", to: at }];
  const activity = accessActivity({ actor, at }, report.organizationId, object, changes);
  return { already: !(await dependencies.sharedReports.revoke(report, activity)) };
}
