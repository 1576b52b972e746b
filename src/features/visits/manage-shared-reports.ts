import { decodeCursor, pageOf } from "../../ground/core/cursor.ts";
import { idsMadeIn, newToken, tokenHash } from "../../ground/core/ids.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import type { MemberActor } from "../access/actor.ts";
import { accessActivity } from "../access/key-activity.ts";
import { requireScope } from "../access/permissions.ts";
import { changesBetween } from "../writes/activity.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../writes/claim.ts";
import { bytesOf } from "../writes/usage-statements.ts";
import { type ReportFields, requireFields, SHARE_SCOPE } from "./share-report.ts";
import { type NewSharedReport, reportNotFound, type SharedReport } from "./shared-report.ts";
import type { SharedReportStore } from "./shared-report-store.ts";

/** The reports that the member manages: all of the organization's, or only their own if limited to some projects. */
const sharers = ({ id, organizationId, projects }: MemberActor) => ({
  organizationId,
  createdBy: projects === "all" ? null : id,
});

/**
 * A page of the shared reports that the member manages, newest first, including ended reports. Throws `validation_failed`
 * for the cursor.
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
  const { items, nextCursor } = pageOf(list, found, limit, ({ id }) => id);
  return { reports: items, nextCursor };
}

/** A shared report that the member manages. Throws `not_found`. */
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

/** A shared report that is not revoked. Throws what `getSharedReport` throws. */
async function getActiveReport(
  actor: MemberActor,
  input: { id: string },
  dependencies: { sharedReports: SharedReportStore },
): Promise<SharedReport> {
  const report = await getSharedReport(actor, input, dependencies);
  if (report.revokedAt !== null) throw reportNotFound();
  return report;
}

/** Changes the name, note or end of a report. Throws what `getSharedReport` throws, and `validation_failed`. */
export async function changeSharedReport(
  actor: MemberActor,
  { id, ...fields }: ReportFields & { id: string },
  dependencies: { sharedReports: SharedReportStore; now: () => Date },
): Promise<void> {
  const report = await getActiveReport(actor, { id }, dependencies);
  const now = dependencies.now();
  // A report that has ended can be renamed.
  const isSameEnd = fields.expiresAt === report.expiresAt;
  requireFields({ ...fields, expiresAt: isSameEnd ? null : fields.expiresAt }, now);
  const { name, note, expiresAt, view } = report;
  const shown = ({ expiresAt: end, ...texts }: ReportFields) => ({ ...texts, expiresAt: end ?? undefined });
  const changes = changesBetween(
    shown({ name, note, expiresAt, language: view.language, sales: view.sales }),
    shown(fields),
  );
  if (changes.length === 0) return;
  const author = { actor, at: now.toISOString() };
  const object = { type: "shared_report", id } as const;
  const activity = accessActivity(author, report.organizationId, object, changes);
  const bytes = bytesOf(fields.name, fields.note) - bytesOf(name, note);
  const { language, sales, ...rest } = fields;
  await dependencies.sharedReports.update(
    { ...report, ...rest, view: { ...view, language, sales } },
    activity,
    bytes,
  );
}

/**
 * Gives a report a new token; its former address no longer works. Only the result contains the token. Throws what
 * `getSharedReport` throws, and `idempotency_conflict`.
 */
export async function renewSharedReport(
  actor: MemberActor,
  { id, idempotency }: { id: string; idempotency: IdempotentWrite<SharedReport> | null },
  dependencies: { sharedReports: SharedReportStore; now: () => Date },
): Promise<WriteResult<NewSharedReport>> {
  const report = await getActiveReport(actor, { id }, dependencies);
  const now = dependencies.now();
  const token = newToken();
  const author = { actor, at: now.toISOString() };
  const object = { type: "shared_report", id } as const;
  const activity = accessActivity(author, report.organizationId, object, [{ field: "address" }]);
  const claim = idempotency && newClaim(idempotency, activity.id, idempotency.receipt(report), now);
  const outcome = await dependencies.sharedReports.renew(report, await tokenHash(token), activity, claim);
  if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
  if (outcome.kind === "outdated") throw reportNotFound();
  return { kind: "made", value: { ...report, token } };
}

/** Revokes a shared report immediately and permanently. `already`: it was revoked before. Throws `not_found`. */
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
