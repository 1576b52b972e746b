import type { OrganizationActor, Role } from "../../src/features/access/actor.ts";
import { getProject } from "../../src/features/access/get-projects.ts";
import {
  archiveProject,
  createProject,
  renameProject,
  restoreProject,
} from "../../src/features/access/manage-projects.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { useService } from "../use-service.ts";

/** When the verbs run. */
const NOW = new Date("2026-11-21T12:00:00.000Z");
/** That time as it is stored. */
export const AT = NOW.toISOString();

export const member = (role: Role = "owner", organizationId = "acme"): OrganizationActor => ({
  type: "member",
  id: "mem_1",
  organizationId,
  role,
  projects: "all",
});
export const owner = member();
/** Part of the input of a verb that is called without an idempotency key. */
export const write = { idempotency: null };

/**
 * Starts the service with four organizations for tests of the verbs that manage projects.
 */
export async function startProjectService() {
  const service = await useService({}, "acme");
  for (const organization of ["acme", "globex", "initech", "umbrella"]) {
    await service.issueKey({ organization, createProjects: [] });
  }

  function deps(fault?: Fault) {
    const db = fault ? faulty(service.env.DB, fault) : service.env.DB;
    return { db, projects: projectStore(db), now: () => NOW };
  }
  const create = async (id: string, name = id, actor = owner) =>
    madeBy(await createProject(actor, { id, name, ...write }, deps()));
  const noted = async (id: string, organization = "acme") => {
    const { results } = await service.env.DB.prepare(
      `SELECT changes FROM activity
       WHERE organization_id = ?1 AND object_type = 'project' AND object_id = ?2`,
    )
      .bind(organization, id)
      .all<{ changes: string }>();
    return results.map(({ changes }) => JSON.parse(changes));
  };
  const get = (id: string, actor = owner) => getProject(actor, { projectId: id }, deps());

  /** Every verb that writes, on the project `projectId`. */
  const WRITING = {
    createProject: (actor: OrganizationActor, id: string) =>
      createProject(actor, { id, name: "New", ...write }, deps()),
    renameProject: (actor: OrganizationActor, projectId: string) =>
      renameProject(actor, { projectId, name: "New", ...write }, deps()),
    archiveProject: (actor: OrganizationActor, projectId: string) =>
      archiveProject(actor, { projectId, ...write }, deps()),
    restoreProject: (actor: OrganizationActor, projectId: string) =>
      restoreProject(actor, { projectId, ...write }, deps()),
  };
  return { service, deps, create, noted, get, WRITING };
}
