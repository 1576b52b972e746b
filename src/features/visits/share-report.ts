import { type FieldProblem, serviceUnavailable, validationFailed } from "../../ground/core/errors.ts";
import { newId, newToken, tokenHash } from "../../ground/core/ids.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import { label, text } from "../../ground/core/text.ts";
import type { MemberActor } from "../access/actor.ts";
import { accessActivity } from "../access/key-activity.ts";
import { requireScope } from "../access/permissions.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../writes/claim.ts";
import { type ReportDependencies, viewOf } from "./get-visit-report.ts";
import type { NewSharedReport, SharedReport, SharedView } from "./shared-report.ts";
import type { SharedReportStore } from "./shared-report-store.ts";
import { rangeInputOf, rangeOf } from "./visit-range.ts";

export const SHARE_SCOPE = "links:write";

/** Maximum length of a report's name, in Unicode code points. */
export const MAX_REPORT_NAME = 120;

/** Maximum length of a report's note, in Unicode code points. */
const MAX_NOTE = 1_000;

/** What the author of a report writes and can change. */
export interface ReportFields {
  name: string;
  note: string;
  /** ISO 8601 in UTC; null for a report that does not end. */
  expiresAt: string | null;
  /** Undefined: that of each reader. */
  language?: PageLanguage | undefined;
  /** Whether its readers see sales, too. */
  sales?: boolean | undefined;
}

export interface ShareInput extends ReportFields {
  view: SharedView;
  /** The receipt never contains the token, which is stored nowhere. */
  idempotency: IdempotentWrite<SharedReport> | null;
}

interface ShareDependencies extends ReportDependencies {
  sharedReports: SharedReportStore;
}

/**
 * Shares a report: anyone with its token may read it until it ends or is revoked. Only the result contains the token. Throws
 * `validation_failed`, `not_found`, `project_access_denied`, `quota_exceeded` and `idempotency_conflict`.
 */
export async function shareReport(
  actor: MemberActor,
  { name, note, view, expiresAt, language, sales, idempotency }: ShareInput,
  dependencies: ShareDependencies,
): Promise<WriteResult<NewSharedReport>> {
  requireScope(actor, SHARE_SCOPE);
  const now = dependencies.now();
  requireFields({ name, note, expiresAt }, now);
  const zone = await dependencies.zones.find(actor.organizationId);
  rangeOf(rangeInputOf(view.period, view.interval), zone, now);
  const { subject } = await viewOf(actor, view, dependencies);
  const token = newToken();
  const report: SharedReport = {
    id: newId("rep", now),
    organizationId: actor.organizationId,
    createdBy: actor.id,
    name,
    note,
    view: {
      ...view,
      language,
      ...(sales && { sales }),
      ...(actor.projects !== "all" && subject.projects !== "all" && { projects: subject.projects }),
    },
    createdAt: now.toISOString(),
    expiresAt,
    revokedAt: null,
  };
  const object = { type: "shared_report", id: report.id } as const;
  const author = { actor, at: report.createdAt };
  const activity = accessActivity(author, report.organizationId, object, [
    { field: "name", to: name },
    ...(expiresAt === null ? [] : [{ field: "expiresAt", to: expiresAt }]),
  ]);
  const claim = idempotency && newClaim(idempotency, activity.id, idempotency.receipt(report), now);
  const write = { report, hash: await tokenHash(token), activity, claim };
  const outcome = await dependencies.sharedReports.insert(write);
  if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
  if (outcome.kind === "outdated")
    throw (
      (await dependencies.sharedReports.quotaError(write)) ??
      serviceUnavailable(new Error("the obstacle to writing a report has disappeared"))
    );
  return { kind: "made", value: { ...report, token } };
}

/** Throws `validation_failed` for invalid fields. */
export function requireFields({ name, note, expiresAt }: ReportFields, now: Date): void {
  const problems: FieldProblem[] = [];
  if (!label(MAX_REPORT_NAME).safeParse(name).success) {
    problems.push({ field: "name", message: `must be one line of 1 to ${MAX_REPORT_NAME} characters` });
  }
  if (!text(0, MAX_NOTE).safeParse(note).success) {
    problems.push({ field: "note", message: `must have at most ${MAX_NOTE} characters` });
  }
  if (expiresAt !== null && !(Date.parse(expiresAt) > now.getTime())) {
    problems.push({ field: "expiresAt", message: "must be a day that has not ended" });
  }
  if (problems.length > 0) throw validationFailed(problems);
}
