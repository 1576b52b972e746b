import { hasScope } from "../../../features/access/actor.ts";
import { mayManageOrganization, mayManageProjects } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { CREATE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import type { Dimension } from "../../../features/visits/dimensions.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf, isUnanswered } from "../../../features/visits/report-plan.ts";
import { hasVisits } from "../../../features/visits/statistics.ts";
import type { QuotaUse } from "../../../features/writes/quota-check.ts";
import { heatMapStyle } from "../charts/heat-map.tsx";
import { CHARTS_STYLE } from "../charts/time-series.tsx";
import { Button, Form, LinkButton } from "../components/actions.tsx";
import { Notice } from "../components/notice.tsx";
import { Empty } from "../components/table.tsx";
import { QuotaNotice } from "../labels/quota-notice.tsx";
import { zoneName } from "../labels/zone-names.ts";
import { stylesheet } from "../layout/assets.ts";
import type { Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import type { getAttention } from "../panels/attention.ts";
import type { VisitPart } from "../panels/visit-part.ts";
import { BreakdownCard } from "../visit-report/breakdown-card.tsx";
import type { ChartNotes } from "../visit-report/chart-notes.tsx";
import { DATE_BAR_STYLE, DateBar } from "../visit-report/date-bar.tsx";
import { LiveLine } from "../visit-report/live.tsx";
import { REASONS } from "../visit-report/row-names.ts";
import { SeriesPanel } from "../visit-report/series-panel.tsx";
import { namedRows, VISITS } from "../visit-report/table-rows.ts";
import { type TopLink, TopLinks } from "../visit-report/top-links.tsx";
import { Totals, totalsBefore } from "../visit-report/totals.tsx";
import { type Shown, type VisitQuery, visitHref } from "../visit-report/visit-query.ts";
import { InWords, NeedsAttention } from "./in-words.tsx";
import css from "./overview.css";

const OVERVIEW_STYLE = stylesheet(css);

interface OverviewProps {
  workspace: Workspace;
  projects: readonly Project[];
  parameters: URLSearchParams;
  query: VisitQuery;
  report: VisitReport;
  /** The current day in the organization's time zone. */
  today: string;
  notes: ChartNotes;
  attention: Awaited<ReturnType<typeof getAttention>>;
  hasLinks: boolean;
  /** The used quotas; empty for members who may not see them. */
  uses: readonly QuotaUse[];
  top: readonly TopLink[];
  /** What extras show beside the visits. */
  parts: readonly VisitPart[];
  /** The time zone of the person's network, if it is known. */
  likelyZone: string | undefined;
}

/**
 * How it is going: a sentence, what needs attention, three numbers of a period with one plot, and what brought the visits.
 * Details are on the screen of visits.
 */
export const OverviewPage = (props: OverviewProps) => {
  const { workspace, projects, parameters, query, report, today, attention, uses, hasLinks } = props;
  const { projectId } = query.filter;
  return (
    <Screen
      workspace={workspace}
      tab="Overview"
      title="Overview"
      scripts={["apply", "chart", "live"]}
      styles={[CHARTS_STYLE, ...heatMapStyle(query.interval), DATE_BAR_STYLE, OVERVIEW_STYLE]}
    >
      <ZoneLine workspace={workspace} likely={props.likelyZone} />
      {!(isNew(props) && isUsualPeriod(parameters)) && (
        <DateBar path={workspace.base} {...{ parameters, query, report, today }}>
          <a class="more" href={visitHref(`${workspace.base}/visits`, query)}>
            All visits
          </a>
        </DateBar>
      )}
      <LiveLine
        base={workspace.base}
        filter={projectId === undefined ? {} : { projectId }}
        isFirst={isNew(props)}
      />
      <QuotaNotice uses={uses} />
      {isNew(props) ? (
        <>
          <NeedsAttention {...{ workspace, attention }} />
          <NextStep {...{ workspace, projects, hasLinks }} />
        </>
      ) : (
        <Content {...props} />
      )}
    </Screen>
  );
};

/**
 * Asks those who may set it for the time zone of the organization, until somebody chose one; to keep UTC is a choice, too.
 * `likely`: the time zone of the person's network, if it is known. The script `live` offers that of the browser instead.
 */
const ZoneLine = ({ workspace, likely }: { workspace: Workspace; likely: string | undefined }) => {
  if (workspace.timeZone !== null || !mayManageOrganization(workspace.actor)) return null;
  const path = `${workspace.base}/time-zone`;
  const zone = likely?.includes("/") ? zoneName(likely) : null;
  return (
    <div class="notice note zone-line">
      <Form action={path}>
        <p>Times are UTC, for you and your shoppers.</p>
        <input type="hidden" name="from" value="overview" />
        <span data-zone-offer="" hidden={zone === null}>
          <Button emphasis="plain" name="timeZone" value={zone?.name ?? ""}>
            Use {zone?.label ?? "local time"}
          </Button>
        </span>
        <Button emphasis="plain" name="timeZone" value="UTC">
          Keep UTC
        </Button>
        <a href={path}>Other</a>
      </Form>
    </div>
  );
};

/** Whether there is nothing to show: no visit in the period and the one before. */
function isNew({ report: { series, comparison } }: OverviewProps): boolean {
  const [totals, earlier] = [answerOf(series)?.totals, answerOf(comparison)?.totals];
  if (!totals || !earlier) return false;
  return !hasVisits(totals) && !hasVisits(earlier);
}

/** Whether nobody chose a period. */
const isUsualPeriod = (parameters: URLSearchParams): boolean =>
  !["days", "from", "to"].some((name) => parameters.has(name));

/** What to do next in an organization without visits. */
const NextStep = ({
  workspace,
  projects,
  hasLinks,
}: Pick<OverviewProps, "workspace" | "projects" | "hasLinks">) => {
  const [base, mayCreate] = [workspace.base, hasScope(workspace.actor, CREATE_LINK_SCOPE)];
  if (hasLinks || !mayCreate)
    return (
      <Empty
        title="No visits yet"
        action={
          hasLinks && (
            <LinkButton href={`${base}/links`} emphasis="primary">
              Open links
            </LinkButton>
          )
        }
      >
        Once someone scans a code, the numbers appear here within a minute.
        {hasLinks && (
          <>
            {" "}
            <a href={`${base}/visits`}>Earlier visits</a>
          </>
        )}
      </Empty>
    );
  const isWithoutProject = projects.length === 0 && mayManageProjects(workspace.actor);
  const [title, path] = isWithoutProject
    ? ["Create a project", "/projects/new"]
    : ["Create a link", "/links/new"];
  return (
    <Empty
      title={isWithoutProject ? "Start with a project" : "Create a link"}
      action={
        <LinkButton href={`${base}${path}`} emphasis="primary">
          {title}
        </LinkButton>
      }
    >
      {isWithoutProject
        ? "Links belong to projects, such as a brand or a client. Create one, then create a link and print its code."
        : "A link opens a cart, a product or a recipe. Print its code."}{" "}
      The scans appear here within a minute.
      {mayManageOrganization(workspace.actor) && (
        <>
          {" "}
          You can also <a href={`${base}/members/new`}>invite someone</a> and{" "}
          <a href={`${base}/keys/new`}>connect your website</a>.
        </>
      )}
    </Empty>
  );
};

const Content = (props: OverviewProps) => {
  const { workspace, query, report, notes, attention, top, parts } = props;
  const { series } = report;
  if (isUnanswered(series)) return <Notice kind="note">{REASONS[series.unanswered]}</Notice>;
  const details = `${workspace.base}/visits`;
  const all = (by: Dimension) => visitHref(details, query, { more: { all: by } });
  const chart = { show: query.show, href: (show: Shown) => visitHref(workspace.base, { ...query, show }) };
  const totals = (
    <Totals totals={series.totals} before={totalsBefore(report)} live={report.at < report.to} chart={chart} />
  );
  return (
    <>
      <InWords {...{ workspace, query, report, top, attention, parts }} totals={series.totals} />
      <NeedsAttention {...{ workspace, attention }} />
      <SeriesPanel {...{ report, series, notes }} head={totals} show={query.show} compare={query.compare} />
      {parts.map(({ section }) => section)}
      <TopLinks {...{ workspace, report, top }} all={all("link")} />
      <div class="panels three">
        {report.breakdowns.map(({ by, answer }) => {
          const { rows = [] } = answerOf(answer) ?? {};
          const naming = { isPublic: false, isOfLink: false };
          if (by === "link" || namedRows(by, rows, naming).length === 0) return null;
          const row = (_: Dimension, key: string) => visitHref(details, query, { filter: { [by]: key } });
          const links = { row, csv: null, all };
          return <BreakdownCard {...{ by, rows, links, naming }} columns={[VISITS]} most={5} />;
        })}
      </div>
    </>
  );
};
