import type { Child } from "hono/jsx";
import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE, CHANGE_QR_CODE_SCOPE } from "../../../features/access/scopes.ts";
import type { ReportRow } from "../../../features/visits/breakdown.ts";
import type { Dimension } from "../../../features/visits/dimensions.ts";
import { answerOf, isUnanswered } from "../../../features/visits/report-plan.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Badge } from "../components/badge.tsx";
import { Time } from "../components/facts.tsx";
import { Paging, Table } from "../components/table.tsx";
import { Tabs } from "../components/tabs.tsx";
import { QuotaNotice } from "../labels/quota-notice.tsx";
import { BreakdownCard, FIRST_ROWS, NO_LINKS } from "../visit-report/breakdown-card.tsx";
import { isTelling, REASONS } from "../visit-report/row-names.ts";
import { SentCard } from "../visit-report/sent-card.tsx";
import { sentPlacesOf } from "../visit-report/sent-places.ts";
import { SeriesPanel } from "../visit-report/series-panel.tsx";
import { choiceNote, Totals, totalsBefore } from "../visit-report/totals.tsx";
import { Definition } from "./definition-facts.tsx";
import { HistoryTable } from "./history.tsx";
import { DEFAULT_TAB, LINK_TABS, type LinkTab, type LinkView } from "./link-view.ts";

/** What the page of a link shows below its code, in tabs. */
export const MoreAboutLink = (view: LinkView) => {
  const { path, tab } = view;
  return (
    <div id="more">
      <Tabs
        label="More about this link"
        part="more"
        tabs={LINK_TABS.map((each) => ({
          name: TAB_NAMES[each],
          href: each === DEFAULT_TAB ? path : `${path}?tab=${each}`,
          isShown: each === tab,
        }))}
      />
      {VIEWS[tab](view)}
    </div>
  );
};

const TAB_NAMES: Readonly<Record<LinkTab, string>> = {
  visits: "Visits",
  codes: "Codes",
  details: "Details",
  history: "History",
};

/** The part of the page that each tab shows. */
const VIEWS: Readonly<Record<LinkTab, (view: LinkView) => Child>> = {
  visits: (view) => <Visits {...view} />,
  codes: (view) => <Codes {...view} />,
  details: (view) => (
    <>
      <Definition {...view} />
      {view.panels.map(({ section }) => section)}
    </>
  ),
  history: (view) => <History {...view} />,
};

/** The last changes of a link. */
const History = ({ workspace, path, history }: LinkView) =>
  history && (
    <section class="section" id="history">
      <h2 class="hidden">History</h2>
      <HistoryTable {...{ workspace, path, history }} isNewest />
      {history.nextCursor && (
        <div>
          <LinkButton href={`${path}/history`}>Full history</LinkButton>
        </div>
      )}
    </section>
  );

/** The QR codes of a link. The code at the top of the page comes first. */
const Codes = ({ workspace, link, path, codes, uses, ownCodes: [shown] }: LinkView) => {
  if (codes === null) return null;
  const { qrCodes, nextCursor } = codes;
  const isShown = ({ identifier }: { identifier: string }) => identifier === shown?.identifier;
  return (
    <section class="section" id="codes">
      <QuotaNotice uses={uses} />
      <div class="section-head">
        <h2>QR codes</h2>
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
          columns={["Name", "Printed address", "Created"]}
          rows={qrCodes
            .toSorted((a, b) => Number(isShown(b)) - Number(isShown(a)))
            .map(({ identifier, name, encodedUrl, createdAt }) => [
              <>
                <a href={`${path}/codes/${identifier}`}>
                  <bdi>{name}</bdi>
                </a>{" "}
                {shown && isShown({ identifier }) && (
                  <Badge kind="quiet">{shown.isDefault ? "Shown above" : "Till and phone"}</Badge>
                )}
              </>,
              <small class="checked-url">{encodedUrl}</small>,
              <Time at={createdAt} date />,
            ])}
        />
      )}
      <Paging
        first={null}
        next={nextCursor && `${path}?tab=codes&codes=${encodeURIComponent(nextCursor)}#codes`}
      />
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

const Numbers = (view: LinkView) => {
  const { visits, notes } = view;
  const { series, breakdowns } = visits;
  if (isUnanswered(series)) return <p class="quiet">{REASONS[series.unanswered]}</p>;
  const { scans, clicks, robots, previews } = series.totals;
  if (scans + clicks + robots + previews === 0)
    return <p class="quiet">No visits yet. They appear here within a minute.</p>;
  const tables = breakdowns.map(({ by, answer }) => ({ by, rows: answerOf(answer)?.rows ?? [] }));
  return (
    <>
      <Totals totals={series.totals} before={totalsBefore(visits)} live />
      {view.panels.map((panel) => panel.visits?.(visits))}
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
          <VisitTable {...view} by={by} rows={rows} />
        ))}
    </>
  );
};

const VisitTable = ({ by, rows, ...view }: LinkView & { by: Dimension; rows: readonly ReportRow[] }) => {
  const { link, path, visits, workspace } = view;
  const naming = { isPublic: false, isOfLink: true };
  const table = { rows, naming, links: NO_LINKS, most: FIRST_ROWS };
  if (by !== "choice") return <BreakdownCard {...table} by={by} />;
  const sent = sentPlacesOf(link, hasScope(workspace.actor, CHANGE_LINK_SCOPE) ? `${path}/edit` : null);
  return sent ? (
    <SentCard {...table} sent={sent} />
  ) : (
    <BreakdownCard {...table} by={by} note={choiceNote(visits, rows)} />
  );
};
