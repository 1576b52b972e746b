import { idsMadeIn } from "../../ground/core/ids.ts";
import type { MemberActor } from "../access/actor.ts";
import { reachableProjects, requireNamedProject, requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import type { LinkAttentionStore, LinkProblem, LinkProblemKind } from "./attention-store.ts";

export const SHOWN_PROBLEMS = 10;

/** How many links were created or changed; `isAll` is false if there are more. */
export interface ChangedLinks {
  links: number;
  isAll: boolean;
}

/** Changes and problems of the links of a project, or of all projects that the actor can access. */
export interface LinkAttention {
  changed: ChangedLinks;
  /** In the period of the same length before. */
  before: ChangedLinks;
  problems: LinkProblem[];
  /** Whether there are more problems. */
  more: boolean;
}

/**
 * Counts the links created or changed in a period and in the preceding period of the same length, and lists links that
 * need attention now, except problems of the kinds `without`. Throws `insufficient_scope`, `project_access_denied` and `service_unavailable`.
 */
export async function getLinkAttention(
  actor: MemberActor,
  {
    projectId,
    from,
    to,
    without = [],
  }: { projectId: string | undefined; from: Date; to: Date; without?: readonly LinkProblemKind[] },
  { linkAttention, projects }: { linkAttention: LinkAttentionStore; projects: ProjectStore },
): Promise<LinkAttention> {
  requireScope(actor, "links:read");
  const { organizationId } = actor;
  if (projectId !== undefined) await requireNamedProject(actor, { organizationId, projectId }, projects);
  const scope = {
    organizationId,
    projects: projectId === undefined ? reachableProjects(actor) : [projectId],
  };
  const earlier = new Date(2 * from.getTime() - to.getTime());
  const [changed, before, kept, ids] = await Promise.all([
    linkAttention.countChanged(scope, idsMadeIn("act", { from, to })),
    linkAttention.countChanged(scope, idsMadeIn("act", { from: earlier, to: from })),
    linkAttention.problems(scope, SHOWN_PROBLEMS + 1, without),
    linkAttention.impossibleIds(scope, SHOWN_PROBLEMS + 1),
  ]);
  const problems = [...kept, ...ids];
  return {
    changed,
    before,
    problems: problems.slice(0, SHOWN_PROBLEMS),
    more: problems.length > SHOWN_PROBLEMS,
  };
}
