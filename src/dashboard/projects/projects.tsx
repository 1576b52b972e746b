import { Hono } from "hono";
import { archiveProject, renameProject, restoreProject } from "../../access/change-project.ts";
import { createProject } from "../../access/create-project.ts";
import { getProject, listProjects } from "../../access/get-projects.ts";
import { requireProjectManager } from "../../access/permissions.ts";
import { proposedProjectId } from "../../access/project.ts";
import { pageAnswer, seeOther } from "../frame/answers.ts";
import type { DashboardContext, DashboardEnv } from "../frame/context.ts";
import { formValues, idempotentForm, NO_PROBLEMS, submit } from "../frame/forms.ts";
import { PAGE_SIZE } from "../frame/page-size.ts";
import { ArchiveProjectPage, CreateProjectPage, RenameProjectPage } from "./project-forms.tsx";
import { ProjectListPage } from "./project-list-page.tsx";

/** The screens of the organization's projects, below /projects. */
export const projects = new Hono<DashboardEnv>()
  .get("/", async (c) => {
    const { place, dependencies } = c.var;
    const cursor = c.req.query("cursor");
    const archived = c.req.query("show") === "archived";
    const page = await listProjects(place.actor, { archived, limit: PAGE_SIZE, cursor }, dependencies);
    return pageAnswer(
      <ProjectListPage
        place={place}
        page={page}
        archived={archived}
        isFirst={cursor === undefined}
        done={c.req.query("done")}
      />,
    );
  })
  .get("/new", (c) => {
    requireProjectManager(c.var.place.actor);
    return pageAnswer(<CreateProjectPage place={c.var.place} values={formValues()} problems={NO_PROBLEMS} />);
  })
  .post("/new", (c) => {
    const { place, dependencies } = c.var;
    return submit(
      c,
      ["name", "id"],
      async (values) => {
        const name = values.text("name");
        const id = values.text("id") || proposedProjectId(name);
        const idempotency = await idempotentForm(c, values, ({ id }: { id: string }) => id);
        await createProject(place.actor, { id, name, idempotency }, dependencies);
        return seeOther(`${place.base}/projects?done=created`);
      },
      (values, problems) => <CreateProjectPage place={place} values={values} problems={problems} />,
    );
  })
  .get("/:project", async (c) => {
    const project = await projectOf(c);
    const values = formValues(new URLSearchParams({ name: project.name }));
    return pageAnswer(
      <RenameProjectPage place={c.var.place} project={project} values={values} problems={NO_PROBLEMS} />,
    );
  })
  .post("/:project", (c) => {
    const { place, dependencies } = c.var;
    return submit(
      c,
      ["name"],
      async (values) => {
        const change = await changeOf(c, values);
        await renameProject(place.actor, { ...change, name: values.text("name") }, dependencies);
        return seeOther(`${place.base}/projects?done=renamed`);
      },
      async (values, problems) => (
        <RenameProjectPage place={place} project={await projectOf(c)} values={values} problems={problems} />
      ),
    );
  })
  .get("/:project/archive", async (c) => {
    requireProjectManager(c.var.place.actor);
    const project = await projectOf(c);
    return pageAnswer(<ArchiveProjectPage place={c.var.place} project={project} problems={NO_PROBLEMS} />);
  })
  .post("/:project/archive", (c) => {
    const { place, dependencies } = c.var;
    return submit(
      c,
      [],
      async (values) => {
        const change = await changeOf(c, values);
        const restores = values.text("action") === "restore";
        await (restores ? restoreProject : archiveProject)(place.actor, change, dependencies);
        return seeOther(`${place.base}/projects?done=${restores ? "restored" : "archived"}`);
      },
      async (_, problems) => (
        <ArchiveProjectPage place={place} project={await projectOf(c)} problems={problems} />
      ),
    );
  });

const projectOf = ({ req, var: { place, dependencies } }: DashboardContext) =>
  getProject(place.actor, { projectId: req.param("project") ?? "" }, dependencies);

/** The project that a form changes, and the form as an idempotent write. */
const changeOf = async (c: DashboardContext, values: Parameters<typeof idempotentForm>[1]) => ({
  projectId: c.req.param("project") ?? "",
  idempotency: await idempotentForm(c, values, ({ id }: { id: string }) => id),
});
