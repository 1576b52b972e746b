import type { Child } from "hono/jsx";
import { hasScope } from "../../access/actor.ts";
import { mayManageKeys } from "../../access/permissions.ts";
import type { Project } from "../../access/project.ts";
import type { Origins } from "../../core/origins.ts";
import { CHANGE_LINK_SCOPE } from "../../links/change-link.ts";
import { CREATE_LINK_SCOPE } from "../../links/create-link.ts";
import type { LinkPage } from "../../links/list-links.ts";
import type { SavedView } from "../../links/saved-views.ts";
import type { LinkPeople } from "../../visits/link-people.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Empty, Paging } from "../components/table.tsx";
import type { CodeImages } from "../layout/code-images.ts";
import type { Place } from "../layout/context.ts";
import type { FormProblems } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { Filters } from "./filters.tsx";
import { LinkTable } from "./link-table.tsx";
import { LINKS_STYLE } from "./links-style.ts";
import { type ListQuery, listPath, listText } from "./list-query.ts";
import { TagSuggestions } from "./tag-suggestions.tsx";
import { ViewTabs } from "./view-tabs.tsx";

/** What was chosen in the list and typed into its bar, when that could not be done. */
export interface BulkState {
  chosen: readonly string[];
  tag: string;
  problems: FormProblems;
}

/** The list of links. */
export const LinkListPage = ({
  place,
  query,
  page,
  images,
  people,
  projects,
  views,
  origins,
  state,
  done,
  now,
}: {
  place: Place;
  query: ListQuery;
  page: LinkPage;
  images: CodeImages;
  people: LinkPeople;
  projects: readonly Project[];
  views: readonly SavedView[];
  origins: Origins;
  state: BulkState;
  /** What was done before the list was opened again, in words. */
  done: string | null;
  now: Date;
}) => {
  const path = `${place.base}/links`;
  const { links, nextCursor } = page;
  const isAll = query.typed.size === 0 && query.cursor === undefined;
  const mayChange = hasScope(place.actor, CHANGE_LINK_SCOPE);
  // Else problems stand in the form around the links, which may be no part of this list any more.
  const problem = links.length === 0 && textOf(state.problems);
  return (
    <Screen
      place={place}
      here="Links"
      title="Links"
      scripts={["apply", "choose", "copy"]}
      styles={[LINKS_STYLE]}
      actions={<Create place={place} />}
    >
      {done && (
        <Notice kind="done" focus>
          {done}
        </Notice>
      )}
      {problem && (
        <Notice kind="problem" focus>
          {problem}
        </Notice>
      )}
      {isAll && links.length === 0 && nextCursor === null && query.filters ? (
        <NoLinks place={place} />
      ) : (
        <>
          <ViewTabs path={path} query={query} views={views} mayChange={mayChange} />
          <Filters path={path} query={query} projects={projects} />
          <TagSuggestions links={links.map(({ link }) => link)} url={`${place.base}/tags`} />
          {query.order !== page.order && query.filters && (
            <p class="hint">A list with a search or filters is in order of creation, the newest first.</p>
          )}
          {links.length > 0 ? (
            <BulkForm path={path} writes={mayChange} list={listText(query)} problem={state.problems.form}>
              <LinkTable
                path={path}
                query={query}
                order={page.order}
                links={links}
                images={images}
                people={people}
                chosen={state.chosen}
                origins={origins}
                mayEdit={mayChange}
                now={now}
              />
              <BulkBar
                canWrite={mayChange}
                codes={`${place.base}/codes`}
                tag={state.tag}
                problems={state.problems}
              />
            </BulkForm>
          ) : (
            query.filters && <NothingFound path={path} goesOn={nextCursor !== null} />
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

const Create = ({ place }: { place: Place }) =>
  hasScope(place.actor, CHANGE_LINK_SCOPE) ? (
    <Actions>
      <LinkButton href={`${place.base}/links/import`} command="Import links">
        Import
      </LinkButton>
      <LinkButton href={`${place.base}/links/new`} emphasis="primary" command="Create a link" shortcut="c">
        Create a link
      </LinkButton>
    </Actions>
  ) : null;

/** The form around table and bar. That of a viewer reads only, so it is sent as an address. */
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

const NoLinks = ({ place }: { place: Place }) => {
  const mayCreate = hasScope(place.actor, CREATE_LINK_SCOPE);
  return (
    <Empty
      title="No links yet"
      action={
        mayCreate ? (
          <LinkButton href={`${place.base}/links/new`} emphasis="primary">
            Create a link
          </LinkButton>
        ) : null
      }
    >
      A link leads shoppers to a cart, a product, a recipe or a web page, and brings a QR code with it.
      {mayCreate && " Programs create links with an API key: "}
      {mayCreate &&
        (mayManageKeys(place.actor) ? (
          <>
            <a href={`${place.base}/keys`}>issue one and copy the curl line that comes with it</a>.
          </>
        ) : (
          "an owner issues one under API keys, with a curl line to copy."
        ))}
    </Empty>
  );
};

const NothingFound = ({ path, goesOn }: { path: string; goesOn: boolean }) =>
  goesOn ? (
    <Empty title="Nothing found so far">
      Few links fit, and this page searched only the newest ones. The next page goes on with earlier links.
    </Empty>
  ) : (
    <Empty title="No link fits" action={<LinkButton href={path}>Show all links</LinkButton>}>
      The search looks in names, addresses, URLs and product ids. Try fewer words or filters.
    </Empty>
  );
