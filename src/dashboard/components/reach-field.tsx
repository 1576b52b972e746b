import type { Projects } from "../../access/actor.ts";
import type { Project } from "../../access/project.ts";
import { validationFailed } from "../../core/errors.ts";
import type { FormProblems, FormValues } from "../layout/forms.ts";
import { ChoiceField } from "./field.tsx";

/** The fields that a problem of `ReachField` can stand beside. */
export const REACH_FIELDS = ["projects"] as const;

/** What `ReachField` holds for these projects. */
export const reachValues = (projects: Projects): [string, string][] =>
  projects === "all"
    ? [["reach", "all"]]
    : [["reach", "selected"], ...projects.map((id): [string, string] => ["projects", id])];

/**
 * The projects that a form with a `ReachField` names. The verb checks them. Throws `validation_failed` where the form does
 * not say, or says both: nobody gets all projects for a button that was left as it was.
 */
export function reachIn(values: FormValues): Projects {
  const reach = values.text("reach");
  const chosen = values.all("projects");
  if (reach === "selected") return chosen;
  if (reach === "all" && chosen.length === 0) return "all";
  const message =
    reach === "all"
      ? "some are ticked, but all projects are chosen above: choose one of the two"
      : "must be all projects, or only those chosen here";
  throw validationFailed([{ field: "projects", message }]);
}

/** How many projects a sentence names. */
const MAX_NAMED = 5;

/** The projects in the words of a sentence: "all projects", or "Maple & Pine only". `known` has the names of some. */
export function reachInWords(projects: Projects, known: readonly Project[]): string {
  if (projects === "all") return "all projects";
  const names = projects.map((id) => known.find((project) => project.id === id)?.name ?? id);
  const shown = names.length > MAX_NAMED ? names.slice(0, MAX_NAMED - 1) : names;
  const last = names.length > shown.length ? `${names.length - shown.length} more` : shown.pop();
  return `${[shown.join(", "), last].filter((part) => part !== "").join(" & ")} only`;
}

/** Which projects something or somebody may use: all of them, or those that are chosen. */
export const ReachField = ({
  projects,
  values,
  problems,
  hint = "Also those that are created later.",
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
        { value: "selected", label: "Only the projects chosen here" },
      ]}
      error={projects.length === 0 ? problems.fields.get("projects") : undefined}
    />
    {projects.length > 0 && (
      <ChoiceField
        name="projects"
        type="checkbox"
        label="Chosen projects"
        values={values.all("projects")}
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
        error={problems.fields.get("projects")}
        columns
      />
    )}
  </>
);
