import type { Child } from "hono/jsx";
import { hasScope } from "../../../features/access/actor.ts";
import { mayManageKeys } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import type { KnownDetails } from "../../../features/availability/product-details.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/links/change-link.ts";
import { CREATE_LINK_SCOPE } from "../../../features/links/create-link.ts";
import type { DailyPeople } from "../../../features/visits/link-people.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { Actions, Form, LinkButton } from "../components/actions.tsx";
import { Notice } from "../components/notice.tsx";
import { Empty, Paging } from "../components/table.tsx";
import type { CodeImages } from "../layout/code-images.ts";
import type { Workspace } from "../layout/context.ts";
import type { FormProblems } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { Filters, TagSuggestions } from "./filters.tsx";
import { LinkTable } from "./link-table.tsx";
import { LINKS_STYLE } from "./links-style.ts";
import { type ListQuery, listPath, listText } from "./list-query.ts";
import type { ListPage } from "./read-page.ts";

/** What was chosen in the list and typed into its bulk bar, after a bulk action failed. */
export interface BulkState {
  chosen: readonly string[];
  tag: string;
  problems: FormProblems;
}

/** The list of links. */
export const LinkListPage = ({
  workspace,
  query,
  page,
  images,
  details,
  people,
  projects,
  notices,
  origins,
  state,
  done,
  now,
}: {
  workspace: Workspace;
  query: ListQuery;
  page: ListPage;
  images: CodeImages;
  /** Of the first product of each link. */
  details: KnownDetails;
  people: DailyPeople;
  projects: readonly Project[];
  /** What extras say. */
  notices: Child[];
  origins: Origins;
  state: BulkState;
  /** The message after a bulk action. */
  done: string | null;
  now: Date;
}) => {
  const path = `${workspace.base}/links`;
  const { links, nextCursor } = page;
  const hasPages = query.cursor !== undefined || nextCursor !== null;
  const isAll = query.typed.size === 0 && query.cursor === undefined;
  const mayChange = hasScope(workspace.actor, CHANGE_LINK_SCOPE);
  // The problems are shown in the form around the links, unless the list is empty now.
  const problem = links.length === 0 && textOf(state.problems);
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title="Links"
      scripts={["apply", "choose", "copy"]}
      styles={[LINKS_STYLE]}
      actions={<Create workspace={workspace} />}
    >
      {done && (
        <Notice kind="done" focus>
          {done}
        </Notice>
      )}
      {notices}
      {problem && (
        <Notice kind="problem" focus>
          {problem}
        </Notice>
      )}
      {isAll && links.length === 0 && nextCursor === null && query.filters ? (
        <NoLinks workspace={workspace} />
      ) : (
        <>
          <Filters path={path} query={query} projects={projects} />
          <TagSuggestions links={links.map(({ link }) => link)} url={`${workspace.base}/tags`} />
          {query.order !== page.order && query.filters && (
            <p class="hint">
              With {query.order === "visits" ? "these" : "a search or"} filters, the newest links come first.
            </p>
          )}
          {page.order === "visits" && (
            <p class="hint">Up to 100 links with the most visits in the last 30 days</p>
          )}
          {links.length > 0 ? (
            <BulkForm path={path} writes={mayChange} list={listText(query)} problem={state.problems.form}>
              <LinkTable
                path={path}
                query={query}
                order={page.order}
                links={links}
                images={images}
                details={details}
                people={people}
                chosen={state.chosen}
                origins={origins}
                mayEdit={mayChange}
                now={now}
              />
              <BulkBar
                canWrite={mayChange}
                codes={`${workspace.base}/codes`}
                tag={state.tag}
                problems={state.problems}
                countPath={hasPages && page.order !== "visits" ? listPath(`${path}/count`, query) : null}
              />
            </BulkForm>
          ) : (
            query.filters && <NothingFound path={path} hasMore={nextCursor !== null} />
          )}
          <Paging
            first={query.cursor === undefined ? null : listPath(path, query)}
            next={nextCursor === null ? null : listPath(path, query, { cursor: nextCursor })}
          />
        </>
      )}
    </Screen>
  );
};

const textOf = ({ form = "", fields }: FormProblems): string => [form, ...fields.values()].join(" ").trim();

const Create = ({ workspace }: { workspace: Workspace }) =>
  hasScope(workspace.actor, CHANGE_LINK_SCOPE) ? (
    <Actions>
      <LinkButton href={`${workspace.base}/links/import`} command="Import links">
        Import
      </LinkButton>
      <LinkButton
        href={`${workspace.base}/links/new`}
        emphasis="primary"
        command="Create a link"
        shortcut="c"
      >
        Create a link
      </LinkButton>
    </Actions>
  ) : null;

/** The form around table and bulk bar. A viewer can only export, with GET. */
const BulkForm = ({
  path,
  writes,
  list,
  problem,
  children,
}: {
  path: string;
  writes: boolean;
  list: string;
  problem: string | undefined;
  children: Child;
}) =>
  writes ? (
    <Form action={`${path}/bulk`} problem={problem}>
      <input type="hidden" name="list" value={list} />
      {children}
    </Form>
  ) : (
    <form method="get" action={`${path}/export`} class="form">
      {children}
    </form>
  );

const NoLinks = ({ workspace }: { workspace: Workspace }) => {
  const mayCreate = hasScope(workspace.actor, CREATE_LINK_SCOPE);
  return (
    <Empty
      title="No links yet"
      action={
        mayCreate ? (
          <LinkButton href={`${workspace.base}/links/new`} emphasis="primary">
            Create a link
          </LinkButton>
        ) : null
      }
    >
      A link opens a cart, a product, a recipe or a web page, and has a QR code.
      {mayCreate && " To create links from a program, "}
      {mayCreate &&
        (mayManageKeys(workspace.actor) ? (
          <>
            <a href={`${workspace.base}/keys`}>issue an API key</a>.
          </>
        ) : (
          "ask an owner for an API key."
        ))}
    </Empty>
  );
};

const NothingFound = ({ path, hasMore }: { path: string; hasMore: boolean }) =>
  hasMore ? (
    <Empty title="No matching links so far">
      This page searched the newest links. The next page continues with older ones.
    </Empty>
  ) : (
    <Empty title="No matching links" action={<LinkButton href={path}>Show all links</LinkButton>}>
      The search covers names, addresses, GTINs, tags, shops, URLs and product ids. Try fewer words or
      filters.
    </Empty>
  );
