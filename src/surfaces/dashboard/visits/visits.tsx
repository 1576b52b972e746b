import { Hono } from "hono";
import { hasScope } from "../../../features/access/actor.ts";
import { requireScope } from "../../../features/access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { getLink } from "../../../features/links/get-link.ts";
import { listTags } from "../../../features/links/tag-store.ts";
import { addDayNote, type DayNote, removeDayNote } from "../../../features/visits/day-notes.ts";
import { DIMENSIONS } from "../../../features/visits/dimensions.ts";
import { getVisitReport, type VisitReport } from "../../../features/visits/get-visit-report.ts";
import { isUnanswered } from "../../../features/visits/report-plan.ts";
import { SHARE_SCOPE } from "../../../features/visits/share-report.ts";
import { checkedFilter } from "../../../features/visits/visit-filter.ts";
import { rangeInputOf } from "../../../features/visits/visit-range.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { ERROR_STATUS } from "../../../ground/platform/error-status.ts";
import { CHARTS_STYLE } from "../charts/time-series.tsx";
import { isPicked } from "../labels/places.ts";
import { csvDownload, pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM, formScreen } from "../layout/form-screen.ts";
import {
  type FieldsOf,
  fieldReader,
  nullableText,
  oneOf,
  oneText,
  queryReader,
  readForm,
  searchOf,
} from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { visitParts } from "../panels/visit-parts.ts";
import { chartNotes, NoteForm } from "../visit-report/chart-notes.tsx";
import { tablesFor } from "../visit-report/report-body.tsx";
import { REASONS } from "../visit-report/row-names.ts";
import { type SentPlaces, sentPlacesOf } from "../visit-report/sent-places.ts";
import { reportCsv, TABLES } from "../visit-report/table-rows.ts";
import { type VisitQuery, visitHref, visitQueryIn } from "../visit-report/visit-query.ts";
import { VisitsPage } from "./visits-page.tsx";

const NOTE = { day: oneText, text: oneText, noteProject: nullableText, back: oneText };

const noteIn = ({ day, text, noteProject: projectId }: FieldsOf<typeof NOTE>): DayNote => ({
  day,
  text,
  projectId,
});

/** Returns to the chart's page, which is always below the organization's base path. */
const goBack = (c: DashboardContext, { back }: FieldsOf<typeof NOTE>): Response =>
  seeOther(`${c.var.workspace.base}${back.replace(/^(?=[^?/])/, "/")}`);

/**
 * Adds a note to the charts. The form, with its fields in one line, is below each chart; this page shows it again after a
 * problem.
 */
const newNote = formScreen({
  fields: NOTE,
  marked: ["day", "text"],
  load: (c) => requireScope(c.var.workspace.actor, SHARE_SCOPE),
  page: async (c, _, values, problems) => {
    const { workspace, dependencies } = c.var;
    const projects = await openProjects(workspace, dependencies);
    const chart = { workspace, back: values.text("back") || "/visits", projectId: null, projects };
    return (
      <Screen workspace={workspace} tab="Visits" title="Add a note" styles={[CHARTS_STYLE]}>
        <div class="sheet">
          <NoteForm chart={chart} values={values} problems={problems} />
        </div>
      </Screen>
    );
  },
  async save(c, note) {
    await addDayNote(c.var.workspace.actor, noteIn(note), c.var.dependencies);
    return goBack(c, note);
  },
});

const readNote = fieldReader(NOTE);

async function removeNote(c: DashboardContext): Promise<Response> {
  const note = readNote((await readForm(c)).entries);
  await removeDayNote(c.var.workspace.actor, noteIn(note), c.var.dependencies);
  return goBack(c, note);
}

const tableQuery = queryReader({ table: oneOf(TABLES) });

/** The screens of visits, below /visits. */
export const visits = new Hono<DashboardEnv>()
  .get("/", async (c) => {
    const { workspace, dependencies } = c.var;
    const [projects, tags] = await Promise.all([
      openProjects(workspace, dependencies),
      listTags(workspace.actor, dependencies),
    ]);
    const parameters = searchOf(c);
    const today = await todayOf(c);
    let query: VisitQuery | null = null;
    try {
      query = visitQueryIn(parameters, today);
      const tables = tablesFor(checkedFilter(query.filter));
      const view = { ...query, range: query.period, hasTables: true, details: c.req.path };
      const [report, partsOf] = await Promise.all([
        getVisitReport(
          workspace.actor,
          { ...inputOf(query), by: tables, compare: query.compare ?? undefined },
          dependencies,
        ),
        visitParts(c, view),
      ]);
      const [notes, sent] = await Promise.all([
        chartNotes(c, report, visitHref("/visits", query), projects),
        sentPlaces(c, report),
      ]);
      return pageResponse(
        <VisitsPage
          {...{ workspace, projects, tags, parameters, query, report, today, notes, sent }}
          parts={partsOf(report)}
        />,
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
  .on(FORM, "/notes", newNote)
  .post("/notes/remove", removeNote)
  .get("/table.csv", async (c) => {
    const { workspace, dependencies } = c.var;
    const { table = "series" } = tableQuery(c);
    const input = inputOf(visitQueryIn(searchOf(c), await todayOf(c)));
    const by = DIMENSIONS.filter((each) => each === table);
    const report = await getVisitReport(workspace.actor, { ...input, by }, dependencies);
    const lines = reportCsv(report, table);
    if (isUnanswered(lines)) throw new ServiceError("not_found", REASONS[lines.unanswered]);
    return csvDownload(c, lines, `visits-${table}.csv`);
  });

/** The places that the link of a report sends people to; null for other reports. */
async function sentPlaces(c: DashboardContext, { link, filter }: VisitReport): Promise<SentPlaces | null> {
  const { workspace, dependencies } = c.var;
  if (!isPicked(link?.pick) || filter.linkId === null) return null;
  const found = await getLink(workspace.actor, filter.linkId, dependencies);
  const mayChange = hasScope(workspace.actor, CHANGE_LINK_SCOPE);
  return sentPlacesOf(found.link, mayChange ? `${workspace.base}/links/${filter.linkId}/edit` : null);
}

async function todayOf(c: DashboardContext): Promise<string> {
  const { workspace, dependencies } = c.var;
  const zone = await dependencies.zones.find(workspace.actor.organizationId);
  return zone.dayOf(dependencies.now());
}

const inputOf = ({ filter, period, interval }: VisitQuery) => ({
  ...rangeInputOf(period, interval),
  filter,
});
