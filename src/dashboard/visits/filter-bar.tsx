import { DEVICES } from "../../platform/known-user-agents.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { answerOf } from "../../visits/report-plan.ts";
import { DAYS_OF_WEEK, FILTERS } from "../../visits/visit-filter.ts";
import { Button } from "../components/actions.tsx";
import { ChoiceField, type Option, SelectField, TextField } from "../components/field.tsx";
import { RETAILER_FILTER } from "../labels/link-words.ts";
import { dayOfWeekName, namedFilters } from "../visit-report/filter-names.ts";
import { isFilter, isValue, rowName } from "../visit-report/row-names.ts";
import { HiddenFields, otherParameters } from "../visit-report/tools.tsx";
import { type VisitQuery, visitHref } from "../visit-report/visit-query.ts";

interface FilterBarProps {
  path: string;
  query: VisitQuery;
  report: VisitReport;
  parameters: URLSearchParams;
  /** Suggestions. */
  tags: readonly string[];
}

/** The filters that are set, each with a link that takes it away, and a form that sets any of them. */
export const FilterBar = (props: FilterBarProps) => {
  const { path, query, report } = props;
  const filters = namedFilters(query.filter, report.link, false);
  const none = Object.fromEntries(FILTERS.filter((name) => name !== "projectId").map((name) => [name, ""]));
  return (
    <div class="filter-set">
      <ul class="filter-bar">
        {filters.map(({ label, value, without }) => (
          <li>
            <a
              href={visitHref(path, query, { filter: without })}
              aria-label={`Remove the filter ${label} is ${value}`}
            >
              {label} is <bdi>{value}</bdi> <span aria-hidden="true">✕</span>
            </a>
          </li>
        ))}
        {filters.length > 1 && (
          <li>
            <a class="all" href={visitHref(path, query, { filter: none })}>
              Clear filters
            </a>
          </li>
        )}
      </ul>
      <details class="add-filter">
        <summary>+ Filter</summary>
        <FilterForm {...props} />
      </details>
    </div>
  );
};

/** The most links that the form offers: those that are visited most. */
const MAX_LINKS = 25;
const ASKED = ["link", "country", "device", "retailer", "tag", "dayOfWeek"] as const;

const FilterForm = ({ path, query, report, parameters, tags }: FilterBarProps) => {
  const { filter } = query;
  const menu = (name: "link" | "country", label: string, all: string) => (
    <SelectField
      name={name}
      label={label}
      value={filter[name] ?? ""}
      options={[{ value: "", label: all }, ...valuesOf(name, query, report)]}
    />
  );
  return (
    <form method="get" action={path} data-apply="">
      <HiddenFields fields={otherParameters(parameters, ASKED)} />
      <div class="filters">
        {menu("link", "Link", "Any link")}
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

/** From Monday on. */
const WEEK = [...DAYS_OF_WEEK.slice(1), ...DAYS_OF_WEEK.slice(0, 1)];

const nameOf = (by: "device" | "country", key: string): string =>
  rowName(by, { key, publicName: null, linkName: null }, false).name;

/** The values that the report tells of, and the one that is chosen, which it is narrowed to. */
function valuesOf(by: "link" | "country", { filter }: VisitQuery, report: VisitReport): Option[] {
  const rows = report.breakdowns.flatMap((each) =>
    each.by === by ? (answerOf(each.answer)?.rows ?? []) : [],
  );
  const options = rows
    .filter(({ key }) => isFilter(by) && isValue(by, key))
    .slice(0, MAX_LINKS)
    .map((row) => ({ value: row.key, label: rowName(by, row, false).name }));
  const chosen = filter[by];
  if (!chosen || options.some(({ value }) => value === chosen)) return options;
  return [
    ...options,
    { value: chosen, label: by === "link" ? (report.link?.name ?? chosen) : nameOf("country", chosen) },
  ];
}
