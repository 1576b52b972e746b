import type { KeyPage } from "../../../features/access/list-keys.ts";
import { listKeys } from "../../../features/access/list-keys.ts";
import { LinkButton } from "../components/actions.tsx";
import { Done } from "../components/done.tsx";
import { Time } from "../components/facts.tsx";
import { Empty, Paging, Table } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { Issuer, KeyState } from "./key-parts.tsx";

/** The list of API keys. */
export async function showKeys(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const cursor = c.req.query("cursor");
  const query = { organization: workspace.organizationId, limit: PAGE_SIZE, cursor };
  const page = await listKeys(workspace.actor, query, dependencies);
  return pageResponse(
    <KeyListPage
      workspace={workspace}
      page={page}
      now={dependencies.now().toISOString()}
      isFirst={cursor === undefined}
      done={c.req.query("done")}
    />,
  );
}

const MESSAGES = {
  revoked: "The key was revoked. It stops working everywhere within 10 seconds.",
  already: "This key was already revoked.",
};

/** The list of keys. `now` decides which have expired. */
export const KeyListPage = ({
  workspace,
  page,
  now,
  isFirst,
  done,
}: {
  workspace: Workspace;
  page: KeyPage;
  now: string;
  isFirst: boolean;
  done: string | undefined;
}) => {
  const path = `${workspace.base}/keys`;
  const issue = (
    <LinkButton href={`${path}/new`} emphasis="primary" command="Issue an API key" shortcut="c">
      Issue a key
    </LinkButton>
  );
  const isEmpty = page.keys.length === 0 && isFirst;
  return (
    <Screen workspace={workspace} here="API keys" title="API keys" actions={isEmpty ? null : issue}>
      <Done done={done} messages={MESSAGES} />
      {isEmpty ? (
        <Empty title="No keys yet" action={issue}>
          Programs use an API key to create and read links. A key is shown only once, when it is issued.
        </Empty>
      ) : (
        <Table
          caption="API keys, newest first"
          columns={["Name", "Starts with", "State", "Last used", "Issued", "Issued by"]}
          rows={page.keys.map((key) => [
            <a href={`${path}/${key.id}`}>
              <bdi>{key.name}</bdi>
            </a>,
            <code>{key.prefix}…</code>,
            <KeyState apiKey={key} now={now} />,
            <Time at={key.lastUsedAt} />,
            <Time at={key.createdAt} date />,
            <Issuer apiKey={key} />,
          ])}
        />
      )}
      <Paging
        first={isFirst ? null : path}
        next={page.nextCursor === null ? null : `${path}?cursor=${encodeURIComponent(page.nextCursor)}`}
      />
    </Screen>
  );
};
