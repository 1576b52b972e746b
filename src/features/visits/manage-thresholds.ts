import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { accessActivity } from "../access/key-activity.ts";
import {
  reachableProjects,
  requireNamedProject,
  requireOwned,
  requireWebhookManager,
} from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import type { FieldChange } from "../writes/activity.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../writes/claim.ts";
import type { VisitReportStore } from "./report-store.ts";
import {
  MAX_THRESHOLDS,
  MAX_THRESHOLDS_OF_ALL,
  type Threshold,
  type ThresholdOwner,
  type ThresholdStore,
} from "./threshold-store.ts";
import { checkedFilter } from "./visit-filter.ts";

/** The link or the project whose visits are counted. */
interface OwnerInput {
  linkId?: string | undefined;
  projectId?: string | undefined;
}

export interface CreateThresholdInput extends OwnerInput, Pick<Threshold, "counts" | "at"> {
  /** Only clicks of this source count. */
  source?: string | undefined;
  idempotency: IdempotentWrite<Threshold> | null;
}

/** What the verbs use. */
interface ThresholdDependencies {
  thresholds: ThresholdStore;
  visitReports: Pick<VisitReportStore, "findLink">;
  projects: ProjectStore;
  now: () => Date;
}

/** The owner in an input. Throws `validation_failed`, `not_found` and `project_access_denied`. */
async function ownerIn(
  actor: OrganizationActor,
  { linkId, projectId }: OwnerInput,
  { visitReports, projects }: Pick<ThresholdDependencies, "visitReports" | "projects">,
): Promise<ThresholdOwner> {
  const { organizationId } = actor;
  if ((linkId === undefined) === (projectId === undefined))
    throw validationFailed([{ field: "linkId", message: "is required, or projectId; not both" }]);
  if (linkId !== undefined) {
    const link = requireOwned(actor, await visitReports.findLink(checkedFilter({ link: linkId })));
    return { organizationId, projectId: link.projectId, linkId };
  }
  await requireNamedProject(actor, { organizationId, projectId: projectId ?? "" }, projects);
  return { organizationId, projectId: projectId ?? "", linkId: null };
}

const activityOf = (actor: OrganizationActor, id: string, changes: FieldChange[], now: Date) =>
  accessActivity({ actor, at: now.toISOString() }, actor.organizationId, { type: "threshold", id }, changes);

/**
 * Creates a threshold. If it is reached already, its event is recorded within a minute. Visits of a project are those that
 * its links had while they were in it. Throws `validation_failed`, `not_found`, `project_access_denied`, `quota_exceeded`
 * and `idempotency_conflict`.
 */
export async function createThreshold(
  actor: OrganizationActor,
  { counts, source: asked, at, idempotency, ...input }: CreateThresholdInput,
  dependencies: ThresholdDependencies,
): Promise<WriteResult<Threshold>> {
  requireWebhookManager(actor);
  const { thresholds, now: clock } = dependencies;
  const { source } = checkedFilter(asked === undefined ? {} : { source: asked });
  if (source !== null && counts === "scans")
    throw validationFailed([{ field: "source", message: "is of clicks: scans have none" }]);
  const owner = await ownerIn(actor, input, dependencies);
  const now = clock();
  const made = { ...owner, id: newId("thr", now), counts, source, at, createdAt: now.toISOString() };
  const activity = activityOf(actor, made.id, [], now);
  const unread: Threshold = { ...made, total: 0, reachedAt: null };
  const claim = idempotency && newClaim(idempotency, made.id, idempotency.receipt(unread), now);
  const outcome = await thresholds.add(made, { activity, claim });
  if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
  if (outcome.kind === "outdated")
    throw new ServiceError(
      "quota_exceeded",
      `There are ${MAX_THRESHOLDS} thresholds of this link or project, or ${MAX_THRESHOLDS_OF_ALL} in the organization. Delete one of them.`,
    );
  return { kind: "made", value: unread };
}

/** Thresholds of all that the actor reaches, the oldest first. */
export async function listThresholds(
  actor: OrganizationActor,
  { limit }: { limit: number },
  { thresholds }: Pick<ThresholdDependencies, "thresholds">,
): Promise<Threshold[]> {
  requireWebhookManager(actor);
  return thresholds.list(actor.organizationId, reachableProjects(actor), limit);
}

/** Deletes a threshold, and returns it as it was. Throws `not_found` and `project_access_denied`. */
export async function deleteThreshold(
  actor: OrganizationActor,
  { thresholdId }: { thresholdId: string },
  { thresholds, now }: Pick<ThresholdDependencies, "thresholds" | "now">,
): Promise<Threshold> {
  requireWebhookManager(actor);
  const found = await thresholds.find(actor.organizationId, thresholdId);
  if (!found) throw new ServiceError("not_found", "There is no such threshold.");
  requireWebhookManager(actor, found.projectId);
  const removed = activityOf(actor, found.id, [{ field: "removed", to: true }], now());
  await thresholds.remove(found, removed);
  return found;
}
