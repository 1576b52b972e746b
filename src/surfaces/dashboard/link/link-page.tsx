import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE, CHANGE_QR_CODE_SCOPE } from "../../../features/access/scopes.ts";
import { answerOf, isUnanswered } from "../../../features/visits/report-plan.ts";
import { CHARTS_STYLE } from "../charts/time-series.tsx";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { ProblemNotice } from "../components/notice.tsx";
import { Paging, Table } from "../components/table.tsx";
import { INTENT_ICONS } from "../labels/link-labels.tsx";
import { QuotaNotice } from "../labels/quota-notice.tsx";
import type { Markup } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, NO_PROBLEMS } from "../layout/forms.ts";
import { Icon } from "../layout/icon.tsx";
import { Screen } from "../layout/layout.tsx";
import type { LinkPanels } from "../panels/panel.ts";
import { BreakdownCard, FIRST_ROWS, NO_LINKS } from "../visit-report/breakdown-card.tsx";
import { LiveLine } from "../visit-report/live.tsx";
import { choiceNote } from "../visit-report/report-body.tsx";
import { isTelling, REASONS } from "../visit-report/row-names.ts";
import { SeriesPanel } from "../visit-report/series-panel.tsx";
import { Totals, totalsBefore } from "../visit-report/totals.tsx";
import { Definition } from "./definition-facts.tsx";
import { Attention, Destination } from "./destination.tsx";
import { DoneNotice, HistoryTable } from "./history.tsx";
import { LINK_STYLE, type LinkView, loadLink } from "./link-view.ts";
import { Offers } from "./offers.tsx";
import { ShortLink } from "./short-link.tsx";

/** The page of a link: its short link, destination, visits, codes, definition and history. */
export async function linkPage(
  c: DashboardContext,
  linkPanels: LinkPanels,
  problems: FormProblems = NO_PROBLEMS,
): Promise<Markup> {
  const view = await loadLink(c, linkPanels);
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
      <ProblemNotice text={problems.form} />
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

/** The visits of a link in the last 30 days, their sources, the shops that shoppers chose, and the lots of its GTIN. */
const Visits = (view: LinkView) => (
  <section class="section" id="visits">
    <div class="section-head">
      <h2>Visits of the last 30 days</h2>
      <LinkButton href={`${view.workspace.base}/visits?link=${view.link.id}`}>All visits</LinkButton>
    </div>
    <Numbers {...view} />
  </section>
);

const Numbers = ({ visits, notes }: LinkView) => {
  const { series, breakdowns } = visits;
  if (isUnanswered(series)) return <p class="quiet">{REASONS[series.unanswered]}</p>;
  const { scans, clicks, robots, previews } = series.totals;
  if (scans + clicks + robots + previews === 0)
    return <p class="quiet">No visits yet. They appear here within a minute.</p>;
  const tables = breakdowns.map(({ by, answer }) => ({ by, rows: answerOf(answer)?.rows ?? [] }));
  return (
    <>
      <Totals totals={series.totals} before={totalsBefore(visits)} live />
      <SeriesPanel
        report={visits}
        series={series}
        notes={notes}
        compare="previous"
        head={<h3 class="hidden">Over time</h3>}
      />
      {tables
        .filter(({ by, rows }) => rows.some(({ key }) => isTelling(by, key)))
        .map(({ by, rows }) => (
          <BreakdownCard
            by={by}
            rows={rows}
            links={NO_LINKS}
            naming={{ isPublic: false, isOfLink: true }}
            most={FIRST_ROWS}
            note={by === "choice" ? choiceNote(visits, rows) : undefined}
          />
        ))}
    </>
  );
};
