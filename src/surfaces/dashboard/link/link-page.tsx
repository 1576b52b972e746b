import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/links/change-link.ts";
import { CHANGE_QR_CODE_SCOPE } from "../../../features/qr-codes/change-qr-code.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import type { HistoryEntry } from "../../../features/writes/activity-store.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Paging, Table } from "../components/table.tsx";
import { QuotaNotice } from "../labels/quota-notice.tsx";
import { INTENT_ICONS } from "../labels/variant-labels.ts";
import type { Markup } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, NO_PROBLEMS } from "../layout/forms.ts";
import { Icon } from "../layout/icon.tsx";
import { Screen } from "../layout/layout.tsx";
import { LiveLine } from "../visit-report/live.tsx";
import { Definition } from "./definition.tsx";
import { Attention, Destination } from "./destination.tsx";
import { HistoryTable, isOfDefinition } from "./history.tsx";
import { LINK_STYLE, type LinkView, loadLink } from "./link-view.ts";
import { Offers } from "./offers.tsx";
import { ShortLink } from "./short-link.tsx";
import { Visits } from "./visits.tsx";

/** The page of a link: its short link, destination, visits, codes, definition and history. */
export async function linkPage(c: DashboardContext, problems: FormProblems = NO_PROBLEMS): Promise<Markup> {
  const view = await loadLink(c);
  const { workspace, link, visits, panels, history, path } = view;
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={link.name}
      heading={
        <>
          <Icon name={INTENT_ICONS[link.intent]} />
          <bdi>{link.name}</bdi>
        </>
      }
      scripts={["chart", "copy", "live"]}
      styles={[CHARTS_STYLE, LINK_STYLE]}
      actions={hasScope(workspace.actor, CHANGE_LINK_SCOPE) && <LinkActions {...view} />}
    >
      {problems.form && (
        <Notice kind="problem" focus>
          {problems.form}
        </Notice>
      )}
      <DoneNotice {...view} />
      <LiveLine
        base={workspace.base}
        filter={{ link: link.id }}
        isFirst={answerOf(visits.series)?.totals.scans === 0}
      />
      <QuotaNotice uses={view.uses} />
      {panels.map(({ notice }) => notice)}
      <Attention {...view} />
      <ShortLink {...view}>
        <Destination {...view} />
      </ShortLink>
      <Offers {...view} />
      {panels.map(({ section }) => section)}
      <Visits {...view} />
      <Codes {...view} />
      <Definition {...view} />
      {panels.map(({ offer }) => offer)}
      <section class="section" id="history">
        <h2>History</h2>
        <HistoryTable {...view} isNewest />
        {history.nextCursor && (
          <div>
            <LinkButton href={`${path}/history`}>Full history</LinkButton>
          </div>
        )}
      </section>
    </Screen>
  );
}

const LinkActions = ({ link, path }: LinkView) => (
  <Actions>
    <LinkButton href={`${path}/edit`} command="Edit this link" shortcut="e">
      Edit
    </LinkButton>
    {link.status === "active" ? (
      <LinkButton href={`${path}/switch-off`} emphasis="danger" command="Switch this link off">
        Switch off…
      </LinkButton>
    ) : (
      <Form action={`${path}/switch-on`}>
        <Button emphasis="plain">Switch on</Button>
      </Form>
    )}
  </Actions>
);

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
const DoneNotice = ({ done, workspace, link, path, history }: LinkView) => {
  if (!isDone(done)) return null;
  const { retailer, intent, projectId } = link;
  const another = new URLSearchParams({ retailer, intent, projectId });
  const version = UNDOABLE.includes(done) ? undoVersion(workspace, history.entries) : null;
  return (
    <Notice kind="done" focus>
      <p>{MESSAGES[done]}</p>
      {done === "created" && (
        <LinkButton href={`${workspace.base}/links/new?${another}`}>Make another</LinkButton>
      )}
      {version !== null && (
        <Form action={`${path}/restore/${version}`}>
          <input type="hidden" name="revision" value={String(link.revision)} />
          <Button emphasis="plain">Undo</Button>
        </Form>
      )}
    </Notice>
  );
};

/** The version before this person's change; null if another change is newer. */
function undoVersion({ actor }: LinkView["workspace"], entries: readonly HistoryEntry[]): number | null {
  const [newest, previous] = entries.filter(isOfDefinition);
  const isOwn = newest?.activity.actor.type === "member" && newest.activity.actor.id === actor.id;
  return previous && isOwn && hasScope(actor, CHANGE_LINK_SCOPE) ? previous.version : null;
}

/** The QR codes of a link. The code for print is shown first. */
const Codes = ({ workspace, link, path, codes: { qrCodes, nextCursor }, ownCodes: [printed] }: LinkView) => {
  const isPrinted = ({ identifier }: { identifier: string }) => identifier === printed?.identifier;
  return (
    <section class="section" id="codes">
      <div class="section-head">
        <h2>Codes</h2>
        <Actions>
          {(qrCodes.length > 1 || nextCursor !== null) && (
            <LinkButton href={`${path}/codes`}>Print codes</LinkButton>
          )}
          {hasScope(workspace.actor, CHANGE_QR_CODE_SCOPE) && link.status === "active" && (
            <LinkButton href={`${path}/add-code`} command="Add a code">
              Add a code
            </LinkButton>
          )}
        </Actions>
      </div>
      {qrCodes.length === 0 ? (
        <p class="quiet">This link has no codes.</p>
      ) : (
        <Table
          caption="QR codes of this link"
          columns={["Name", "Identifier", "Printed address", "Created"]}
          rows={qrCodes
            .toSorted((a, b) => Number(isPrinted(b)) - Number(isPrinted(a)))
            .map(({ identifier, name, encodedUrl, createdAt }) => [
              <>
                <a href={`${path}/codes/${identifier}`}>
                  <bdi>{name}</bdi>
                </a>{" "}
                {printed && isPrinted({ identifier }) && (
                  <Badge kind="quiet">{printed.isDefault ? "First" : "Till and phone"}</Badge>
                )}
              </>,
              <code>{identifier}</code>,
              <small class="checked-url">{encodedUrl}</small>,
              <Time at={createdAt} date />,
            ])}
        />
      )}
      <Paging first={null} next={nextCursor && `${path}?codes=${encodeURIComponent(nextCursor)}#codes`} />
    </section>
  );
};
