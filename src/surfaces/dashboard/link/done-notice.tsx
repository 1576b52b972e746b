import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/links/change-link.ts";
import type { Link } from "../../../features/links/link.ts";
import type { HistoryEntry } from "../../../features/writes/activity-store.ts";
import { Button, Form, LinkButton } from "../components/actions.tsx";
import { Notice } from "../components/notice.tsx";
import type { Workspace } from "../layout/context.ts";
import { isOfDefinition } from "./history.tsx";

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
export const DoneNotice = ({
  done,
  workspace,
  link,
  entries,
}: {
  done: string;
  workspace: Workspace;
  link: Link;
  /** The newest changes of the link. */
  entries: readonly HistoryEntry[];
}) => {
  if (!isDone(done)) return null;
  const { retailer, intent, projectId } = link;
  const another = new URLSearchParams({ retailer, intent, projectId });
  const version = UNDOABLE.includes(done) ? undoVersion(workspace, entries) : null;
  return (
    <Notice kind="done" focus>
      <p>{MESSAGES[done]}</p>
      {done === "created" && (
        <LinkButton href={`${workspace.base}/links/new?${another}`}>Make another</LinkButton>
      )}
      {version !== null && (
        <Form action={`${workspace.base}/links/${link.id}/restore/${version}`}>
          <input type="hidden" name="revision" value={String(link.revision)} />
          <Button emphasis="plain">Undo</Button>
        </Form>
      )}
    </Notice>
  );
};

/** The version before this person's change; null if another change is newer. */
function undoVersion({ actor }: Workspace, entries: readonly HistoryEntry[]): number | null {
  const [newest, previous] = entries.filter(isOfDefinition);
  const isOwn = newest?.activity.actor.type === "member" && newest.activity.actor.id === actor.id;
  return previous && isOwn && hasScope(actor, CHANGE_LINK_SCOPE) ? previous.version : null;
}
