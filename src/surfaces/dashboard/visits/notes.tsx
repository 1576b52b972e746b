import { requireScope } from "../../../features/access/permissions.ts";
import { addDayNote, type DayNote, removeDayNote } from "../../../features/visits/day-notes.ts";
import { SHARE_SCOPE } from "../../../features/visits/share-report.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormValues, readForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { NoteForm } from "../visit-report/day-notes.tsx";

const noteIn = (values: FormValues): DayNote => ({
  day: values.text("day"),
  text: values.text("text"),
  projectId: values.text("noteProject") || null,
});

/** Returns to the chart's page, which is always below the organization's base path. */
const goBack = (c: DashboardContext, values: FormValues): Response =>
  seeOther(`${c.var.workspace.base}${values.text("back").replace(/^(?=[^?/])/, "/")}`);

/** Adds a note to the charts. The form is below each chart; this page shows it again after a problem. */
export const newNote: FormScreen<void> = {
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
export async function dropNote(c: DashboardContext): Promise<Response> {
  const values = await readForm(c);
  await removeDayNote(c.var.workspace.actor, noteIn(values), c.var.dependencies);
  return goBack(c, values);
}
