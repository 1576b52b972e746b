import { columnLabel } from "../../../extras/imports/columns.ts";
import type { RepeatedProblem } from "../../../extras/imports/import-row-store.ts";
import { shortened } from "../../../ground/core/text.ts";
import { count } from "../charts/numbers.ts";
import { Button, Form, Hidden } from "../components/actions.tsx";
import { Badge } from "../components/badge.tsx";
import { problemText } from "./column-labels.ts";
import type { ImportView } from "./import-view.ts";

/** The longest problem or value that the list shows, in UTF-16 units. */
const MAX_TEXT = 200;

/** Problems that several rows have, each once, with a replacement where the column has a fixed set of values. */
export const RepeatedProblems = ({ path, repeated, values }: ImportView) =>
  repeated.length === 0 ? null : (
    <section class="section">
      <h2>Repeated problems</h2>
      <ul class="sheet repeated">
        {repeated.map((problem) => (
          <li>
            <p>
              <Badge kind="bad">{count(problem.rows)} rows</Badge>{" "}
              {problem.field !== "" && <strong>{columnLabel(problem.field)}: </strong>}
              <bdi>{shortened(problemText(problem, problem.cell, values), MAX_TEXT)}</bdi>{" "}
              <a href={`${path}/rows/${problem.firstRow}`}>Open row {problem.firstRow}</a>
            </p>
            <Replacement path={path} values={values} problem={problem} />
          </li>
        ))}
      </ul>
    </section>
  );

/** Replaces the value of a problem, or fills the empty cell, in all its rows. */
const Replacement = ({
  path,
  values,
  problem,
}: Pick<ImportView, "path" | "values"> & { problem: RepeatedProblem }) => {
  const { field, cell } = problem;
  const known = Object.entries(values[field] ?? {});
  if (known.length === 0) return null;
  // A choice of shops needs more than its name.
  const options = known.filter(([value]) => cell !== null || !["choice", "choose_retailer"].includes(value));
  const label = cell === null ? `Set all ${count(problem.rows)} to` : "Replace with";
  const [likely] = options.toSorted(
    ([, one], [, other]) => likeness(other, cell ?? "") - likeness(one, cell ?? ""),
  );
  return (
    <Form action={`${path}/replace-value`}>
      <Hidden values={{ column: field, from: cell ?? "" }} />
      <label>
        {label}{" "}
        <select name="to">
          {options.map(([value, label]) => (
            <option value={value} selected={value === likely?.[0]}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Button emphasis="plain">{cell === null ? "Set" : "Replace in all rows"}</Button>
    </Form>
  );
};

const pairs = (text: string): string[] => {
  const letters = text.toLowerCase();
  return Array.from(letters.slice(1), (_, at) => letters.slice(at, at + 2));
};

/** The share of letter pairs that two texts have in common. */
function likeness(one: string, other: string): number {
  const [left, right] = [pairs(one), pairs(other)];
  const common = left.filter((pair) => right.includes(pair)).length;
  return (2 * common) / Math.max(1, left.length + right.length);
}
