import { hasScope } from "../../../features/access/actor.ts";
import type { Project } from "../../../features/access/project.ts";
import { type DayNote, listDayNotes, MAX_NOTE_LENGTH } from "../../../features/visits/day-notes.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { SHARE_SCOPE } from "../../../features/visits/share-report.ts";
import { daysOf, type VisitBucket } from "../../../features/visits/visit-range.ts";
import { shortBucketName } from "../charts/bucket-names.ts";
import { Button, Form } from "../components/actions.tsx";
import { type Option, SelectField, TextField } from "../components/field.tsx";
import { namedOptions } from "../labels/project-options.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { type FormProblems, type FormValues, fieldsOf, formValues, NO_PROBLEMS } from "../layout/forms.ts";

/** The path of the form that adds a note, below the organization's base path. */
const NOTES_PATH = "/visits/notes";

/** The notes of a chart, and what the form of a further note needs. */
export interface ChartNotes {
  workspace: Workspace;
  notes: readonly DayNote[];
  /** The page of the chart below the organization's base path, with its query. */
  back: string;
  /** The project of new notes; null to choose from `projects`. */
  projectId: string | null;
  projects: readonly Project[];
}

/** The notes on the days of a report. `projects` are those that the member can choose from. */
export async function chartNotes(
  { var: { workspace, dependencies } }: DashboardContext,
  report: VisitReport,
  back: string,
  projects: readonly Project[] = [],
): Promise<ChartNotes> {
  const days = daysOf(report);
  const projectId = report.link?.projectId ?? report.filter.projectId;
  const range = { from: days[0] ?? "", to: days.at(-1) ?? "", projectId };
  return {
    workspace,
    back,
    projectId,
    projects,
    notes: await listDayNotes(workspace.actor, range, dependencies),
  };
}

const dayOf = ({ start }: VisitBucket): string => start.slice(0, "2026-11-21".length);

/** The notes with their buckets: the first of the day, or the week or month that contains it. */
export function placedNotes(
  notes: readonly DayNote[],
  buckets: readonly VisitBucket[],
): (DayNote & { index: number })[] {
  const days = buckets.map(dayOf);
  return notes.flatMap((note) => {
    const exact = days.indexOf(note.day);
    const index = exact >= 0 ? exact : days.findLastIndex((day) => day < note.day);
    return index < 0 ? [] : [{ ...note, index }];
  });
}

/** The notes below a chart, each with a button that removes it, and a form that adds one. */
export const DayNotes = ({ chart, buckets }: { chart: ChartNotes; buckets: readonly VisitBucket[] }) => {
  const { workspace, notes, back } = chart;
  const mayChange = hasScope(workspace.actor, SHARE_SCOPE);
  const placed = placedNotes(notes, buckets);
  const last = buckets.at(-1);
  return (
    <>
      {placed.length > 0 && (
        <ul class="notes" aria-label="Notes">
          {placed.map(({ index, day, text, projectId }) => (
            <li>
              <span class="quiet">{shortBucketName(`${day}T00:00:00`, "day")}</span>
              <bdi data-at={index}>{text}</bdi>
              {mayChange && (projectId !== null || workspace.actor.projects === "all") && (
                <Form action={`${workspace.base}${NOTES_PATH}/remove`}>
                  {Object.entries({ day, text, noteProject: projectId ?? "", back }).map(([name, value]) => (
                    <input type="hidden" name={name} value={value} />
                  ))}
                  <button type="submit" aria-label={`Remove the note ${text}`}>
                    ✕
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <details class="add-note" data-days={buckets.map(dayOf).join(" ")}>
          <summary>Add a note</summary>
          <NoteForm
            chart={chart}
            values={formValues(new URLSearchParams({ day: last ? dayOf(last) : "" }))}
            problems={NO_PROBLEMS}
          />
        </details>
      )}
    </>
  );
};

/** The form of a note. */
export const NoteForm = ({
  chart: { workspace, back, projectId, projects },
  values,
  problems,
}: {
  chart: Omit<ChartNotes, "notes">;
  values: FormValues;
  problems: FormProblems;
}) => (
  <Form action={`${workspace.base}${NOTES_PATH}`} problem={problems.form}>
    <input type="hidden" name="back" value={back} />
    <div class="dates">
      <TextField {...fieldsOf(values, problems)("day")} label="Day" type="date" required />
      <TextField
        {...fieldsOf(values, problems)("text")}
        label="Note"
        placeholder="Flyer week 42"
        maxLength={MAX_NOTE_LENGTH}
        required
      />
      {projectId === null && projects.length > 1 ? (
        <SelectField
          name="noteProject"
          label="Project"
          value={values.text("noteProject")}
          options={noteProjects(workspace, projects)}
        />
      ) : (
        <input
          type="hidden"
          name="noteProject"
          value={projectId ?? noteProjects(workspace, projects)[0]?.value ?? ""}
        />
      )}
      <Button emphasis="plain">Add</Button>
    </div>
  </Form>
);

/** Only a member with access to all projects can add a note to all of them. */
const noteProjects = ({ actor }: Workspace, projects: readonly Project[]): Option[] => [
  ...(actor.projects === "all" ? [{ value: "", label: "All projects" }] : []),
  ...namedOptions(projects),
];
