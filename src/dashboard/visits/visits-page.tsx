import { hasScope } from "../../access/actor.ts";
import type { Project } from "../../access/project.ts";
import { dayOf } from "../../core/days.ts";
import type { FieldProblem } from "../../core/errors.ts";
import { FILTERS } from "../../visits/filter.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { INTERVALS } from "../../visits/range.ts";
import { SHARE_SCOPE } from "../../visits/share-report.ts";
import { isUnanswered } from "../../visits/source.ts";
import type { Dimension } from "../../visits/statistics.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { Empty } from "../components/table.tsx";
import type { Place } from "../frame/context.ts";
import { Screen } from "../frame/layout.tsx";
import type { TableLinks } from "../visit-report/breakdown-card.tsx";
import { namedFilters } from "../visit-report/filter-names.ts";
import { PeriodBar } from "../visit-report/period-bar.tsx";
import { ReportBody } from "../visit-report/report-body.tsx";
import { dayIn, type VisitQuery, visitHref } from "../visit-report/visit-query.ts";

interface VisitsPageProps {
  place: Place;
  projects: readonly Project[];
  /** What the address says, to be shown in the form. */
  parameters: URLSearchParams;
  query?: VisitQuery;
  report?: VisitReport;
  /** What is wrong with the address. */
  problems?: readonly FieldProblem[];
}

/** Visits by period and filters, in plots and tables. A click on a row filters everything. */
export const VisitsPage = ({
  place,
  projects,
  parameters,
  query,
  report,
  problems = [],
}: VisitsPageProps) => {
  const path = `${place.base}/visits`;
  const mayShare = hasScope(place.actor, SHARE_SCOPE);
  return (
    <Screen
      place={place}
      here="Visits"
      title="Visits"
      styles={[CHARTS_STYLE]}
      actions={
        mayShare ? (
          <Actions>
            <LinkButton href={`${path}/shared`}>Shared reports</LinkButton>
            {query && (
              <LinkButton href={visitHref(`${path}/share`, query)} command="Share this view">
                Share
              </LinkButton>
            )}
          </Actions>
        ) : null
      }
    >
      {query && <PeriodBar path={path} query={query} />}
      <FilterForm path={path} projects={projects} parameters={parameters} query={query} report={report} />
      {problems.length > 0 && (
        <Notice kind="problem">
          {problems.map(({ field, message }) => (
            <p>
              <strong>{FIELDS[field] ?? field}</strong> {message}.
            </p>
          ))}
        </Notice>
      )}
      {query && report && <FilterBar path={path} query={query} report={report} />}
      {query && report && <Content place={place} path={path} query={query} report={report} />}
    </Screen>
  );
};

const Content = ({
  place,
  path,
  query,
  report,
}: {
  place: Place;
  path: string;
  query: VisitQuery;
  report: VisitReport;
}) => {
  const { series } = report;
  const isEmpty = !isUnanswered(series) && Object.values(series.totals).every((value) => value === 0);
  const isFiltered = Object.keys(query.filter).length > 0;
  if (isEmpty && !isFiltered && "days" in query.period && report.updatedAt === null) {
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
    row: (by, key) => visitHref(path, query, { filter: { [filterOf(by)]: key } }),
    csv,
    all: (by) => visitHref(path, query, { more: { all: by } }),
  };
  return <ReportBody report={report} links={links} csv={csv} all={query.all} />;
};

/** The parameters of the address as the form and the tables name them. */
const FIELDS: Readonly<Record<string, string>> = {
  from: "From",
  to: "To",
  interval: "By",
  qrCode: "QR code",
  country: "Country",
  device: "Device",
  retailer: "Retailer",
};

/** The filter that a row of a table sets. Visitors have none: people, robots and previews are always apart. */
const filterOf = (by: Dimension): Exclude<Dimension, "visitor"> => (by === "visitor" ? "device" : by);

const FilterForm = ({
  path,
  projects,
  parameters,
  query,
  report,
}: {
  path: string;
  projects: readonly Project[];
  parameters: URLSearchParams;
  query: VisitQuery | undefined;
  report: VisitReport | undefined;
}) => {
  const first = report && dayOf(report.from);
  const last = report && dayOf(new Date(report.to.getTime() - 1));
  return (
    <form method="get" action={path} class="filters">
      <TextField name="from" label="From" type="date" value={dayIn(parameters, "from") ?? first ?? ""} />
      <TextField name="to" label="To" type="date" value={dayIn(parameters, "to") ?? last ?? ""} />
      <SelectField
        name="interval"
        label="By"
        value={query?.ownInterval ? query.interval : ""}
        options={[
          { value: "", label: "What fits" },
          ...INTERVALS.map((value) => ({ value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` })),
        ]}
      />
      {projects.length > 0 && (
        <SelectField
          name="projectId"
          label="Project"
          value={parameters.get("projectId") ?? ""}
          options={[
            { value: "", label: "All projects" },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {FILTERS.filter((name) => name !== "projectId" && parameters.get(name)).map((name) => (
        <input type="hidden" name={name} value={parameters.get(name) ?? ""} />
      ))}
      <Actions>
        <Button emphasis="plain">Show</Button>
      </Actions>
    </form>
  );
};

/** The filters that rows have set, each with a link that takes it away. */
const FilterBar = ({ path, query, report }: { path: string; query: VisitQuery; report: VisitReport }) => {
  const filters = namedFilters(query.filter, report.link, false);
  if (filters.length === 0) return null;
  return (
    <ul class="filter-bar">
      {filters.map(({ label, value, without }) => (
        <li>
          <a
            href={visitHref(path, query, { filter: without })}
            aria-label={`Remove the filter ${label}: ${value}`}
          >
            {label}: <bdi>{value}</bdi> <span aria-hidden="true">✕</span>
          </a>
        </li>
      ))}
    </ul>
  );
};
