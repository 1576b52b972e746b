import { listProjects } from "../../access/get-projects.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { ProjectListPage } from "./project-list-page.tsx";

/** The list of projects: those that take new links, or those that are archived. */
export async function showProjects(c: DashboardContext): Promise<Response> {
  const { place, dependencies } = c.var;
  const cursor = c.req.query("cursor");
  const archived = c.req.query("show") === "archived";
  const page = await listProjects(place.actor, { archived, limit: PAGE_SIZE, cursor }, dependencies);
  return pageResponse(
    <ProjectListPage
      place={place}
      page={page}
      archived={archived}
      isFirst={cursor === undefined}
      done={c.req.query("done")}
    />,
  );
}
