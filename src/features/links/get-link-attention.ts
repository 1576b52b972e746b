import type { MemberActor } from "../access/actor.ts";
import { reachableProjects, requireNamedProject, requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import type { LinkAttentionStore, LinkProblem, LinkProblemKind } from "./attention-store.ts";

export const SHOWN_PROBLEMS = 10;

/** Problems of the links of a project, or of all projects that the actor can access. */
export interface LinkAttention {
  problems: LinkProblem[];
  /** Whether there are more problems. */
  more: boolean;
}

/** Lists links that need attention now, except problems of the kinds `without`. Throws `project_access_denied`. */
export async function getLinkAttention(
  actor: MemberActor,
  { projectId, without = [] }: { projectId: string | undefined; without?: readonly LinkProblemKind[] },
  { linkAttention, projects }: { linkAttention: LinkAttentionStore; projects: ProjectStore },
): Promise<LinkAttention> {
  requireScope(actor, "links:read");
  const { organizationId } = actor;
  if (projectId !== undefined) await requireNamedProject(actor, { organizationId, projectId }, projects);
  const scope = {
    organizationId,
    projects: projectId === undefined ? reachableProjects(actor) : [projectId],
  };
  const [kept, ids] = await Promise.all([
    linkAttention.problems(scope, SHOWN_PROBLEMS + 1, without),
    linkAttention.impossibleIds(scope, SHOWN_PROBLEMS + 1),
  ]);
  const problems = [...kept, ...ids];
  return {
    problems: problems.slice(0, SHOWN_PROBLEMS),
    more: problems.length > SHOWN_PROBLEMS,
  };
}
