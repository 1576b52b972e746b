import type { MemberActor } from "../access/actor.ts";
import { archiveProject } from "../access/change-project.ts";
import { requireProjectManager } from "../access/permissions.ts";
import { listLinks } from "../links/list-links.ts";
import type { LinkListStore } from "../links/list-store.ts";
import type { ExamplesDependencies } from "./add-examples.ts";
import { switchExamples } from "./switch-examples.ts";

/**
 * Removes the examples, and nothing else: their links are switched off, as codes of them may be printed, and their
 * project is archived, unless somebody made links of their own in it. Where there are none, nothing happens. Throws
 * `insufficient_scope` and `service_unavailable`.
 */
export async function removeExamples(
  actor: MemberActor,
  dependencies: ExamplesDependencies & { lists: LinkListStore },
): Promise<void> {
  requireProjectManager(actor);
  const { organizationId } = actor;
  const { firstSteps, now } = dependencies;
  const { examples } = await firstSteps.state(organizationId);
  if (!examples || examples.isRemoved) return;
  const { projectId, linkIds } = examples;
  await switchExamples(actor, examples, "inactive", dependencies);
  const { links } = await listLinks(actor, { projectId, limit: linkIds.length + 1 }, dependencies);
  if (links.every(({ link }) => linkIds.includes(link.id)))
    await archiveProject(actor, { projectId, idempotency: null }, dependencies);
  await firstSteps.noteExamples(organizationId, examples, now());
}
