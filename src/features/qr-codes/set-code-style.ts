import { serviceUnavailable } from "../../ground/core/errors.ts";
import type { OperationScope } from "../../ground/core/vocabulary.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { GET_PROJECTS_SCOPE, getProject, projectNotFound } from "../access/get-projects.ts";
import { accessActivity } from "../access/key-activity.ts";
import { requireProjectEditor, requireReach } from "../access/permissions.ts";
import { projectChangeDemands, updateProject } from "../access/project-change-store.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { changesBetween } from "../audit/activity.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../idempotency/claim.ts";
import { quotaError } from "../quotas/quota-check.ts";
import { type CodeStyle, requireScannable } from "./code-style.ts";
import { type CodeStyleStore, codeStyleStatement, codeStyleUnchanged } from "./code-style-store.ts";

/** Attempts while other requests change the same project. */
const ATTEMPTS = 10;

/** The scopes for reading and setting the style of a project's codes. */
export const GET_CODE_STYLE_SCOPE: OperationScope = GET_PROJECTS_SCOPE;
export const SET_CODE_STYLE_SCOPE: OperationScope = "projects:write";

export interface CodeStyleDependencies {
  db: D1Database;
  projects: ProjectStore;
  codeStyles: CodeStyleStore;
  now: () => Date;
}

/** The style of a project's codes without their own style. Throws what `getProject` throws. */
export async function getCodeStyle(
  actor: OrganizationActor,
  { projectId }: { projectId: string },
  { projects, codeStyles }: Pick<CodeStyleDependencies, "projects" | "codeStyles">,
): Promise<CodeStyle> {
  await getProject(actor, { projectId }, { projects });
  return (await codeStyles.find({ organizationId: actor.organizationId, projectId })).style;
}

/**
 * Sets the style of a project's codes without their own style. Throws `insufficient_scope`, `project_access_denied`,
 * `not_found`, `validation_failed`, `quota_exceeded`, `idempotency_conflict` and `service_unavailable`.
 */
export async function setCodeStyle(
  actor: OrganizationActor,
  {
    projectId,
    style,
    idempotency,
  }: { projectId: string; style: CodeStyle; idempotency: IdempotentWrite<CodeStyle> | null },
  { db, projects, codeStyles, ...dependencies }: CodeStyleDependencies,
): Promise<WriteResult<CodeStyle>> {
  requireProjectEditor(actor);
  requireReach(actor, projectId);
  requireScannable(style);
  const { organizationId } = actor;
  const key = { organizationId, projectId };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [project, stored] = await Promise.all([
      projects.find(organizationId, projectId),
      codeStyles.find(key),
    ]);
    if (!project) throw projectNotFound();
    const changes = changesBetween({ codeStyle: stored.style }, { codeStyle: style });
    if (changes.length === 0) return { kind: "made", value: stored.style };
    const now = dependencies.now();
    const object = { type: "code_style", id: projectId } as const;
    const activity = accessActivity({ actor, at: now.toISOString() }, organizationId, object, changes);
    const claim = idempotency && newClaim(idempotency, activity.id, idempotency.receipt(style), now);
    const written = { activity, claim };
    const outcome = await updateProject(db, project, project, written, {
      unchanged: codeStyleUnchanged(key, stored),
      statements: (made) => [codeStyleStatement(db, key, style, made)],
    });
    if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
    if (outcome.kind === "written") return { kind: "made", value: style };
    const full = await quotaError(db, organizationId, projectChangeDemands(project, written));
    if (full) throw full;
  }
  throw serviceUnavailable(new Error("the style of the project's codes keeps changing concurrently"));
}
