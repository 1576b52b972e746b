import { listProjects } from "../../../features/access/get-projects.ts";
import { mayManageProjects } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { LinkButton } from "../components/actions.tsx";
import { Done } from "../components/done.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { Empty, Paging, Table } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { PAGE_SIZE } from "../layout/page-size.ts";

/** The list of active or archived projects. */
export async function showProjects(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const cursor = c.req.query("cursor");
  const archived = c.req.query("show") === "archived";
  const page = await listProjects(workspace.actor, { archived, limit: PAGE_SIZE, cursor }, dependencies);
  return pageResponse(
    <ProjectListPage
      workspace={workspace}
      page={page}
      archived={archived}
      isFirst={cursor === undefined}
      done={c.req.query("done")}
    />,
  );
}

const MESSAGES = {
  created: "The project was created.",
  archived: "The project was archived. Its links keep working.",
  restored: "The project was restored.",
};

/** The list of active or archived projects. */
export const ProjectListPage = ({
  workspace,
  page,
  archived,
  isFirst,
  done,
}: {
  workspace: Workspace;
  page: { projects: readonly Project[]; nextCursor: string | null };
  archived: boolean;
  isFirst: boolean;
  done: string | undefined;
}) => {
  const path = `${workspace.base}/projects`;
  const list = archived ? `${path}?show=archived` : path;
  const create = mayManageProjects(workspace.actor) && (
    <LinkButton href={`${path}/new`} emphasis="primary" command="Create a project" shortcut="c">
      Create a project
    </LinkButton>
  );
  return (
    <Screen
      workspace={workspace}
      here="Projects"
      title={archived ? "Archived projects" : "Projects"}
      actions={(archived || page.projects.length > 0) && create}
    >
      <Done done={done} messages={MESSAGES} />
      {page.projects.length > 0 ? (
        <Table
          caption={archived ? "Archived projects" : "Projects"}
          columns={["Name", "Id", archived ? "Archived" : "Created"]}
          rows={page.projects.map(({ id, name, createdAt, archivedAt }) => [
            <>
              <a href={`${path}/${encodeURIComponent(id)}`}>
                <bdi>{name}</bdi>
              </a>{" "}
              {archivedAt !== null && <Badge kind="quiet">Archived</Badge>}
            </>,
            <code>{id}</code>,
            <Time at={archivedAt ?? createdAt} date />,
          ])}
        />
      ) : (
        <Empty
          title={archived ? "No archived projects" : "No projects yet"}
          action={archived ? null : create}
        >
          {archived
            ? "Archived projects accept no new links. Their links keep working."
            : "A project groups links, such as those of a brand or a campaign."}
        </Empty>
      )}
      <Paging
        first={isFirst ? null : list}
        next={
          page.nextCursor === null
            ? null
            : `${path}?${new URLSearchParams({ ...(archived && { show: "archived" }), cursor: page.nextCursor })}`
        }
      />
      <p class="section">
        {archived ? (
          <a href={path}>Active projects</a>
        ) : (
          <a href={`${path}?show=archived`}>Archived projects</a>
        )}
      </p>
    </Screen>
  );
};
