import { archiveProject, restoreProject } from "../../../features/access/change-project.ts";
import { requireProjectManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { changeIn, loadProject, projectPath } from "./project.tsx";

/** Archives or restores a project after confirmation. */
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

/** Asks for confirmation and explains the consequences. */
export const ArchiveProjectPage = ({
  place,
  project,
  problems,
}: {
  place: Place;
  project: Project;
  problems: FormProblems;
}) => {
  const restores = project.archivedAt !== null;
  const name = (
    <strong>
      <bdi>{project.name}</bdi>
    </strong>
  );
  return (
    <Screen place={place} here="Projects" title={restores ? "Restore a project?" : "Archive a project?"}>
      <div class="sheet narrow">
        {restores ? (
          <p>{name} accepts new links again.</p>
        ) : (
          <p>
            {name} no longer accepts new links, also from programs. Its links keep working and can be changed.
            You can restore the project at any time.
          </p>
        )}
        <Form action={`${projectPath(place, project)}/archive`} problem={problems.form}>
          <Actions>
            <Button name="action" value={restores ? "restore" : "archive"}>
              {restores ? "Restore the project" : "Archive the project"}
            </Button>
            <LinkButton href={projectPath(place, project)}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
