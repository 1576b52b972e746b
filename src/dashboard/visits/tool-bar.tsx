import type { Project } from "../../access/project.ts";
import { COMPARISONS } from "../../visits/comparison.ts";
import { INTERVALS } from "../../visits/visit-range.ts";
import { Button } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { projectOptions } from "../labels/project-options.ts";
import { PeriodBar } from "../visit-report/period-bar.tsx";
import { COMPARISON_NAMES } from "../visit-report/series-panel.tsx";
import { HiddenFields, otherParameters, ToolForm, ToolSelect } from "../visit-report/tools.tsx";
import { dayIn, NO_COMPARISON, type VisitQuery } from "../visit-report/visit-query.ts";

interface ToolBarProps {
  path: string;
  projects: readonly Project[];
  /** What the address says, to be shown as it is. */
  parameters: URLSearchParams;
  /** What it asks for, where that could be read. */
  query: VisitQuery | null;
  /** The first and last day that are shown, where any are. */
  days: readonly [string, string] | null;
}

/** Which visits are shown, and how: period, length of bars, comparison and project. */
export const ToolBar = ({ path, projects, parameters, query, days }: ToolBarProps) => (
  <div class="tools">
    <PeriodBar path={path} query={query} />
    <Dates {...{ path, parameters, days }} />
    <ToolForm action={path} hidden={otherParameters(parameters, ["interval", "compare", "projectId"])}>
      <ToolSelect
        name="interval"
        label="Group by"
        value={parameters.get("interval") ?? ""}
        options={[
          { value: "", label: "Automatic" },
          ...INTERVALS.map((value) => ({ value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` })),
        ]}
      />
      <ToolSelect
        name="compare"
        label="Compared with"
        value={parameters.get("compare") ?? "previous"}
        options={[
          ...COMPARISONS.map((value) => ({ value, label: COMPARISON_NAMES[value] })),
          { value: NO_COMPARISON, label: "Nothing" },
        ]}
      />
      {projects.length > 0 && (
        <ToolSelect
          name="projectId"
          label="Project"
          value={parameters.get("projectId") ?? ""}
          options={projectOptions(projects)}
        />
      )}
    </ToolForm>
  </div>
);

/** Two days to choose, which apply together. */
const Dates = ({ path, parameters, days }: Pick<ToolBarProps, "path" | "parameters" | "days">) => {
  const isOwn = parameters.has("from") || parameters.has("to");
  const [first = "", last = ""] = days ?? [];
  return (
    <details class="dates">
      <summary class={isOwn ? "here" : undefined}>Other dates</summary>
      <form method="get" action={path}>
        <HiddenFields fields={otherParameters(parameters, ["from", "to", "days"])} />
        <TextField name="from" label="From" type="date" value={dayIn(parameters, "from") ?? first} />
        <TextField name="to" label="To" type="date" value={dayIn(parameters, "to") ?? last} />
        <Button emphasis="plain">Show</Button>
      </form>
    </details>
  );
};
