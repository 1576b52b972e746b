import { DAY_MS } from "../../ground/core/days.ts";
import type { MemberActor } from "../access/actor.ts";
import { reachableProjects, requireNamedProject, requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import type { EndingLink, LinkAttentionStore } from "./attention-store.ts";

export const ENDING_DAYS = 7;
export const SHOWN_ENDING = 10;

/** Links whose schedule ends within a week. */
export interface EndingLinks {
  /** Earliest end first. */
  links: EndingLink[];
  /** Whether there are more. */
  more: boolean;
}

/**
 * The active links of one project, or of all projects, that end within a week. Throws `insufficient_scope`,
 * `project_access_denied` and `service_unavailable`.
 */
export async function getEndingLinks(
  actor: MemberActor,
  { projectId }: { projectId: string | undefined },
  dependencies: { linkAttention: LinkAttentionStore; projects: ProjectStore; now: () => Date },
): Promise<EndingLinks> {
  requireScope(actor, "links:read");
  const { organizationId } = actor;
  if (projectId !== undefined)
    await requireNamedProject(actor, { organizationId, projectId }, dependencies.projects);
  const from = dependencies.now();
  const found = await dependencies.linkAttention.ending(
    { organizationId, projects: projectId === undefined ? reachableProjects(actor) : [projectId] },
    { from, before: new Date(from.getTime() + ENDING_DAYS * DAY_MS) },
    SHOWN_ENDING + 1,
  );
  return { links: found.slice(0, SHOWN_ENDING), more: found.length > SHOWN_ENDING };
}
