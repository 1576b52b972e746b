import type { Child } from "hono/jsx";

/** One column of a table. */
export interface Column {
  label: string;
  /** Aligned right, with tabular figures: a number, or a checkbox. */
  numeric?: boolean;
  /** The label is for screen readers only, as for a column of buttons. */
  quiet?: boolean;
  /** Sorts the list by this column. */
  href?: string | undefined;
  /** The order if the list is sorted by this column. */
  sorted?: "ascending" | "descending" | undefined;
}

/**
 * A table. On a phone each row becomes a block with a label before each cell, unless all but the first are numbers. `caption` is for
 * screen readers. A column without more than a label is that label.
 */
export const Table = (table: {
  caption: string;
  columns: readonly (Column | string)[];
  rows: readonly (readonly Child[])[];
}) => {
  const columns = table.columns.map((each): Column => (typeof each === "string" ? { label: each } : each));
  // One class for all cells: such tables have many rows.
  const areNumbers = columns.length > 1 && columns.slice(1).every(({ numeric }) => numeric);
  const classOf = (column: Column | undefined) => (column?.numeric && !areNumbers ? "number" : undefined);
  return (
    // Many numbers are wider than a phone, so keys scroll them too.
    <div class="scroll" {...(areNumbers && { tabindex: 0, role: "group", "aria-label": table.caption })}>
      <table class={areNumbers ? "all-numbers" : undefined}>
        <caption class="hidden">{table.caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={classOf(column)} aria-sort={column.sorted}>
                <Heading {...column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells) => (
            <tr data-row="">
              {cells.map((cell, index) => {
                const column = columns[index];
                const shown = column?.quiet || areNumbers ? undefined : column?.label;
                return index === 0 ? (
                  <th scope="row">{cell}</th>
                ) : (
                  <td class={classOf(column)} data-label={shown}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Heading = ({ label, quiet, href, sorted }: Column) => {
  if (quiet) return <span class="hidden">{label}</span>;
  if (href === undefined) return <>{label}</>;
  return (
    <a href={href}>
      {label}
      {sorted && <span aria-hidden="true">{sorted === "ascending" ? " ↑" : " ↓"}</span>}
    </a>
  );
};

/** Links to the next page of a list and to the first. Absent if there is only one page. */
export const Paging = ({ first, next }: { first: string | null; next: string | null }) =>
  first || next ? (
    <nav class="paging" aria-label="Pages">
      {first && (
        <a class="button plain" href={first}>
          First page
        </a>
      )}
      {next && (
        <a class="button plain" href={next} rel="next">
          Next page
        </a>
      )}
    </nav>
  ) : null;

/** An empty list: what it is for, and what to do next. */
export const Empty = ({ title, children, action }: { title: string; children: Child; action?: Child }) => (
  <div class="empty">
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </div>
);
