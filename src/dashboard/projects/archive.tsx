import { archiveProject, restoreProject } from "../../access/change-project.ts";
import { requireProjectManager } from "../../access/permissions.ts";
import type { Project } from "../../access/project.ts";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { changeIn, loadProject } from "./project.tsx";
import { ArchiveProjectPage } from "./project-forms.tsx";

/** Archives a project, or restores one that is archived, after asking. */
export const archiving: FormScreen<Project> = {
  load(c) {
    requireProjectManager(c.var.place.actor);
    return loadProject(c);
  },
  page: (c, project, _, problems) => (
    <ArchiveProjectPage place={c.var.place} project={project} problems={problems} />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const change = await changeIn(c, values);
    const restores = values.text("action") === "restore";
    await (restores ? restoreProject : archiveProject)(place.actor, change, dependencies);
    return seeOther(`${place.base}/projects?done=${restores ? "restored" : "archived"}`);
  },
};
