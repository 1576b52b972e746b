import { Hono } from "hono";
import { requireScope } from "../../../features/access/permissions.ts";
import { listTags } from "../../../features/links/tag-store.ts";
import { addDayNote, type DayNote, removeDayNote } from "../../../features/visits/day-notes.ts";
import { getVisitReport } from "../../../features/visits/get-visit-report.ts";
import { isUnanswered } from "../../../features/visits/report-plan.ts";
import { SHARE_SCOPE } from "../../../features/visits/share-report.ts";
import { DIMENSIONS } from "../../../features/visits/statistics.ts";
import { checkedFilter } from "../../../features/visits/visit-filter.ts";
import { rangeInputOf } from "../../../features/visits/visit-range.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { ERROR_STATUS } from "../../../ground/platform/error-status.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { csvDownload } from "../layout/downloads.ts";
import { type FormScreen, showForm, takeForm } from "../layout/form-screen.ts";
import { type FormValues, readForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { chartNotes, NoteForm } from "../visit-report/day-notes.tsx";
import { REASONS } from "../visit-report/reasons.ts";
import { tablesFor } from "../visit-report/report-body.tsx";
import { reportCsv, TABLES } from "../visit-report/visit-csv.ts";
import { type VisitQuery, visitHref, visitQueryIn } from "../visit-report/visit-query.ts";
import { VisitsPage } from "./visits-page.tsx";

const noteIn = (values: FormValues): DayNote => ({
  day: values.text("day"),
  text: values.text("text"),
  projectId: values.text("noteProject") || null,
});

/** Returns to the chart's page, which is always below the organization's base path. */
const goBack = (c: DashboardContext, values: FormValues): Response =>
  seeOther(`${c.var.workspace.base}${values.text("back").replace(/^(?=[^?/])/, "/")}`);

/** Adds a note to the charts. The form is below each chart; this page shows it again after a problem. */
const newNote: FormScreen<void> = {
  fields: ["day", "text"],
  load: (c) => requireScope(c.var.workspace.actor, SHARE_SCOPE),
  page: async (c, _, values, problems) => {
    const { workspace, dependencies } = c.var;
    const projects = await openProjects(workspace, dependencies);
    const chart = { workspace, back: values.text("back") || "/visits", projectId: null, projects };
    return (
      <Screen workspace={workspace} here="Visits" title="Add a note" styles={[CHARTS_STYLE]}>
        <div class="sheet">
          <NoteForm
            chart={chart}
            values={{ ...noteIn(values), projectId: values.text("noteProject") }}
            problems={problems.fields}
            problem={problems.form}
          />
        </div>
      </Screen>
    );
  },
  async save(c, values) {
    await addDayNote(c.var.workspace.actor, noteIn(values), c.var.dependencies);
    return goBack(c, values);
  },
};

/** Removes the note in the form. */
async function dropNote(c: DashboardContext): Promise<Response> {
  const values = await readForm(c);
  await removeDayNote(c.var.workspace.actor, noteIn(values), c.var.dependencies);
  return goBack(c, values);
}

/** The screens of visits, below /visits. */
export const visits = new Hono<DashboardEnv>()
  .get("/", async (c) => {
    const { workspace, dependencies } = c.var;
    const [projects, tags] = await Promise.all([
      openProjects(workspace, dependencies),
      listTags(workspace.actor, dependencies),
    ]);
    const parameters = new URL(c.req.url).searchParams;
    const today = await todayOf(c);
    let query: VisitQuery | null = null;
    try {
      query = visitQueryIn(parameters, today);
      const tables = tablesFor(checkedFilter(query.filter));
      const report = await getVisitReport(
        workspace.actor,
        { ...inputOf(query), by: tables, compare: query.compare ?? undefined },
        dependencies,
      );
      const notes = await chartNotes(c, report, visitHref("/visits", query), projects);
      return pageResponse(
        <VisitsPage {...{ workspace, projects, tags, parameters, query, report, today, notes }} />,
      );
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "validation_failed") throw error;
      const problems = error.details ?? [];
      return pageResponse(
        <VisitsPage {...{ workspace, projects, tags, parameters, query, problems, today }} report={null} />,
        ERROR_STATUS[error.code],
      );
    }
  })
  .get("/notes", showForm(newNote))
  .post("/notes", takeForm(newNote))
  .post("/notes/remove", dropNote)
  .get("/table.csv", async (c) => {
    const { workspace, dependencies } = c.var;
    const table = TABLES.find((each) => each === c.req.query("table")) ?? "series";
    const input = inputOf(visitQueryIn(new URL(c.req.url).searchParams, await todayOf(c)));
    const by = DIMENSIONS.filter((each) => each === table);
    const report = await getVisitReport(workspace.actor, { ...input, by }, dependencies);
    const lines = reportCsv(report, table);
    if (isUnanswered(lines)) throw new ServiceError("not_found", REASONS[lines.unanswered]);
    return csvDownload(c, lines, `visits-${table}.csv`);
  });

async function todayOf(c: DashboardContext): Promise<string> {
  const { workspace, dependencies } = c.var;
  const zone = await dependencies.zones.find(workspace.actor.organizationId);
  return zone.dayOf(dependencies.now());
}

const inputOf = ({ filter, period, interval }: VisitQuery) => ({
  ...rangeInputOf(period, interval),
  filter,
});
