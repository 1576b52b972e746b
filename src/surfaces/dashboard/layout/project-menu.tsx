import { mayManageProjects } from "../../../features/access/permissions.ts";
import type { ShownProject, Workspace } from "./context.ts";
import { PROJECTS, type ScreenName, VIEWS } from "./navigation.ts";

/** The logo of a project, or else its color, or the first letter of its name. */
export const ProjectMark = ({ project: { name, logo, color } }: { project: ShownProject }) => (
  <i class="mark" aria-hidden="true">
    {logo !== null && <img src={logo} alt="" loading="lazy" />}
    {logo === null && color !== null && <Color color={color} />}
    {logo === null && color === null && name.slice(0, 1).toUpperCase()}
  </i>
);

/** An area of this color. */
const Color = ({ color }: { color: string }) => (
  <svg aria-hidden="true">
    <rect width="100%" height="100%" fill={color} />
  </svg>
);

/**
 * The project of the screen, and a menu of the others: on a screen of one project or all it opens the same screen, elsewhere
 * the overview. A link with a project makes it the last one, with which screens start. Editors and viewers without a project
 * have no menu.
 */
export const ProjectMenu = ({ workspace, tab }: { workspace: Workspace; tab: ScreenName | null }) => {
  const { base, projects, project } = workspace;
  const mayManage = mayManageProjects(workspace.actor);
  if (projects.length === 0 && project === null && !mayManage) return null;
  const view = VIEWS.find(({ name }) => name === tab);
  const path = (id: string) => `${base}${view?.path ?? ""}?${new URLSearchParams({ projectId: id })}`;
  return (
    <details class="drop projects">
      <summary data-command="Switch project">
        {project?.color && <Color color={project.color} />}
        {project && (project.logo !== null || project.color === null) && <ProjectMark project={project} />}
        <small class="hidden">Project: </small>
        <bdi>{project?.name ?? "All projects"}</bdi>
      </summary>
      <div class="panel">
        {projects.length > 0 && (
          <ul>
            <li>
              <a href={path("")} aria-current={project === null ? "true" : undefined}>
                All projects
              </a>
            </li>
            {projects.map((each) => (
              <li>
                <a href={path(each.id)} aria-current={each.id === project?.id ? "true" : undefined}>
                  <ProjectMark project={each} />
                  <bdi>{each.name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        )}
        {project && (
          <a
            href={`${base}${PROJECTS.path}/${encodeURIComponent(project.id)}`}
            data-command={`Brand and commission of ${project.name}`}
          >
            Brand, commission and top links
          </a>
        )}
        {projects.length === 0 && mayManage ? (
          <a href={`${base}${PROJECTS.path}/new`}>Create a project</a>
        ) : (
          <a
            href={`${base}${PROJECTS.path}`}
            aria-current={tab === PROJECTS.name ? "page" : undefined}
            data-command={`Go to ${PROJECTS.name}`}
          >
            {mayManage ? "Manage projects" : "About all projects"}
          </a>
        )}
      </div>
    </details>
  );
};
