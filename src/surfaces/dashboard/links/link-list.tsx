import type { Child } from "hono/jsx";
import { hasScope } from "../../../features/access/actor.ts";
import { mayManageKeys } from "../../../features/access/permissions.ts";
import { CREATE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { Actions, Form, LinkButton } from "../components/actions.tsx";
import { ProblemNotice } from "../components/notice.tsx";
import { Empty, Paging } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, NO_PROBLEMS, searchOf } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import bulkBar from "./bulk-bar.css";
import { BulkBar } from "./bulk-bar.tsx";
import { Filters, TagSuggestions, withoutFilters } from "./filters.tsx";
import rows from "./link-row.css";
import { LinkTable } from "./link-table.tsx";
import filters from "./links.css";
import { listPath, listQuery, listText } from "./list-query.ts";
import { type ListView, loadList } from "./list-view.ts";

const LINKS_STYLE = stylesheet(filters, rows, bulkBar);

/** The list of links. */
export async function showLinks(c: DashboardContext): Promise<Response> {
  const search = searchOf(c);
  const status = listQuery(search).filters ? 200 : 400;
  const view = await loadList(c, search, { chosen: [], tag: "", problems: NO_PROBLEMS });
  return pageResponse(listPage(view), status);
}

/** The page of the list. */
export function listPage(view: ListView) {
  const { workspace, path, query, page, projects, problems, mayChange } = view;
  const { links, nextCursor } = page;
  const scope = workspace.project?.id;
  const isProject = scope !== undefined && query.typed.get("projectId") === scope;
  const isAll = query.typed.size === (isProject ? 1 : 0) && query.cursor === undefined;
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title="Links"
      scripts={["apply", "choose", "copy"]}
      styles={[LINKS_STYLE]}
      actions={mayChange && <Create {...view} />}
    >
      {view.notices}
      {/* Elsewhere they are in the form around the links. */}
      {links.length === 0 && <ProblemNotice text={textOf(problems)} />}
      {isAll && links.length === 0 && nextCursor === null && query.filters ? (
        <NoLinks {...view} />
      ) : (
        <>
          <Filters {...{ path, query, projects, scope }} />
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
            <BulkForm {...view}>
              <LinkTable {...view} />
              <BulkBar {...view} />
            </BulkForm>
          ) : (
            query.filters && <NothingFound all={withoutFilters(path, scope)} hasMore={nextCursor !== null} />
          )}
          <Paging
            first={query.cursor === undefined ? null : listPath(path, query)}
            next={nextCursor === null ? null : listPath(path, query, { cursor: nextCursor })}
          />
        </>
      )}
    </Screen>
  );
}

const textOf = ({ form = "", fields }: FormProblems): string => [form, ...fields.values()].join(" ").trim();

const Create = ({ path }: ListView) => (
  <Actions>
    <LinkButton href={`${path}/import`} command="Import links">
      Import
    </LinkButton>
    <LinkButton href={`${path}/new`} emphasis="primary" command="Create a link" shortcut="c">
      Create a link
    </LinkButton>
  </Actions>
);

/** The form around table and bulk bar. A viewer can only export, with GET. */
const BulkForm = ({ path, query, mayChange, problems, children }: ListView & { children: Child }) =>
  mayChange ? (
    <Form action={`${path}/bulk`} problem={problems.form}>
      <input type="hidden" name="list" value={listText(query)} />
      {children}
    </Form>
  ) : (
    <form method="get" action={`${path}/export`} class="form" autocomplete="off">
      {children}
    </form>
  );

const NoLinks = ({ workspace, path }: ListView) => {
  const mayCreate = hasScope(workspace.actor, CREATE_LINK_SCOPE);
  return (
    <Empty
      title={workspace.project ? `No links of ${workspace.project.name} yet` : "No links yet"}
      action={
        mayCreate ? (
          <LinkButton href={`${path}/new`} emphasis="primary">
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

const NothingFound = ({ all, hasMore }: { all: string; hasMore: boolean }) =>
  hasMore ? (
    <Empty title="No matching links so far">
      This page searched the newest links. The next page continues with older ones.
    </Empty>
  ) : (
    <Empty title="No matching links" action={<LinkButton href={all}>Show all links</LinkButton>}>
      The search covers names, addresses, GTINs, tags, shops, URLs and product ids. Try fewer words or
      filters.
    </Empty>
  );
