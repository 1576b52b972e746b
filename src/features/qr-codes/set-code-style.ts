import type { OrganizationActor } from "../access/actor.ts";
import { getProject } from "../access/get-projects.ts";
import { type ChangeProjectDependencies, editProject, type ProjectEdit } from "../access/manage-projects.ts";
import { requireProjectEditor, requireReach } from "../access/permissions.ts";
import type { IdempotentWrite, WriteResult } from "../writes/claim.ts";
import { requireScannable } from "./code-style.ts";
import { codeStyleOf } from "./resolve-style.ts";
import type { CodeStyle } from "./style.ts";

/** The style of a project's codes without their own style. Throws what `getProject` throws. */
export const getCodeStyle = async (...parameters: Parameters<typeof getProject>): Promise<CodeStyle> =>
  codeStyleOf(await getProject(...parameters));

/**
 * Sets the style of a project's codes without their own style. Throws `project_access_denied`, `not_found`,
 * `validation_failed`, `quota_exceeded` and `idempotency_conflict`.
 */
export async function setCodeStyle(
  actor: OrganizationActor,
  {
    style,
    ...input
  }: { projectId: string; style: CodeStyle; idempotency: IdempotentWrite<CodeStyle> | null },
  dependencies: ChangeProjectDependencies,
): Promise<WriteResult<CodeStyle>> {
  requireProjectEditor(actor);
  requireReach(actor, input.projectId);
  requireScannable(style);
  const edit: ProjectEdit<CodeStyle> = {
    type: "code_style",
    change: (project) => ({ ...project, settings: { ...project.settings, codeStyle: style } }),
    recorded: (project) => ({ codeStyle: codeStyleOf(project) }),
    returned: codeStyleOf,
  };
  return editProject(actor, input, edit, dependencies);
}
