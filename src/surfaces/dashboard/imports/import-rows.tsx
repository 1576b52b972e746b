import { columnLabel } from "../../../extras/imports/columns.ts";
import type { Import, ImportRow } from "../../../extras/imports/import.ts";
import { changesIn } from "../../../extras/imports/link-changes.ts";
import { formerAddress } from "../../../extras/imports/moved-from.ts";
import { ADDRESS_COLUMNS } from "../../../extras/imports/row-problems.ts";
import { shownUrl, urlText } from "../../../features/links/link-addresses.ts";
import { addressUrl, type LinkNames, type Origins } from "../../../ground/core/origins.ts";
import { shortened } from "../../../ground/core/text.ts";
import { count } from "../charts/numbers.ts";
import { Actions, Button, Form, Hidden } from "../components/actions.tsx";
import { CopyButton } from "../components/facts.tsx";
import { Paging, Table } from "../components/table.tsx";
import type { Workspace } from "../layout/context.ts";
import { problemText } from "./column-labels.ts";
import { countOf, type ImportView, VIEW_NAMES, VIEWS } from "./import-view.ts";

/** The longest cell or problem that the list shows, in UTF-16 units. The row's own page shows all of it. */
const MAX_TEXT = 200;

/** One page of the rows of a view, and links to the other views. */
export const ImportRows = (props: ImportView) => {
  const { workspace, path, found, counts, view, page } = props;
  const names = VIEW_NAMES.filter((name) => countOf(name, counts) > 0);
  const label = labelOf(view, found);
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
      {page.rows.length > 0 ? (
        <Table
          caption={`Rows: ${label}`}
          columns={[
            "Row",
            "Name",
            { label: view === "created" && found.kind === "links" ? "Short link" : label },
          ]}
          rows={page.rows.map((row) => [
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
      ) : (
        <p class="quiet">No rows here.</p>
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

const RowName = ({ workspace, row: { cells, linkId: made } }: { workspace: Workspace; row: ImportRow }) => {
  const text = cells.linkName ?? cells.name ?? "";
  const linkId = cells.linkId ?? made;
  if (text === "") return <span class="quiet">No name</span>;
  const name = <bdi>{shortened(text, MAX_TEXT)}</bdi>;
  return linkId === null ? name : <a href={`${workspace.base}/links/${linkId}`}>{name}</a>;
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

/** The address that a link of another service had, and the one that it gets here. */
const NewAddress = ({ row: { cells }, host }: { row: ImportRow; host: string }) => {
  const old = formerAddress(cells);
  if (old === "") return null;
  const path = cells.keep ?? (cells.slug && `/${cells.slug.toLowerCase()}`);
  return (
    <div>
      <bdi>{shortened(old, MAX_TEXT)}</bdi> →{" "}
      {path ? <bdi>{shortened(host + path, MAX_TEXT)}</bdi> : "a new short link"}
    </div>
  );
};

/** The address of a created link, and its random one where another is shown. */
const CreatedLink = ({ address, origins }: { address: LinkNames; origins: Origins }) => {
  const url = shownUrl(origins, address);
  const random = addressUrl(origins, address.domain, address.shortId);
  return (
    <>
      <code>{urlText(url)}</code> <CopyButton text={url} small />
      {random !== url && <div class="quiet">Also {urlText(random)}</div>}
    </>
  );
};

const Outcome = (props: ImportView & { row: ImportRow }) => {
  const { row, found, repeated, values, productName, host } = props;
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
  if (row.problems.length === 0) {
    const words = ["retailer", "intent"].map(
      (name) => values[name]?.[row.cells[name] ?? ""] ?? row.cells[name],
    );
    const product = productName(row);
    return (
      <span class="quiet">
        <NewAddress row={row} host={host} />
        {shortened([...new Set(words)].join(" "), MAX_TEXT)}
        {product !== null && (
          <>
            {": "}
            <bdi>{product}</bdi>
          </>
        )}
      </span>
    );
  }
  return (
    <ul class="changes">
      {row.problems.map((problem) => {
        const { field, message } = problem;
        const cell = row.cells[field] ?? null;
        const isAbove = repeated.some(
          (each) => each.field === field && each.message === message && each.cell === cell,
        );
        return (
          <li>
            {field !== "" && <strong>{shortened(columnLabel(field), MAX_TEXT)}: </strong>}
            {isAbove ? (
              <span class="quiet">see above</span>
            ) : (
              shortened(problemText(problem, cell, values), MAX_TEXT)
            )}
          </li>
        );
      })}
    </ul>
  );
};

const labelOf = (view: ImportView["view"], { kind }: Import): string =>
  view === "created" && kind === "changes" ? "Changed" : VIEWS[view].label;
