import type { Projects } from "../../../features/access/actor.ts";
import type { Project } from "../../../features/access/project.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { allTexts, type FieldsOf, type FormProblems, type FormValues, oneText } from "../layout/forms.ts";
import { ChoiceField } from "./field.tsx";

/** The fields of `ReachField`. */
export const REACH_FIELDS = { reach: oneText, projects: allTexts };

/** The values of `ReachField` for these projects. */
export const reachValues = (projects: Projects): [string, string][] =>
  projects === "all"
    ? [["reach", "all"]]
    : [["reach", "selected"], ...projects.map((id): [string, string] => ["projects", id])];

/**
 * The projects of a form with a `ReachField`. The verb checks them. Throws `validation_failed` if the choice is missing or
 * contradictory: nobody gets all projects by leaving a radio button unchanged.
 */
export function reachIn({ reach, projects }: FieldsOf<typeof REACH_FIELDS>): Projects {
  if (reach === "selected") return projects;
  if (reach === "all" && projects.length === 0) return "all";
  const message =
    reach === "all"
      ? 'some are selected, but "All projects" is chosen above: choose one of the two'
      : "must be all projects or selected ones";
  throw validationFailed([{ field: "projects", message }]);
}

/** How many projects a sentence or a list names. */
const MAX_NAMED = 5;

/** The projects for a sentence: "all projects", or "Maple & Pine only". `known` contains names. */
export const reachInWords = (projects: Projects, known: readonly Project[]): string =>
  projects === "all" ? "all projects" : `${projectNames(projects, known)} only`;

/** The names of projects, up to `most`: "Maple & Pine". */
export function projectNames(
  projects: readonly string[],
  known: readonly Project[],
  most = MAX_NAMED,
): string {
  const names = projects.map((id) => known.find((project) => project.id === id)?.name ?? id);
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const last = names.length > shown.length ? `${names.length - shown.length} more` : shown.pop();
  return [shown.join(", "), last].filter((part) => part !== "").join(" & ");
}

/** The projects that a key or member may use: all, or selected ones. */
export const ReachField = ({
  projects,
  values,
  problems,
  hint = "Including future projects.",
}: {
  projects: readonly Project[];
  values: FormValues;
  problems: FormProblems;
  hint?: string;
}) => (
  <>
    <ChoiceField
      name="reach"
      type="radio"
      label="Projects"
      values={[values.text("reach") || "all"]}
      options={[
        { value: "all", label: "All projects", hint },
        { value: "selected", label: "Only selected projects" },
      ]}
      error={projects.length === 0 ? problems.fields.get("projects") : undefined}
    />
    {projects.length > 0 && (
      <ChoiceField
        name="projects"
        type="checkbox"
        label="Selected projects"
        values={values.all("projects")}
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
        error={problems.fields.get("projects")}
        columns
      />
    )}
  </>
);
