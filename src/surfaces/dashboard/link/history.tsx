import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/links/change-link.ts";
import { getLink, getLinkHistory, type LinkHistory } from "../../../features/links/get-link.ts";
import type { Link } from "../../../features/links/link.ts";
import type { HistoryEntry } from "../../../features/writes/activity-store.ts";
import { parseQrCodeId } from "../../../ground/core/ids.ts";
import { LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { Paging, Table } from "../components/table.tsx";
import { Changes, nameless } from "../labels/changes.tsx";
import { pageResponse } from "../layout/answers.ts";
import { type DashboardContext, linkIdIn, type Workspace } from "../layout/context.ts";
import { cursorIn } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { LINK_STYLE } from "./link-style.ts";

/** All changes of a link, page by page. */
export async function showHistory(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const input = { linkId: linkIdIn(c), limit: PAGE_SIZE, cursor: cursorIn(c) };
  const [{ link }, history] = await Promise.all([
    getLink(workspace.actor, input.linkId, dependencies),
    getLinkHistory(workspace.actor, input, dependencies),
  ]);
  return pageResponse(
    <HistoryPage workspace={workspace} link={link} history={history} cursor={input.cursor} />,
  );
}

/** The newest changes of a link. `older` is the path of the others, if any. */
export const History = ({
  workspace,
  link,
  entries,
  older,
}: {
  workspace: Workspace;
  link: Link;
  entries: readonly HistoryEntry[];
  older: string | null;
}) => (
  <section class="section" id="history">
    <h2>History</h2>
    <HistoryTable workspace={workspace} link={link} entries={entries} first />
    {older && (
      <div>
        <LinkButton href={older}>Full history</LinkButton>
      </div>
    )}
  </section>
);

const HistoryPage = ({
  workspace,
  link,
  history,
  cursor,
}: {
  workspace: Workspace;
  link: Link;
  history: LinkHistory;
  cursor: string | undefined;
}) => {
  const path = `${workspace.base}/links/${link.id}`;
  const next = history.nextCursor;
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={`History of ${link.name}`}
      styles={[LINK_STYLE]}
      heading={
        <>
          History of <bdi>{link.name}</bdi>
        </>
      }
      actions={<LinkButton href={path}>Back to the link</LinkButton>}
    >
      <HistoryTable
        workspace={workspace}
        link={link}
        entries={history.entries}
        first={cursor === undefined}
      />
      <Paging
        first={cursor === undefined ? null : `${path}/history`}
        next={next && `${path}/history?cursor=${encodeURIComponent(next)}`}
      />
    </Screen>
  );
};

const HistoryTable = ({
  workspace,
  link,
  entries,
  first,
}: {
  workspace: Workspace;
  link: Link;
  entries: readonly HistoryEntry[];
  /** Whether the entries begin with the newest one. */
  first: boolean;
}) => {
  // Codes and changes by jobs are not restored, so the newest change of the link itself is the current version.
  const current = first ? entries.findIndex(isOfDefinition) : -1;
  const canRestore = (entry: HistoryEntry, index: number) =>
    hasScope(workspace.actor, CHANGE_LINK_SCOPE) && isOfDefinition(entry) && index !== current;
  return (
    <Table
      caption="Changes of this link, newest first"
      columns={[
        "When",
        "Who",
        "Changes",
        ...(hasScope(workspace.actor, CHANGE_LINK_SCOPE) ? [{ label: "Undo", quiet: true }] : []),
      ]}
      rows={entries.map((entry, index) => [
        <Time at={entry.activity.at} />,
        <Who workspace={workspace} entry={entry} />,
        <What entry={entry} />,
        ...(hasScope(workspace.actor, CHANGE_LINK_SCOPE)
          ? [
              canRestore(entry, index) ? (
                <a href={`${workspace.base}/links/${link.id}/restore/${entry.version}`}>
                  Restore<span class="hidden"> version {entry.version}</span>
                </a>
              ) : index === current ? (
                <span class="quiet">Current</span>
              ) : null,
            ]
          : []),
      ])}
    />
  );
};

/** Whether the entry is the creation of the link, or a change of more than its destination. */
export const isOfDefinition = ({ activity, version }: HistoryEntry): boolean =>
  activity.object.type === "link" &&
  (version === 1 || activity.changes.some(({ field }) => field !== "destination"));

/** Who made a change. */
export const Who = ({ workspace, entry }: { workspace: Workspace; entry: HistoryEntry }) => {
  const { actor } = entry.activity;
  if (actor.type === "job") return <>{actor.id === "cli" ? "Command line" : "The service"}</>;
  const { actorName } = entry;
  if (actorName === null)
    return <>{actor.type === "member" ? nameless(workspace.actor, actor.id) : "An API key"}</>;
  return (
    <>
      {actor.type === "api_key" && "API key "}
      <bdi>{actorName}</bdi>
    </>
  );
};

const What = ({ entry }: { entry: HistoryEntry }) => {
  const { object, changes } = entry.activity;
  const code = object.type === "qr_code" ? parseQrCodeId(object.id) : null;
  return (
    <>
      {code && <p class="of-code">Code {code.identifier}</p>}
      <Changes changes={changes} />
    </>
  );
};
