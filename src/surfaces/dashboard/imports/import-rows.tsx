import type { Import, ImportRow } from "../../../extras/imports/import.ts";
import { ADDRESS_COLUMNS } from "../../../extras/imports/row-problems.ts";
import { shortened } from "../../../ground/core/text.ts";
import { count } from "../charts/numbers.ts";
import { Actions, Button, Form, Hidden } from "../components/actions.tsx";
import { Paging, Table } from "../components/table.tsx";
import type { Workspace } from "../layout/context.ts";
import { countOf, type ImportView, VIEW_NAMES, VIEWS } from "./import-view.ts";
import { isAllAbove, MAX_TEXT, Outcome } from "./row-outcome.tsx";

/** More rows than these without problems of their own are folded. */
const MAX_UNFOLDED = 5;

/** One page of the rows of a view, and links to the other views. */
export const ImportRows = (props: ImportView) => {
  const { path, found, counts, view, page } = props;
  const names = VIEW_NAMES.filter((name) => countOf(name, counts) > 0);
  const above = view === "problems" ? page.rows.filter((row) => isAllAbove(row, props)) : [];
  const folded = above.length > MAX_UNFOLDED ? above : [];
  return (
    <section class="section">
      <h2>Rows</h2>
      <nav class="views" aria-label="Rows by state">
        <ul>
          {names.map((name) => (
            <li>
              <a href={`${path}?show=${name}`} aria-current={name === view ? "page" : undefined}>
                {labelOf(name, found)} <span class="quiet">{count(countOf(name, counts))}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {page.rows.length === 0 && <p class="quiet">No rows here.</p>}
      <RowTable {...props} rows={page.rows.filter((row) => !folded.includes(row))} />
      {folded.length > 0 && (
        <details class="section">
          <summary>{count(folded.length)} rows on this page with only the problems above</summary>
          <RowTable {...props} rows={folded} />
        </details>
      )}
      {ADDRESS_COLUMNS.filter((column) =>
        page.rows.some(({ problems }) => problems.some(({ field }) => field === column)),
      ).map((column) => (
        <div class="section">
          <Form action={`${path}/replace-value`}>
            <Hidden values={{ column, to: "" }} />
            <p class="hint">What was printed with the old addresses does not open these links then.</p>
            <Actions>
              <Button emphasis="plain">Give these links new addresses</Button>
            </Actions>
          </Form>
        </div>
      ))}
      <Paging
        first={props.isFirst ? null : `${path}?show=${view}`}
        next={page.next === null ? null : `${path}?show=${view}&after=${page.next}`}
      />
    </section>
  );
};

/** Rows, each with its name and what becomes of it. */
const RowTable = (props: ImportView & { rows: readonly ImportRow[] }) => {
  const { workspace, path, found, view, rows } = props;
  const label = labelOf(view, found);
  if (rows.length === 0) return null;
  return (
    <div class="rows">
      <Table
        caption={`Rows: ${label}`}
        columns={[
          "Row",
          "Name",
          { label: view === "created" && found.kind === "links" ? "Short link" : label },
        ]}
        rows={rows.map((row) => [
          (view === "problems" || view === "check") && found.kind === "links" ? (
            <a href={`${path}/rows/${row.row}`} data-command={`Fix row ${row.row}`}>
              Row {row.row}
            </a>
          ) : (
            <>Row {row.row}</>
          ),
          <RowName workspace={workspace} row={row} />,
          <Outcome {...props} row={row} />,
        ])}
      />
    </div>
  );
};

const RowName = ({ workspace, row: { cells, linkId: made } }: { workspace: Workspace; row: ImportRow }) => {
  const text = cells.linkName ?? cells.name ?? "";
  const linkId = cells.linkId ?? made;
  if (text === "") return <span class="quiet">No name</span>;
  const name = <bdi>{shortened(text, MAX_TEXT)}</bdi>;
  return linkId === null ? name : <a href={`${workspace.base}/links/${linkId}`}>{name}</a>;
};

const labelOf = (view: ImportView["view"], { kind }: Import): string =>
  view === "created" && kind === "changes" ? "Changed" : VIEWS[view].label;
