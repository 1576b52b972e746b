import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { getLink, getLinkHistory } from "../../../features/links/get-link.ts";
import type { HistoryEntry } from "../../../features/writes/activity-store.ts";
import { parseQrCodeId } from "../../../ground/core/ids.ts";
import { Button, Form, LinkButton } from "../components/actions.tsx";
import { BackLink } from "../components/back-link.tsx";
import { Time } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { Paging, Table } from "../components/table.tsx";
import { Changes, nameless } from "../labels/changes.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { cursorIn, PAGE_SIZE } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { linkIdIn, linkPathIn } from "../layout/link-of-path.ts";
import { LINK_STYLE, type LinkView } from "./link-view.ts";

/** All changes of a link, page by page. */
export async function showHistory(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const input = { linkId: linkIdIn(c), limit: PAGE_SIZE, cursor: cursorIn(c) };
  const [{ link }, history] = await Promise.all([
    getLink(workspace.actor, input.linkId, dependencies),
    getLinkHistory(workspace.actor, input, dependencies),
  ]);
  const path = linkPathIn(c);
  const isNewest = input.cursor === undefined;
  return pageResponse(
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
      actions={<BackLink href={`${path}?tab=history`}>Back to the link</BackLink>}
    >
      <HistoryTable {...{ workspace, path, history, isNewest }} />
      <Paging
        first={isNewest ? null : `${path}/history`}
        next={history.nextCursor && `${path}/history?cursor=${encodeURIComponent(history.nextCursor)}`}
      />
    </Screen>,
  );
}

type LinkHistory = NonNullable<LinkView["history"]>;

/** Changes of a link. `isNewest`: they begin with the newest one. */
export const HistoryTable = ({
  workspace,
  path,
  history: { entries },
  isNewest,
}: Pick<LinkView, "workspace" | "path"> & { history: LinkHistory; isNewest: boolean }) => {
  const mayRestore = hasScope(workspace.actor, CHANGE_LINK_SCOPE);
  // Codes and changes by jobs are not restored, so the newest change of the link itself is the current version.
  const current = isNewest ? entries.findIndex(isOfDefinition) : -1;
  const undo = (entry: HistoryEntry, index: number) => {
    if (index === current) return <span class="quiet">Current</span>;
    if (!isOfDefinition(entry)) return null;
    return (
      <a href={`${path}/restore/${entry.version}`}>
        Restore<span class="hidden"> version {entry.version}</span>
      </a>
    );
  };
  return (
    <Table
      caption="Changes of this link, newest first"
      columns={["When", "Who", "Changes", ...(mayRestore ? [{ label: "Undo", quiet: true }] : [])]}
      rows={entries.map((entry, index) => [
        <Time at={entry.activity.at} />,
        <Who workspace={workspace} entry={entry} />,
        <What entry={entry} />,
        ...(mayRestore ? [undo(entry, index)] : []),
      ])}
    />
  );
};

/** Whether the entry is the creation of the link, or a change of more than its destination. */
const isOfDefinition = ({ activity, version }: HistoryEntry): boolean =>
  activity.object.type === "link" &&
  (version === 1 || activity.changes.some(({ field }) => field !== "destination"));

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

const MESSAGES = {
  created: "The link was created.",
  changed: "The link was changed. Its short link follows within about a minute.",
  "switched-on": "The link is on. Its codes work again within about a minute.",
  "switched-off": "The link is off. Within about a minute, its codes show “This offer has ended”.",
  restored: "The earlier version was restored.",
  "code-added": "The code was added.",
  "not-printed": "You won't be told about this code again, unless someone downloads it for print.",
  reminding: "You will be told if nobody scans this code in the next 2 weeks.",
} as const;
type Done = keyof typeof MESSAGES;

/** The messages after changes that can be undone. */
const UNDOABLE: readonly Done[] = ["changed", "switched-on", "switched-off", "restored"];

const isDone = (text: string): text is Done => Object.hasOwn(MESSAGES, text);

/** The message after an action on a link, by the name in `?done=`. */
export const DoneNotice = ({ done, workspace, link, path, history }: LinkView) => {
  if (!isDone(done)) return null;
  const { retailer, intent, projectId } = link;
  const another = new URLSearchParams({ retailer, intent, projectId });
  const version = UNDOABLE.includes(done) ? undoVersion(workspace, history?.entries ?? []) : null;
  return (
    <Notice kind="done" focus>
      <div class="notice-line">
        <span>{MESSAGES[done]}</span>
        {done === "created" && (
          <LinkButton href={`${workspace.base}/links/new?${another}`}>Make another</LinkButton>
        )}
        {version !== null && (
          <Form action={`${path}/restore/${version}`}>
            <input type="hidden" name="revision" value={String(link.revision)} />
            <Button emphasis="plain">Undo</Button>
          </Form>
        )}
      </div>
    </Notice>
  );
};

/** The version before this person's change; null if another change is newer. */
function undoVersion({ actor }: LinkView["workspace"], entries: readonly HistoryEntry[]): number | null {
  const [newest, previous] = entries.filter(isOfDefinition);
  const isOwn = newest?.activity.actor.type === "member" && newest.activity.actor.id === actor.id;
  return previous && isOwn && hasScope(actor, CHANGE_LINK_SCOPE) ? previous.version : null;
}
