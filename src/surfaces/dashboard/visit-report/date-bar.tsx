import type { Child } from "hono/jsx";
import * as z from "zod";
import { COMPARISONS, comparedRange } from "../../../features/visits/comparison.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { daysOf, INTERVALS } from "../../../features/visits/visit-range.ts";
import { shortRange } from "../charts/bucket-names.ts";
import { Button } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { stylesheet } from "../layout/assets.ts";
import css from "./date-bar.css";
import { comparisonName, isSamePeriod, namedPeriods } from "./periods.ts";
import { HiddenFields, otherParameters, ToolForm, ToolSelect } from "./tools.tsx";
import { type VisitQuery, visitHref } from "./visit-query.ts";

/** What a screen with a `DateBar` adds to `CHARTS_STYLE`. */
export const DATE_BAR_STYLE = stylesheet(css);

interface DateBarProps {
  path: string;
  /** The URL's parameters, shown as they are. */
  parameters: URLSearchParams;
  /** The parsed parameters; null if they are invalid. */
  query: VisitQuery | null;
  /** Null for an invalid query. */
  report: VisitReport | null;
  today: string;
  /** The filters. */
  children?: Child;
}

/** One line above a report: its days, what they are compared with, and the filters. */
export const DateBar = (props: DateBarProps) => (
  <div class="date-bar">
    <PeriodMenu {...props} />
    {props.query && props.report && <CompareMenu {...props} query={props.query} report={props.report} />}
    {props.children}
  </div>
);

const PeriodMenu = ({ path, parameters, query, report, today }: DateBarProps) => {
  const periods = namedPeriods(today);
  const current = query && periods.find(({ period }) => isSamePeriod(period, query.period));
  const days = report && daysOf(report);
  const [first, last] = [days?.[0] ?? "", days?.at(-1) ?? ""];
  // Browsers complain of a field of a date whose value is no day.
  const shown = (name: string) => z.iso.date().safeParse(parameters.get(name)).data;
  return (
    <details class="drop" name="visit-bar">
      <summary>
        {current && <span class="name">{current.name}: </span>}
        {days ? shortRange(first, last, today) : "Choose dates"}
      </summary>
      <div class="panel">
        <ul>
          {periods.map(({ name, period }) => (
            <li>
              <a
                href={
                  query
                    ? visitHref(path, query, { period })
                    : `${path}?${new URLSearchParams(entriesOf(period))}`
                }
                aria-current={current?.name === name ? "true" : undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
        <form method="get" action={path} class="dates" autocomplete="off">
          <HiddenFields fields={otherParameters(parameters, ["from", "to", "days"])} />
          <TextField name="from" label="From" type="date" value={shown("from") ?? first} />
          <TextField name="to" label="To" type="date" value={shown("to") ?? last} />
          <Button emphasis="plain">Show</Button>
        </form>
        <ToolForm action={path} hidden={otherParameters(parameters, ["interval"])}>
          <ToolSelect
            name="interval"
            label="Group by"
            value={parameters.get("interval") ?? ""}
            options={[
              { value: "", label: "Automatic" },
              ...INTERVALS.map((value) => ({ value, label: `${value[0]?.toUpperCase()}${value.slice(1)}` })),
            ]}
          />
        </ToolForm>
      </div>
    </details>
  );
};

const entriesOf = (period: object): [string, string][] =>
  Object.entries(period).map(([name, value]) => [name, String(value)]);

/** The comparisons, each with the days that it takes. */
const CompareMenu = ({
  path,
  query,
  report,
  today,
}: Pick<DateBarProps, "path" | "today"> & { query: VisitQuery; report: VisitReport }) => {
  const length = daysOf(report).length;
  const options = COMPARISONS.map((by) => {
    const days = daysOf(comparedRange(report, by, report.at).range);
    const range = shortRange(days[0] ?? "", days.at(-1) ?? "", today);
    return { by, name: comparisonName(by, length), range };
  });
  const current = options.find(({ by }) => by === query.compare);
  return (
    <details class="drop" name="visit-bar">
      <summary>
        {current ? (
          <>
            vs <span class="name">{current.name.charAt(0).toLowerCase() + current.name.slice(1)}: </span>
            {current.range}
          </>
        ) : (
          "No comparison"
        )}
      </summary>
      <div class="panel">
        <ul>
          {options.map(({ by, name, range }) => (
            <li>
              <a
                href={visitHref(path, { ...query, compare: by })}
                aria-current={by === query.compare ? "true" : undefined}
              >
                {name} <small>{range}</small>
              </a>
            </li>
          ))}
          <li>
            <a
              href={visitHref(path, { ...query, compare: null })}
              aria-current={query.compare === null ? "true" : undefined}
            >
              No comparison
            </a>
          </li>
        </ul>
      </div>
    </details>
  );
};
