import type { Child } from "hono/jsx";

/** One column of a table. */
export interface Column {
  label: string;
  /** Numbers stand at the right, in figures of equal width. */
  numeric?: boolean;
  /** The label is for screen readers only, as over a column of buttons. */
  quiet?: boolean;
  /** Leads to the same list in the order of this column. */
  href?: string | undefined;
  /** The order that the list has by this column; absent: another column decides. */
  sorted?: "ascending" | "descending" | undefined;
}

/**
 * A table. On a phone each row becomes a block in which every cell has its column's label before it. `caption` says
 * what the table shows, for screen readers.
 */
export const Table = ({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly Column[];
  rows: readonly (readonly Child[])[];
}) => (
  <div class="scroll">
    <table>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" class={column.numeric ? "number" : undefined} aria-sort={column.sorted}>
              <Heading {...column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr data-row="">
            {cells.map((cell, index) => {
              const column = columns[index];
              const shown = column?.quiet ? undefined : column?.label;
              return index === 0 ? (
                <th scope="row">{cell}</th>
              ) : (
                <td class={column?.numeric ? "number" : undefined} data-label={shown}>
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

/** The link to the next page of a list, and back to the first. Absent where the list has one page. */
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

/** What a list shows while it has nothing: what it is for, and what to do next. */
export const Empty = ({ title, children, action }: { title: string; children: Child; action?: Child }) => (
  <div class="empty">
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </div>
);
