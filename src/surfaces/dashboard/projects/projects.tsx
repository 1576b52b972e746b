import { Hono } from "hono";
import { listProjects } from "../../../features/access/get-projects.ts";
import { archiveProject, createProject, restoreProject } from "../../../features/access/manage-projects.ts";
import { mayManageProjects, requireProjectManager } from "../../../features/access/permissions.ts";
import { MAX_ID, type Project, proposedProjectId } from "../../../features/access/project.ts";
import { countProjectLinks } from "../../../features/links/list-links.ts";
import { getProjectPeople } from "../../../features/visits/link-people.ts";
import { count } from "../charts/numbers.ts";
import { Time } from "../components/facts.tsx";
import { TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { listPage } from "../components/list-page.tsx";
import { Sparkline } from "../components/sparkline.tsx";
import type { DashboardEnv } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { oneText, PAGE_SIZE, queryReader } from "../layout/forms.ts";
import { shownProject } from "../layout/project-choice.ts";
import { ProjectMark } from "../layout/project-menu.tsx";
import { previewBrand, projectBrand } from "./brand-screen.tsx";
import { exampleOfNetwork, projectCommission } from "./commission-screen.tsx";
import { loadProject, oneProject, PROJECTS_STYLE, projectId, projectPath } from "./project-screen.tsx";
import { timeZone } from "./time-zone.tsx";

const isArchived = ({ archivedAt }: Project): boolean => archivedAt !== null;

/** Archives or restores a project after confirmation. */
const archiving = formPage({
  tab: "Projects",
  fields: { action: oneText },
  load(c) {
    requireProjectManager(c.var.workspace.actor);
    return loadProject(c);
  },
  title: (project) => (isArchived(project) ? "Restore a project?" : "Archive a project?"),
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
  async save(c, { action }, { write }) {
    const { workspace, dependencies } = c.var;
    const change = { ...projectId(c), idempotency: await write(({ id }: Project) => id) };
    const restores = action === "restore";
    await (restores ? restoreProject : archiveProject)(workspace.actor, change, dependencies);
    return `/projects?done=${restores ? "restored" : "archived"}`;
  },
});

const newProject = formPage({
  tab: "Projects",
  title: "Create a project",
  fields: { name: oneText, id: oneText },
  load: (c) => requireProjectManager(c.var.workspace.actor),
  content: ({ field, isNew }) => (
    <>
      <TextField {...field("name")} label="Name" maxLength={MAX_ID} autofocus={isNew} required />
      <TextField
        {...field("id")}
        label="Id"
        hint="Programs use it as projectId. It can't be changed. Defaults to the name."
        maxLength={MAX_ID}
        spellcheck={false}
      />
    </>
  ),
  button: "Create the project",
  back: "/projects",
  async save(c, { name, id }, { write }) {
    const idempotency = await write((project: Project) => project.id);
    const input = { id: id || proposedProjectId(name), name, idempotency };
    await createProject(c.var.workspace.actor, input, c.var.dependencies);
    return "/projects?done=created";
  },
});

const shownQuery = queryReader({ show: oneText });

/** The list of active or archived projects. */
const showProjects = listPage({
  tab: "Projects",
  async load(c, cursor) {
    const { workspace, dependencies } = c.var;
    const archived = shownQuery(c).show === "archived";
    const query = { archived, limit: PAGE_SIZE, cursor };
    const page = await listProjects(workspace.actor, query, dependencies);
    const projectIds = page.projects.map(({ id }) => id);
    const [links, people] = await Promise.all([
      countProjectLinks(workspace.actor, { projectIds }, dependencies),
      getProjectPeople(workspace.actor, { projectIds }, dependencies),
    ]);
    return { ...page, archived, links, people };
  },
  title: ({ archived }) => (archived ? "Archived projects" : "Projects"),
  rows: ({ projects }) => projects,
  next: ({ nextCursor }) => nextCursor,
  columns: ({ archived }) => [
    "Project",
    { label: "Links", numeric: true },
    { label: "Visits, 30 days", numeric: true },
    archived ? "Archived" : "Created",
  ],
  cells(project, { links, people: { days, byId } }, { var: { workspace } }) {
    const { id, name, createdAt, archivedAt } = project;
    const visits = byId.get(id) ?? [];
    return [
      <div class="branded">
        <ProjectMark project={shownProject(project)} />
        <span>
          <a href={projectPath(workspace, project)}>
            <bdi>{name}</bdi>
          </a>
          {id !== name && <code title={id}>{id}</code>}
        </span>
      </div>,
      count(links.get(id) ?? 0),
      <span class="trend">
        <Sparkline days={days} values={visits} />
        {count(visits.reduce((sum, value) => sum + value, 0))}
      </span>,
      <Time at={archivedAt ?? createdAt} date />,
    ];
  },
  styles: [PROJECTS_STYLE],
  add: ({ archived, projects }, { var: { workspace } }) =>
    mayManageProjects(workspace.actor) && !(archived && projects.length === 0)
      ? { path: "/projects/new", label: "Create a project", command: "Create a project" }
      : null,
  about: ({ archived }) =>
    archived
      ? "Archived projects accept no new links. Their links keep working."
      : "A project groups the links of a brand or a campaign. Its color and logo are on their pages and codes.",
  empty: ({ archived }) => (archived ? "No archived projects" : "No projects yet"),
  messages: {
    created: "The project was created.",
    archived: "The project was archived. Its links keep working.",
    restored: "The project was restored.",
  },
  after: ({ archived }, { var: { workspace } }) => (
    <p class="section">
      {archived ? (
        <a href={`${workspace.base}/projects`}>Active projects</a>
      ) : (
        <a href={`${workspace.base}/projects?show=archived`}>Archived projects</a>
      )}
    </p>
  ),
});

/** The screens of the organization's projects, below /projects. */
export const projects = new Hono<DashboardEnv>()
  .get("/", showProjects)
  .on(FORM, "/new", newProject)
  .on(FORM, "/:project", oneProject)
  .on(FORM, "/:project/brand", projectBrand)
  .get("/:project/brand/preview", previewBrand)
  .on(FORM, "/:project/commission", projectCommission)
  .post("/:project/commission/example", exampleOfNetwork)
  .on(FORM, "/:project/archive", archiving);

/** The organization's time zone. Not below /projects, where any segment can be a project's id. */
export const organizationTimeZone = new Hono<DashboardEnv>().on(FORM, "/", timeZone);
