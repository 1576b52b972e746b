import { hasScope } from "../../access/actor.ts";
import { mayManageProjects } from "../../access/permissions.ts";
import type { Project } from "../../access/project.ts";
import type { FieldProblem } from "../../core/errors.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { answerOf } from "../../visits/report-plan.ts";
import { SHARE_SCOPE } from "../../visits/share-report.ts";
import type { Dimension } from "../../visits/statistics.ts";
import { DAYS_OF_WEEK } from "../../visits/visit-filter.ts";
import { zoneWords } from "../charts/bucket-names.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Notice } from "../components/notice.tsx";
import { Empty } from "../components/table.tsx";
import type { Place } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import type { TableLinks } from "../visit-report/breakdown-card.tsx";
import { ReportBody } from "../visit-report/report-body.tsx";
import { isFilter } from "../visit-report/row-names.ts";
import { type VisitQuery, visitHref } from "../visit-report/visit-query.ts";
import { FilterBar } from "./filter-bar.tsx";
import { problemSentences } from "./problem-words.ts";
import { ToolBar } from "./tool-bar.tsx";

interface VisitsPageProps {
  place: Place;
  projects: readonly Project[];
  /** Tags that can be asked for, as suggestions. */
  tags: readonly string[];
  /** What the address says, to be shown in the forms. */
  parameters: URLSearchParams;
  /** What it asks for; null where that can't be read. */
  query: VisitQuery | null;
  /** Null where there is none for what the address says. */
  report: VisitReport | null;
  /** What is wrong with the address. */
  problems?: readonly FieldProblem[];
}

/** Visits by period and filters, in plots and tables. A click on a row filters everything. */
export const VisitsPage = (props: VisitsPageProps) => {
  const { place, projects, tags, parameters, query, report, problems = [] } = props;
  const path = `${place.base}/visits`;
  return (
    <Screen
      place={place}
      here="Visits"
      title="Visits"
      scripts={["apply"]}
      styles={[CHARTS_STYLE]}
      actions={<PageActions place={place} query={report && query} />}
    >
      <ToolBar {...{ path, projects, parameters, query }} days={report && daysOf(report)} />
      {problems.length > 0 && (
        <Notice kind="problem">
          {problemSentences(problems, query).map((sentence) => (
            <p>{sentence}</p>
          ))}
          {query && Object.keys(query.filter).length > 0 && (
            <p>
              <a href={visitHref(path, { ...query, filter: {} })}>Clear filters</a>
            </p>
          )}
        </Notice>
      )}
      {query && report && (
        <>
          <FilterBar {...{ path, query, report, parameters, tags }} />
          <Content {...{ place, path, query, report }} />
          <TimeZone place={place} report={report} />
        </>
      )}
    </Screen>
  );
};

const PageActions = ({ place, query }: { place: Place; query: VisitQuery | null }) => {
  const path = `${place.base}/visits`;
  if (!hasScope(place.actor, SHARE_SCOPE)) return null;
  return (
    <Actions>
      <LinkButton href={`${path}/shared`}>Shared reports</LinkButton>
      {query && (
        <LinkButton href={visitHref(`${path}/share`, query)} command="Share this view">
          Share
        </LinkButton>
      )}
    </Actions>
  );
};

/** The first and last day of a report, in its time zone. */
const daysOf = ({ from, to, zone }: VisitReport): readonly [string, string] => [
  zone.dayOf(from),
  zone.dayOf(new Date(to.getTime() - 1)),
];

interface ContentProps {
  place: Place;
  path: string;
  query: VisitQuery;
  report: VisitReport;
}

const Content = ({ place, path, query, report }: ContentProps) => {
  const totals = answerOf(report.series)?.totals;
  if (totals && Object.values(totals).every((value) => value === 0)) {
    const isFiltered = Object.keys(query.filter).length > 0;
    if (isFiltered)
      return (
        <Empty
          title="No visits with these filters"
          action={<LinkButton href={visitHref(path, { ...query, filter: {} })}>Clear filters</LinkButton>}
        >
          Take a filter away, or choose a longer period.
        </Empty>
      );
    return (
      <Empty
        title="No visits in this period"
        action={<LinkButton href={`${place.base}/links`}>See the links</LinkButton>}
      >
        A visit is shown here within a minute after somebody scans a code or opens a short link. Choose a
        longer period, or print a code.
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
  const week = (day: number | null, hour: number | null) =>
    visitHref("", query, {
      filter: {
        ...(day !== null && { dayOfWeek: DAYS_OF_WEEK[day] ?? "" }),
        ...(hour !== null && { hour: String(hour) }),
      },
    });
  return <ReportBody {...{ report, links, csv, week }} compare={query.compare} all={query.all} />;
};

/** In which time zone days are counted, and for those who may change it, where. */
const TimeZone = ({ place, report: { zone } }: { place: Place; report: VisitReport }) => (
  <p class="hint">
    Days and hours are counted in {zoneWords(zone)}.{" "}
    {mayManageProjects(place.actor) && <a href={`${place.base}/time-zone`}>Change the time zone</a>}
  </p>
);
