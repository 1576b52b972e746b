import { hasScope } from "../../access/actor.ts";
import { mayManageProjects } from "../../access/permissions.ts";
import type { Project } from "../../access/project.ts";
import type { LinkProblemKind } from "../../links/attention-store.ts";
import { CREATE_LINK_SCOPE } from "../../links/create-link.ts";
import type { ChangedLinks, LinkAttention } from "../../links/get-link-attention.ts";
import type { QuotaUse } from "../../quotas/quota.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { answerOf, isUnanswered } from "../../visits/source.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { count } from "../charts/numbers.ts";
import { TimeSeries } from "../charts/time-series.tsx";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { SelectField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { Empty, Table } from "../components/table.tsx";
import type { Place } from "../frame/context.ts";
import { Screen } from "../frame/layout.tsx";
import { QuotaNotice } from "../labels/quota-notice.tsx";
import { BreakdownCard, FIRST_ROWS, REASONS, type TableLinks } from "../visit-report/breakdown-card.tsx";
import { PeriodBar } from "../visit-report/period-bar.tsx";
import { Basis } from "../visit-report/report-body.tsx";
import { type Figure, Figures, figure, totalFigures } from "../visit-report/totals.tsx";
import { type VisitQuery, visitHref } from "../visit-report/visit-query.ts";

interface OverviewProps {
  place: Place;
  projects: readonly Project[];
  query: VisitQuery;
  report: VisitReport;
  news: LinkAttention;
  /** What the organization uses; empty for those who may not see it. */
  uses: readonly QuotaUse[];
}

/** How it is going: the numbers of a period against the one before, what is visited most, and what needs attention. */
export const OverviewPage = (props: OverviewProps) => {
  const { place, projects, query, report, news, uses } = props;
  return (
    <Screen place={place} here="Overview" title="Overview" styles={[CHARTS_STYLE]}>
      <PeriodBar path={place.base} query={query} />
      {projects.length > 1 && <ProjectForm place={place} projects={projects} query={query} />}
      <QuotaNotice uses={uses} />
      <Problems place={place} news={news} />
      {isNew(props) ? (
        <FirstSteps place={place} projects={projects} />
      ) : (
        <Numbers {...{ place, query, report, news }} />
      )}
    </Screen>
  );
};

/** Whether nothing happened yet: no visit and no change in the period and the one before. */
function isNew({ report: { series, comparison }, news }: OverviewProps): boolean {
  const [totals, earlier] = [answerOf(series)?.totals, answerOf(comparison)?.totals];
  if (!totals || !earlier) return false;
  const visits = [...Object.values(totals), ...Object.values(earlier)];
  return [...visits, news.changed.links, news.before.links].every((value) => value === 0);
}

const Numbers = ({ place, query, report, news }: Omit<OverviewProps, "projects" | "uses">) => {
  const { series, comparison, breakdowns, interval } = report;
  const path = `${place.base}/visits`;
  const links: TableLinks = {
    row: (by, key) => visitHref(path, query, { filter: { [by]: key } }),
    csv: null,
    all: (by) => visitHref(path, query, { more: { all: by } }),
  };
  if (isUnanswered(series)) return <Notice kind="note">{REASONS[series.unanswered]}</Notice>;
  const figures = totalFigures(series.totals, answerOf(comparison)?.totals ?? null);
  return (
    <>
      <Figures figures={[...figures.slice(0, 2), changedFigure(news), ...figures.slice(2)]} />
      <section class="panel">
        <div class="panel-head">
          <h2>Scans and clicks</h2>
          <a href={visitHref(path, query)}>All visits</a>
        </div>
        <TimeSeries
          title={`Visits by ${interval}`}
          buckets={series.buckets}
          before={answerOf(comparison)?.buckets ?? null}
          interval={interval}
        />
        <Basis report={report} />
      </section>
      <div class="panels">
        {breakdowns.map((breakdown) => (
          <BreakdownCard breakdown={breakdown} links={links} rows={FIRST_ROWS} />
        ))}
      </div>
    </>
  );
};

/** How many links were created or changed. Above a bound, they are not counted on. */
function changedFigure({ changed, before }: LinkAttention): Figure {
  const label = "Links changed";
  if (changed.isAll && before.isAll) return figure(label, changed.links, before.links);
  const atLeast = ({ links, isAll }: ChangedLinks) => `${isAll ? "" : "at least "}${count(links)}`;
  return {
    label,
    value: `${count(changed.links)}${changed.isAll ? "" : "+"}`,
    change: `${atLeast(before)} before`,
  };
}

const ProjectForm = ({ place, projects, query }: Pick<OverviewProps, "place" | "projects" | "query">) => (
  <form method="get" action={place.base} class="filters">
    {"days" in query.period && <input type="hidden" name="days" value={String(query.period.days)} />}
    <SelectField
      name="projectId"
      label="Project"
      value={query.filter.projectId ?? ""}
      options={[
        { value: "", label: "All projects" },
        ...projects.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
    <Actions>
      <Button emphasis="plain">Show</Button>
    </Actions>
  </form>
);

const PROBLEM_WORDS: Readonly<Record<LinkProblemKind, string>> = {
  page_failed: "The delivery app refused its page. Shoppers see our own page of the list.",
  products_unavailable: "A product is unavailable, and so are its backups.",
  product_ids: "A product id cannot be one of the shop’s, so it may lead to an empty page.",
};

const Problems = ({ place, news: { problems, more } }: Pick<OverviewProps, "place" | "news">) =>
  problems.length === 0 ? null : (
    <section class="attention">
      <h2>
        {more
          ? `More than ${count(problems.length)} links need`
          : problems.length === 1
            ? "One link needs"
            : `${count(problems.length)} links need`}{" "}
        attention
      </h2>
      <Table
        caption="Links that need attention, newest first"
        columns={[{ label: "Link" }, { label: "What is wrong" }]}
        rows={problems.map(({ linkId, name, kind }) => [
          <a href={`${place.base}/links/${linkId}`}>
            <bdi>{name}</bdi>
          </a>,
          PROBLEM_WORDS[kind],
        ])}
      />
    </section>
  );

/** What to do first. */
const FirstSteps = ({ place, projects }: Pick<OverviewProps, "place" | "projects">) => {
  if (projects.length === 0 && mayManageProjects(place.actor)) {
    return (
      <Empty
        title="Start with a project"
        action={
          <LinkButton href={`${place.base}/projects/new`} emphasis="primary">
            Create a project
          </LinkButton>
        }
      >
        Links belong to projects. Create one, then make a link and print its code; the scans appear here.
      </Empty>
    );
  }
  if (!hasScope(place.actor, CREATE_LINK_SCOPE)) {
    return (
      <Empty title="Nothing happened yet">
        When a link is made and somebody scans its code, the numbers appear here within a minute.
      </Empty>
    );
  }
  return (
    <Empty
      title="Make a link"
      action={
        <LinkButton href={`${place.base}/links`} emphasis="primary">
          Go to the links
        </LinkButton>
      }
    >
      A link leads shoppers to a cart, a product or a recipe. Print its code; the scans appear here within a
      minute.
    </Empty>
  );
};
