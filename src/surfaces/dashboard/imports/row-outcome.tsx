import { changesIn } from "../../../extras/imports/changed-cells.ts";
import { columnLabel } from "../../../extras/imports/columns.ts";
import type { ImportRow, RowProblem } from "../../../extras/imports/import.ts";
import type { RepeatedProblem } from "../../../extras/imports/import-row-store.ts";
import { formerAddress } from "../../../extras/imports/moved-from.ts";
import { shownAddress, urlText } from "../../../features/links/shown-address.ts";
import { addressUrl, type LinkNames, type Origins } from "../../../ground/core/origins.ts";
import { shortened } from "../../../ground/core/text.ts";
import { CopyIcon } from "../components/copy-icon.tsx";
import { problemText } from "./column-labels.ts";
import type { ImportView } from "./import-view.ts";

/** The longest cell or problem that the list shows, in UTF-16 units. The row's own page shows all of it. */
export const MAX_TEXT = 200;

const isAbove = (
  { field, message }: RowProblem,
  { cells }: ImportRow,
  repeated: readonly RepeatedProblem[],
) =>
  repeated.some(
    (each) => each.field === field && each.message === message && each.cell === (cells[field] ?? null),
  );

/** Whether all problems of a row are among the repeated ones. */
export const isAllAbove = (row: ImportRow, { repeated }: Pick<ImportView, "repeated">): boolean =>
  row.problems.length > 0 && row.problems.every((problem) => isAbove(problem, row, repeated));

/** What becomes of a row: its link, its changes, its problems or what will be created. */
export const Outcome = (props: ImportView & { row: ImportRow }) => {
  const { row, found } = props;
  if (row.address !== null)
    return <CreatedLink address={row.address} origins={{ ...found.origins, problem: null }} />;
  if (found.kind === "changes" && row.state !== "bad")
    return (
      <>
        {row.problems.map(({ message }) => (
          <p class="quiet">{message}</p>
        ))}
        <Changes row={row} />
      </>
    );
  return row.problems.length === 0 ? <Plan {...props} /> : <Problems {...props} />;
};

/** The address of a created link, and its random address if that is another one. */
const CreatedLink = ({ address, origins }: { address: LinkNames; origins: Origins }) => {
  const url = shownAddress(origins, address);
  const random = addressUrl(origins, address.domain, address.shortId);
  return (
    <div class="created">
      <code>{urlText(url)}</code>
      <CopyIcon text={url} />
      {random !== url && <span class="quiet">Also {urlText(random)}</span>}
    </div>
  );
};

/** What a row changes about its link, as old → new. */
const Changes = ({ row }: { row: ImportRow }) => (
  <ul class="changes">
    {changesIn(row.cells).map(({ label, from, to }) => (
      <li>
        <strong>{label}: </strong>
        <bdi>{shortened(from || "empty", MAX_TEXT)}</bdi> → <bdi>{shortened(to || "empty", MAX_TEXT)}</bdi>
      </li>
    ))}
  </ul>
);

/** The link that a row will create: its address if it had one before, its shop, purpose, products and tags. */
const Plan = ({ row, values, factsOf, host }: ImportView & { row: ImportRow }) => {
  const words = ["retailer", "intent"].map(
    (name) => values[name]?.[row.cells[name] ?? ""] ?? row.cells[name],
  );
  const { text: products, tags } = factsOf(row);
  const text = products || (row.cells.ingredients ?? "");
  return (
    <div class="plan">
      <NewAddress row={row} host={host} />
      <span>
        {shortened([...new Set(words)].join(" · "), MAX_TEXT)}
        {text !== "" && (
          <>
            {": "}
            <bdi>{shortened(text, MAX_TEXT)}</bdi>
          </>
        )}
      </span>
      {tags.length > 0 && (
        <ul class="tags" aria-label="Tags">
          {tags.map((tag) => (
            <li class="tag">
              <bdi>{tag}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** The address that a link of another service had, and the one that it gets here. */
const NewAddress = ({ row: { cells }, host }: { row: ImportRow; host: string }) => {
  const old = formerAddress(cells);
  if (old === "") return null;
  const path = cells.keep ?? (cells.slug && `/${cells.slug.toLowerCase()}`);
  const [before, after] = [urlText(old), path ? urlText(host + path) : ""];
  if (before === after)
    return (
      <div class="former">
        <bdi>{shortened(before, MAX_TEXT)}</bdi> stays
      </div>
    );
  return (
    <div class="former">
      <bdi>{shortened(before, MAX_TEXT)}</bdi> →{" "}
      {path ? <bdi>{shortened(after, MAX_TEXT)}</bdi> : "a new short link"}
    </div>
  );
};

/** The problems of a row; of a problem that is among the repeated ones, only the cell. */
const Problems = ({ row, repeated, values }: ImportView & { row: ImportRow }) => (
  <ul class="changes">
    {row.problems.map((problem) => {
      const { field } = problem;
      const cell = row.cells[field] ?? null;
      return (
        <li>
          {field !== "" && <strong>{shortened(columnLabel(field), MAX_TEXT)}: </strong>}
          {isAbove(problem, row, repeated) && field !== "" ? (
            <bdi class="quiet">{shortened(cell ?? "empty", MAX_TEXT)}</bdi>
          ) : (
            shortened(problemText(problem, cell, values), MAX_TEXT)
          )}
        </li>
      );
    })}
  </ul>
);
