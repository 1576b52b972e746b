import { hasScope } from "../../../features/access/actor.ts";
import { mayManageProjects } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { DIMENSION_FACTS, type Dimension, FILTER_DIMENSIONS } from "../../../features/visits/dimensions.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import { ENGLISH } from "../../../features/visits/report-words.ts";
import { SHARE_SCOPE } from "../../../features/visits/share-report.ts";
import { hasVisits } from "../../../features/visits/statistics.ts";
import { HOURS_KEPT_DAYS, type Interval, lengthOf, MAX_DAYS } from "../../../features/visits/visit-range.ts";
import type { FieldProblem } from "../../../ground/core/errors.ts";
import { zoneWords } from "../charts/bucket-names.ts";
import { heatMapStyle } from "../charts/heat-map.tsx";
import { CHARTS_STYLE } from "../charts/time-series.tsx";
import { LinkButton } from "../components/actions.tsx";
import { Notice } from "../components/notice.tsx";
import { Empty } from "../components/table.tsx";
import type { Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import type { VisitPart } from "../panels/visit-part.ts";
import type { TableLinks } from "../visit-report/breakdown-card.tsx";
import type { ChartNotes } from "../visit-report/chart-notes.tsx";
import { DATE_BAR_STYLE, DateBar } from "../visit-report/date-bar.tsx";
import { ReportBody } from "../visit-report/report-body.tsx";
import { isFilter } from "../visit-report/row-names.ts";
import type { SentPlaces } from "../visit-report/sent-places.ts";
import { type Shown, type VisitQuery, visitHref } from "../visit-report/visit-query.ts";
import { FilterBar } from "./filter-bar.tsx";

interface VisitsPageProps {
  workspace: Workspace;
  projects: readonly Project[];
  /** Suggested tags. */
  tags: readonly string[];
  /** The URL's parameters, shown in the forms. */
  parameters: URLSearchParams;
  /** The parsed parameters; null if they are invalid. */
  query: VisitQuery | null;
  /** Null for an invalid query. */
  report: VisitReport | null;
  notes?: ChartNotes | null;
  /** The places that the link of the report sends people to. */
  sent?: SentPlaces | null;
  /** What extras show beside the visits. */
  parts?: readonly VisitPart[];
  problems?: readonly FieldProblem[];
  /** The current day in the organization's time zone. */
  today: string;
}

/** Visits by period and filters, as charts and tables. A click on a row filters all of them. */
export const VisitsPage = (props: VisitsPageProps) => {
  const { workspace, projects, tags, parameters, query, report, today, problems = [] } = props;
  const { notes = null, sent = null, parts = [] } = props;
  const path = `${workspace.base}/visits`;
  return (
    <Screen
      workspace={workspace}
      tab="Visits"
      title="Visits"
      scripts={["apply", "chart", "tabs"]}
      styles={[CHARTS_STYLE, ...heatMapStyle(query?.interval), DATE_BAR_STYLE]}
      actions={<PageActions workspace={workspace} query={report && query} />}
    >
      <DateBar {...{ path, parameters, query, report, today }}>
        {query && report && (
          <FilterBar {...{ path, query, report, parameters, tags, projects }} scope={workspace.project?.id} />
        )}
      </DateBar>
      {problems.length > 0 && (
        <Notice kind="problem">
          {problemSentences(problems, query).map((sentence) => (
            <p>{sentence}</p>
          ))}
          {query && Object.keys(query.filter).length > 0 && (
            <p>
              <a
                href={visitHref(
                  path,
                  { ...query, filter: {} },
                  { filter: { projectId: workspace.project?.id ?? "" } },
                )}
              >
                Clear filters
              </a>
            </p>
          )}
        </Notice>
      )}
      {query && report && (
        <>
          <Content {...{ workspace, path, query, report, notes, sent, parts }} />
          <TimeZone workspace={workspace} report={report} />
        </>
      )}
    </Screen>
  );
};

const PageActions = ({ workspace, query }: { workspace: Workspace; query: VisitQuery | null }) => {
  const path = `${workspace.base}/visits`;
  if (!query || !hasScope(workspace.actor, SHARE_SCOPE)) return null;
  return (
    <LinkButton href={visitHref(`${path}/share`, query)} command="Share this view">
      Share
    </LinkButton>
  );
};

interface ContentProps {
  workspace: Workspace;
  path: string;
  query: VisitQuery;
  report: VisitReport;
  notes: ChartNotes | null;
  sent: SentPlaces | null;
  parts: readonly VisitPart[];
}

const Content = ({ workspace, path, query, report, notes, sent, parts }: ContentProps) => {
  const totals = answerOf(report.series)?.totals;
  if (totals && !hasVisits(totals)) {
    const isFiltered = Object.keys(query.filter).length > 0;
    if (isFiltered)
      return (
        <Empty
          title="No visits with these filters"
          action={<LinkButton href={visitHref(path, { ...query, filter: {} })}>Clear filters</LinkButton>}
        >
          Remove a filter, or choose a longer period.
        </Empty>
      );
    return (
      <Empty
        title="No visits in this period"
        action={
          <LinkButton href={`${workspace.base}/links`} emphasis="primary">
            Open links
          </LinkButton>
        }
      >
        Visits appear here within a minute of a scan or click. Choose a longer period, or print a code.
      </Empty>
    );
  }
  const csv = (table: string) => visitHref(`${path}/table.csv`, query, { more: { table } });
  const links: TableLinks = {
    row: (by: Dimension, key: string) =>
      isFilter(by) ? visitHref(path, query, { filter: { [by]: key } }) : path,
    csv,
    all: (by) => visitHref(path, query, { more: { all: by } }),
  };
  const chart = { show: query.show, href: (show: Shown) => visitHref(path, { ...query, show }) };
  const tabs = {
    shown: query.tabs,
    href: (shown: readonly Dimension[]) => visitHref(path, { ...query, tabs: shown }),
  };
  return (
    <ReportBody {...{ report, links, notes, chart, tabs, sent }} compare={query.compare} all={query.all}>
      {parts.map(({ section }) => section)}
    </ReportBody>
  );
};

/** The time zone of the counts, with a link to change it for those who can. */
const TimeZone = ({ workspace, report: { zone } }: { workspace: Workspace; report: VisitReport }) => (
  <p class="hint">
    Days and hours are counted in {zoneWords(zone)}.{" "}
    {mayManageProjects(workspace.actor) && <a href={`${workspace.base}/time-zone`}>Change the time zone</a>}
  </p>
);

/** The labels of the URL's parameters. */
const FIELDS: Readonly<Record<string, string>> = {
  from: "From",
  to: "To",
  interval: "Group by",
  ...Object.fromEntries(
    ["qrCode" as const, ...FILTER_DIMENSIONS].flatMap((by) => {
      const { filter } = DIMENSION_FACTS[by].words;
      return filter === undefined ? [] : [[by, ENGLISH[filter]]];
    }),
  ),
  tag: "Tag",
  dayOfWeek: "Day",
  hour: "Hour",
};

/** The advice for periods that are too long for an interval. */
const NEXT: Readonly<Record<Interval, string>> = {
  hour: " or group by day",
  day: " or group by week",
  week: "",
  month: "",
};

/** The problems of the parameters as sentences. `query` is null if they could not be parsed. */
function problemSentences(problems: readonly FieldProblem[], query: VisitQuery | null): string[] {
  const range = query && rangeSentence(query);
  if (range) return [range];
  return problems.map(({ field, message }) => `${FIELDS[field] ?? field} ${message}.`);
}

function rangeSentence({ period, interval }: VisitQuery): string | null {
  const days = lengthOf(period);
  if (days < 1) return "The last day is before the first.";
  if (days > MAX_DAYS[interval])
    return `By ${interval} works for up to ${MAX_DAYS[interval]} days. Shorten the dates${NEXT[interval]}.`;
  return interval === "hour"
    ? `By hour works for the last ${HOURS_KEPT_DAYS} days. Choose later dates or group by day.`
    : null;
}
