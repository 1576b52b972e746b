import { archiveProject, restoreProject } from "../../../features/access/change-project.ts";
import { requireProjectManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { formPage } from "../components/form-page.tsx";
import { changeIn, loadProject } from "./project.tsx";

const isArchived = ({ archivedAt }: Project): boolean => archivedAt !== null;

/** Archives or restores a project after confirmation. */
export const archiving = formPage<Project>({
  here: "Projects",
  title: (project) => (isArchived(project) ? "Restore a project?" : "Archive a project?"),
  load(c) {
    requireProjectManager(c.var.workspace.actor);
    return loadProject(c);
  },
  intro(project) {
    const name = (
      <strong>
        <bdi>{project.name}</bdi>
      </strong>
    );
    return isArchived(project) ? (
      <p>{name} accepts new links again.</p>
    ) : (
      <p>
        {name} no longer accepts new links, also from programs. Its links keep working and can be changed. You
        can restore the project at any time.
      </p>
    );
  },
  content: (_, project) => (
    <input type="hidden" name="action" value={isArchived(project) ? "restore" : "archive"} />
  ),
  button: (project) => (isArchived(project) ? "Restore the project" : "Archive the project"),
  back: ({ id }) => `/projects/${encodeURIComponent(id)}`,
  async save(c, values) {
    const { workspace, dependencies } = c.var;
    const change = await changeIn(c, values);
    const restores = values.text("action") === "restore";
    await (restores ? restoreProject : archiveProject)(workspace.actor, change, dependencies);
    return `/projects?done=${restores ? "restored" : "archived"}`;
  },
});
