import type { Projects } from "../../access/actor.ts";
import type { Project } from "../../access/project.ts";
import type { FormProblems, FormValues } from "../frame/forms.ts";
import { ChoiceField } from "./field.tsx";

/** The fields that a problem of `ReachField` can stand beside. */
export const REACH_FIELDS = ["projects"] as const;

/** What `ReachField` holds for these projects. */
export const reachValues = (projects: Projects): [string, string][] =>
  projects === "all"
    ? [["reach", "all"]]
    : [["reach", "selected"], ...projects.map((id): [string, string] => ["projects", id])];

/** The projects that a form with a `ReachField` names. The verb checks them. */
export const reachIn = (values: FormValues): Projects =>
  values.text("reach") === "selected" ? values.all("projects") : "all";

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
