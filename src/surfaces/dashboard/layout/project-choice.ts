import { getCookie, setCookie } from "hono/cookie";
import type { Next } from "hono/types";
import { getProject } from "../../../features/access/get-projects.ts";
import type { Project } from "../../../features/access/project.ts";
import { brandOf } from "../../../features/brands/brand.ts";
import { logoPath } from "../../../features/brands/logo-path.ts";
import { screenColor } from "../../../ground/core/colors.ts";
import { DAY_MS } from "../../../ground/core/days.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { seeOther } from "./answers.ts";
import type { DashboardContext, ShownProject } from "./context.ts";
import { searchOf } from "./forms.ts";
import { VIEWS } from "./navigation.ts";
import { openProjects } from "./open-projects.ts";

/** The parameter with which a view names its project; empty: all projects. */
const PARAMETER = "projectId";

const NAME = "project";
/** The longest time that browsers keep a cookie. */
const KEPT_SECONDS = (400 * DAY_MS) / 1000;

/** A project as the navigation shows it. */
export function shownProject(project: Project): ShownProject {
  const brand = brandOf(project);
  return {
    id: project.id,
    name: project.name,
    logo: brand?.logo ? logoPath(brand.logo) : null,
    color: brand?.accent ? screenColor(brand.accent) : null,
  };
}

/**
 * Sets the projects of the workspace, and the one that the person works in. A view whose URL has no query starts with the
 * project that was chosen last; any other URL says itself what it shows. A project that was chosen on one of our pages is
 * remembered by the browser, for each member: the URL of a colleague changes nothing.
 */
export async function enterProject(c: DashboardContext, next: Next): Promise<Response | undefined> {
  const { workspace, dependencies } = c.var;
  // What a script, picture or frame requests has no navigation.
  const part = c.req.header("Sec-Fetch-Dest");
  if (part !== undefined && part !== "document") return void (await next());
  const open = await openProjects(workspace, dependencies);
  workspace.projects = open.map(shownProject);
  const last = await find(c, remembered(c), { archived: false });
  const [screen = "", name] = new URL(c.req.url).pathname.split("/").slice(4);
  const view = name === undefined && VIEWS.find(({ path }) => path === (screen && `/${screen}`));
  const search = searchOf(c);
  if (view && search.size === 0 && last && c.req.method === "GET")
    return seeOther(`${workspace.base}${view.path}${queryFor(last)}`);
  const own = view ? search.get(PARAMETER) : null;
  const ofPage =
    screen === "projects" && workspace.projects.find(({ id }) => encodeURIComponent(id) === name);
  const shown = view ? await find(c, own ?? "", { archived: true }) : ofPage || last;
  workspace.project = shown;
  workspace.projectQuery = shown || last ? queryFor(shown) : "";
  await next();
  const isChosen = own === "" || (own !== null && shown !== null);
  if (isChosen && shown?.id !== last?.id && isFromOwnPage(c)) remember(c, shown);
  return undefined;
}

const queryFor = (project: ShownProject | null): string =>
  `?${new URLSearchParams({ [PARAMETER]: project?.id ?? "" })}`;

/** The project with this id if the person reaches it. May throw `service_unavailable`. */
async function find(
  c: DashboardContext,
  projectId: string,
  allowed: { archived: boolean },
): Promise<ShownProject | null> {
  const { workspace, dependencies } = c.var;
  if (projectId === "") return null;
  const listed = workspace.projects.find(({ id }) => id === projectId);
  if (listed) return listed;
  try {
    const project = await getProject(workspace.actor, { projectId }, dependencies);
    return project.archivedAt === null || allowed.archived ? shownProject(project) : null;
  } catch (error) {
    if (error instanceof ServiceError && error.code !== "service_unavailable") return null;
    throw error;
  }
}

/** Whether the person came from a page of the dashboard, or the browser does not say. */
function isFromOwnPage({ req }: DashboardContext): boolean {
  const site = req.header("Sec-Fetch-Site");
  return site === undefined || site === "same-origin";
}

/** The id of the member's project in the cookie, whose path is that of the organization; empty without one. */
function remembered(c: DashboardContext): string {
  const [member, ...id] = (getCookie(c, NAME, "secure") ?? "").split(".");
  return member === c.var.workspace.actor.id ? id.join(".") : "";
}

const remember = (c: DashboardContext, project: ShownProject | null): void =>
  setCookie(c, NAME, `${c.var.workspace.actor.id}.${project?.id ?? ""}`, {
    prefix: "secure",
    path: c.var.workspace.base,
    secure: true,
    httpOnly: true,
    sameSite: "Lax",
    maxAge: KEPT_SECONDS,
  });
