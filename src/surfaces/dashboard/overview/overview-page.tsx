import type { Attention } from "../../../extras/alerts/manage-alerts.ts";
import type { FirstSteps as Steps } from "../../../extras/first-steps/first-steps.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import type { Project } from "../../../features/access/project.ts";
import type { EndingLinks } from "../../../features/links/get-ending-links.ts";
import type { QuotaUse } from "../../../features/quotas/quota.ts";
import type { VisitNews } from "../../../features/visits/get-visit-news.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf, isUnanswered } from "../../../features/visits/report-plan.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { Done } from "../components/done.tsx";
import { Notice } from "../components/notice.tsx";
import { projectOptions } from "../labels/project-options.ts";
import { QuotaNotice } from "../labels/quota-notice.tsx";
import { stylesheet } from "../layout/assets.ts";
import type { Place } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { DateBar } from "../visit-report/date-bar.tsx";
import type { ChartNotes } from "../visit-report/day-notes.tsx";
import { LiveLine } from "../visit-report/live.tsx";
import { REASONS } from "../visit-report/reasons.ts";
import { SeriesPanel } from "../visit-report/series-panel.tsx";
import { otherParameters, ToolForm, ToolSelect } from "../visit-report/tools.tsx";
import { type TopLink, TopLinks } from "../visit-report/top-links.tsx";
import { Totals, totalsBefore } from "../visit-report/totals.tsx";
import { type VisitQuery, visitHref } from "../visit-report/visit-query.ts";
import { Checklist, NextStep } from "./first-steps.tsx";
import { FIRST_STEPS_MESSAGES } from "./first-steps-forms.tsx";
import { NeedsAttention, WhatChanged } from "./news.tsx";
import css from "./overview.css";

/** The style of the overview. */
const OVERVIEW_STYLE = stylesheet(css);

interface OverviewProps {
  place: Place;
  projects: readonly Project[];
  /** The URL's parameters. */
  parameters: URLSearchParams;
  query: VisitQuery;
  report: VisitReport;
  /** The current day in the organization's time zone. */
  today: string;
  notes: ChartNotes;
  attention: Attention;
  news: VisitNews;
  ending: EndingLinks;
  /** The used quotas; empty for members who may not see them. */
  uses: readonly QuotaUse[];
  /** The first steps; null if they are done, hidden or not for this member. */
  steps: Steps | null;
  top: readonly TopLink[];
  /** Webhooks that the service switched off. */
  disabled: readonly Webhook[];
  /** The name of the message after a form. */
  done: string | undefined;
}

/**
 * How it is going: three numbers of a period, one plot, what needs attention, what changed, and the top links. Details are
 * on the screen of visits.
 */
export const OverviewPage = (props: OverviewProps) => {
  const { place, projects, parameters, query, report, today, attention, disabled, uses, steps, done } = props;
  const { projectId } = query.filter;
  return (
    <Screen
      place={place}
      here="Overview"
      title="Overview"
      scripts={["apply", "chart", "live"]}
      styles={[CHARTS_STYLE, OVERVIEW_STYLE]}
      actions={projects.length > 1 && <ProjectForm {...{ place, projects, query, parameters }} />}
    >
      <DateBar path={place.base} {...{ parameters, query, report, today }} />
      <Done done={done} messages={FIRST_STEPS_MESSAGES} />
      <LiveLine
        base={place.base}
        filter={projectId === undefined ? {} : { projectId }}
        isFirst={steps !== null && !steps.done.has("scan")}
      />
      <QuotaNotice uses={uses} />
      {isNew(props) ? (
        <>
          {steps && <Checklist place={place} projects={projects} steps={steps} />}
          <NeedsAttention {...{ place, attention, disabled }} zone={report.zone} />
          {!steps && <NextStep place={place} projects={projects} />}
        </>
      ) : (
        <Content {...props} />
      )}
    </Screen>
  );
};

/** Whether there is nothing to show: no visit and no change in the period and the one before. */
function isNew({ report: { series, comparison }, attention }: OverviewProps): boolean {
  const [totals, earlier] = [answerOf(series)?.totals, answerOf(comparison)?.totals];
  if (!totals || !earlier) return false;
  const visits = [...Object.values(totals), ...Object.values(earlier)];
  return [...visits, attention.changed.links, attention.before.links].every((value) => value === 0);
}

const Content = (props: OverviewProps) => {
  const { place, projects, query, report, notes, attention, disabled, steps, news, ending, top } = props;
  const { series } = report;
  if (isUnanswered(series)) return <Notice kind="note">{REASONS[series.unanswered]}</Notice>;
  const head = (
    <div class="panel-head">
      <h2>Visits</h2>
      <a href={visitHref(`${place.base}/visits`, query)}>All visits</a>
    </div>
  );
  return (
    <>
      <Totals totals={series.totals} before={totalsBefore(report)} live={report.at < report.to} />
      <NeedsAttention {...{ place, attention, disabled }} zone={report.zone} />
      {steps && <Checklist place={place} projects={projects} steps={steps} />}
      <SeriesPanel {...{ report, series, head, notes }} compare={query.compare} />
      <div class="panels">
        <WhatChanged {...{ place, news, ending, attention }} zone={report.zone} />
        <TopLinks
          {...{ place, report, top }}
          all={visitHref(`${place.base}/visits`, query, { more: { all: "link" } })}
        />
      </div>
    </>
  );
};

const ProjectForm = ({
  place,
  projects,
  query,
  parameters,
}: Pick<OverviewProps, "place" | "projects" | "query" | "parameters">) => (
  <ToolForm action={place.base} hidden={otherParameters(parameters, ["projectId"])}>
    <ToolSelect
      name="projectId"
      label="Project"
      value={query.filter.projectId ?? ""}
      options={projectOptions(projects, query.filter.projectId)}
    />
  </ToolForm>
);
