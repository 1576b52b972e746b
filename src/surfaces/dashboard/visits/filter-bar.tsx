import type { Project } from "../../../features/access/project.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import { DAYS_OF_WEEK } from "../../../features/visits/visit-filter.ts";
import { DEVICES } from "../../../ground/platform/known-user-agents.ts";
import { Button } from "../components/actions.tsx";
import { Chips } from "../components/chips.tsx";
import { ChoiceField, type Option, SelectField, TextField } from "../components/field.tsx";
import { RETAILER_FILTER } from "../labels/link-labels.tsx";
import { projectOptions } from "../labels/project-options.ts";
import { dayOfWeekName, isFilter, isValue, namedFilters, rowName } from "../visit-report/row-names.ts";
import { HiddenFields, otherParameters } from "../visit-report/tools.tsx";
import { type VisitQuery, visitHref } from "../visit-report/visit-query.ts";

interface FilterBarProps {
  path: string;
  query: VisitQuery;
  report: VisitReport;
  parameters: URLSearchParams;
  /** Suggestions. */
  tags: readonly string[];
  projects: readonly Project[];
  /** The project of the screen, which the navigation shows. */
  scope: string | undefined;
}

/** The active filters, each with a link that removes it, and a form to set filters. */
export const FilterBar = (props: FilterBarProps) => {
  const { path, query, report, projects, scope } = props;
  const { projectId } = query.filter;
  const project = projectId !== undefined &&
    projectId !== scope && {
      label: "Project",
      value: projects.find(({ id }) => id === projectId)?.name ?? projectId,
      without: { projectId: "" },
    };
  const filters = [...(project ? [project] : []), ...namedFilters(query.filter, report.link, false)];
  return (
    <>
      <details class="drop wide" name="visit-bar">
        <summary>+ Filter</summary>
        <FilterForm {...props} />
      </details>
      <Chips
        chips={filters.map(({ label, value, without }) => ({
          label,
          value,
          without: visitHref(path, query, { filter: without }),
        }))}
      />
      {filters.length > 1 && (
        <a href={visitHref(path, { ...query, filter: {} }, { filter: { projectId: scope ?? "" } })}>
          Clear filters
        </a>
      )}
    </>
  );
};

/** The form offers this many links and other values, the most visited first. */
const MAX_VALUES = 25;
const FORM_FIELDS = [
  "projectId",
  "link",
  "qrCode",
  "source",
  "country",
  "device",
  "retailer",
  "tag",
  "dayOfWeek",
] as const;

/** The filters by what occurred in the period. */
type OccurringFilter = "link" | "qrCode" | "source" | "country";

const FilterForm = ({ path, query, report, parameters, tags, projects }: FilterBarProps) => {
  const { filter } = query;
  const menu = (name: OccurringFilter, label: string, all: string) => (
    <SelectField
      name={name}
      label={label}
      value={filter[name] ?? ""}
      options={[{ value: "", label: all }, ...valuesOf(name, query, report)]}
    />
  );
  const menuIfAny = (name: OccurringFilter, label: string, all: string) =>
    valuesOf(name, query, report).length > 0 && menu(name, label, all);
  return (
    <form method="get" action={path} class="panel" data-apply="" autocomplete="off">
      <HiddenFields fields={otherParameters(parameters, FORM_FIELDS)} />
      <div class="filters">
        {projects.length > 0 && (
          <SelectField
            name="projectId"
            label="Project"
            value={filter.projectId ?? ""}
            options={projectOptions(projects, filter.projectId)}
          />
        )}
        {menu("link", "Link", "Any link")}
        {menuIfAny("qrCode", "QR code", "Any code")}
        {menuIfAny("source", "Source", "Any source")}
        {menu("country", "Country", "Any country")}
        <SelectField
          name="device"
          label="Device"
          value={filter.device ?? ""}
          options={[
            { value: "", label: "Any device" },
            ...DEVICES.map((value) => ({ value, label: nameOf("device", value) })),
          ]}
        />
        <SelectField
          name="retailer"
          label="Retailer"
          value={filter.retailer ?? ""}
          options={RETAILER_FILTER}
        />
        <TextField name="tag" label="Tag" value={filter.tag ?? ""} maxLength={100} list="tags" />
        <datalist id="tags">
          {tags.map((tag) => (
            <option value={tag} />
          ))}
        </datalist>
        <ChoiceField
          type="checkbox"
          name="dayOfWeek"
          label="Days"
          values={filter.dayOfWeek?.split(",") ?? []}
          options={WEEK.map((value) => ({ value, label: dayOfWeekName(value) }))}
        />
      </div>
      <Button emphasis="plain">Apply</Button>
    </form>
  );
};

/** Starting on Monday. */
const WEEK = [...DAYS_OF_WEEK.slice(1), ...DAYS_OF_WEEK.slice(0, 1)];

const nameOf = (by: "device" | "country" | "source", key: string): string =>
  rowName(by, { key, publicName: null, linkName: null }, false).name;

/** The values in the report, and the selected value. */
function valuesOf(by: OccurringFilter, { filter }: VisitQuery, report: VisitReport): Option[] {
  const rows = report.breakdowns.flatMap((each) =>
    each.by === by ? (answerOf(each.answer)?.rows ?? []) : [],
  );
  const options = rows
    .filter(({ key }) => isFilter(by) && isValue(by, key))
    .slice(0, MAX_VALUES)
    .map((row) => {
      const { name, detail } = rowName(by, row, false);
      return { value: row.key, label: detail === null ? name : `${name}: ${detail}` };
    });
  const chosen = filter[by];
  if (!chosen || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: chosenName(by, chosen, report) }];
}

/** The name of a value that is the filter of a report. */
function chosenName(by: OccurringFilter, chosen: string, { link }: VisitReport): string {
  if (by === "link") return link?.name ?? chosen;
  return by === "qrCode" ? (link?.codeName ?? chosen) : nameOf(by, chosen);
}
