import type { Child } from "hono/jsx";
import { pageResponse } from "../layout/answers.ts";
import type { Asset } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { cursorIn, searchOf } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import type { ScreenName } from "../layout/navigation.ts";
import { LinkButton } from "./actions.tsx";
import { Done } from "./notice.tsx";
import { type Column, Empty, Paging, Table } from "./table.tsx";

/** A part of a screen that depends on what it lists. */
type PartOf<T, Part = Child> = (loaded: T, c: DashboardContext) => Part;

/** A button that opens the form at `path`, below the organization's base path; with a `command`, the key `c` does too. */
interface Addition {
  path: string;
  label: string;
  command?: string;
}

/** A screen with one list, described by its parts. `?cursor=` names the page of the list, and `?done=` a message. */
export interface ListPage<T, Row> {
  tab: ScreenName;
  /** The heading, also the caption of the table unless `caption` says more. */
  title: string | ((loaded: T) => string);
  caption?: string;
  load(c: DashboardContext, cursor: string | undefined): Promise<T>;
  rows(loaded: T): readonly Row[];
  /** The cursor of the next page; null on the last page. */
  next?(loaded: T): string | null;
  columns: readonly (Column | string)[] | ((loaded: T) => readonly (Column | string)[]);
  cells(row: Row, loaded: T, c: DashboardContext): readonly Child[];
  /** The button that adds something: beside the title, or in the empty list. */
  add?: Addition | PartOf<T, Addition | null>;
  /** What the list is for: above its rows, or in place of them below the title of the empty list. */
  about: PartOf<T>;
  empty?: PartOf<T, string>;
  messages?: Readonly<Record<string, string>>;
  before?: PartOf<T>;
  after?: PartOf<T>;
  styles?: readonly Pick<Asset, "path">[];
}

/** The handler of a described list. */
export const listPage =
  <T, Row>(page: ListPage<T, Row>) =>
  async (c: DashboardContext): Promise<Response> => {
    const cursor = cursorIn(c);
    const loaded = await page.load(c, cursor);
    const rows = page.rows(loaded);
    const next = page.next?.(loaded) ?? null;
    const title = typeof page.title === "string" ? page.title : page.title(loaded);
    const adds = typeof page.add === "function" ? page.add(loaded, c) : page.add;
    const add = adds && <AddButton {...adds} base={c.var.workspace.base} />;
    const empty = rows.length === 0 && cursor === undefined ? page.empty?.(loaded, c) : undefined;
    const pageAt = (position?: string): string => {
      const query = searchOf(c);
      query.delete("done");
      query.delete("cursor");
      if (position !== undefined) query.set("cursor", position);
      return query.size === 0 ? c.req.path : `${c.req.path}?${query}`;
    };
    return pageResponse(
      <Screen
        workspace={c.var.workspace}
        tab={page.tab}
        title={title}
        styles={page.styles ?? []}
        actions={empty ? null : add}
      >
        <Done c={c} messages={page.messages ?? {}} />
        {empty ? (
          <Empty title={empty} action={add}>
            {page.about(loaded, c)}
          </Empty>
        ) : (
          <>
            {page.before?.(loaded, c)}
            <p class="quiet">{page.about(loaded, c)}</p>
            <Table
              caption={page.caption ?? title}
              columns={typeof page.columns === "function" ? page.columns(loaded) : page.columns}
              rows={rows.map((row) => page.cells(row, loaded, c))}
            />
          </>
        )}
        <Paging first={cursor === undefined ? null : pageAt()} next={next === null ? null : pageAt(next)} />
        {page.after?.(loaded, c)}
      </Screen>,
    );
  };

const AddButton = ({ base, path, label, command }: Addition & { base: string }) => (
  <LinkButton
    href={base + path}
    emphasis={command ? "primary" : "plain"}
    {...(command && { command, shortcut: "c" })}
  >
    {label}
  </LinkButton>
);
