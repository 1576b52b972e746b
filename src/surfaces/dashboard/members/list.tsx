import type { MemberPage } from "../../../features/access/list-members.ts";
import { listMembers } from "../../../features/access/list-members.ts";
import { LinkButton } from "../components/actions.tsx";
import { Address } from "../components/address.tsx";
import { Done } from "../components/done.tsx";
import { Time } from "../components/facts.tsx";
import { Paging, Table } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { PAGE_SIZE } from "../layout/page-size.ts";

/** The list of members. */
export async function showMembers(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const after = c.req.query("after") ?? null;
  const query = { organization: workspace.organizationId, limit: PAGE_SIZE, after };
  const page = await listMembers(workspace.actor, query, dependencies);
  return pageResponse(
    <MemberListPage workspace={workspace} page={page} after={after} done={c.req.query("done")} />,
  );
}

const MESSAGES = {
  already: "This person already has this role and these projects.",
  removed: "The member was removed and can no longer sign in to this organization.",
};

/** The list of members. */
export const MemberListPage = ({
  workspace,
  page,
  after,
  done,
}: {
  workspace: Workspace;
  page: MemberPage;
  after: string | null;
  done: string | undefined;
}) => {
  const path = `${workspace.base}/members`;
  return (
    <Screen
      workspace={workspace}
      here="Members"
      title="Members"
      actions={
        <LinkButton href={`${path}/new`} emphasis="primary" command="Add a member" shortcut="c">
          Add a member
        </LinkButton>
      }
    >
      <Done done={done} messages={MESSAGES} />
      <Table
        caption="Members"
        columns={["Email", "Role", "Projects", "Added"]}
        rows={page.members.map(({ id, email, role, projects, createdAt }) => [
          <a href={`${path}/${id}`}>
            <Address text={email} />
          </a>,
          <>
            {role}
            {id === workspace.actor.id && <span class="quiet"> · you</span>}
          </>,
          projects === "all" ? <span class="quiet">All</span> : <bdi>{projects.join(", ")}</bdi>,
          <Time at={createdAt} date />,
        ])}
      />
      <Paging
        first={after === null ? null : path}
        next={page.next === null ? null : `${path}?after=${encodeURIComponent(page.next)}`}
      />
    </Screen>
  );
};
