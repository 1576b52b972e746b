import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { findProductDetails } from "../../../features/availability/product-details.ts";
import { type LinkOrder, type LinkPage, listLinks } from "../../../features/links/list-links.ts";
import { loadChosenLinks } from "../../../features/links/summarize-links.ts";
import { THE_REST } from "../../../features/visits/breakdown.ts";
import { getVisitReport } from "../../../features/visits/get-visit-report.ts";
import { getLinkPeople } from "../../../features/visits/link-people.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import { productsOf } from "../labels/products.tsx";
import { codeImages } from "../layout/code-images.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, PAGE_SIZE } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { LIST_NOTICES } from "../panels/list-notices.ts";
import { type ListOrder, type ListQuery, listInput, listQuery, VISIT_FILTERS } from "./list-query.ts";

/** One page of the list, in the order that was possible. */
export interface ListPage extends Omit<LinkPage, "order"> {
  order: ListOrder;
}

const NO_LINKS = { links: [], nextCursor: null, order: "created" as LinkOrder };

/** A page of the list of links; empty for invalid filters. Throws as the verbs do. */
export async function readPage(c: DashboardContext, query: ListQuery): Promise<ListPage> {
  const input = listInput(query);
  if (!input) return NO_LINKS;
  const byVisits = query.order === "visits" ? await mostVisited(c, query) : null;
  return byVisits ?? listLinks(c.var.workspace.actor, input, c.var.dependencies);
}

/**
 * The links with the most visits in the last 30 days, without those that had none. Null if the filters or the number of
 * links don't allow it. The cursor is the number of links before the page.
 */
async function mostVisited(
  c: DashboardContext,
  { typed, cursor = "0" }: ListQuery,
): Promise<ListPage | null> {
  const { workspace, dependencies } = c.var;
  if ([...typed.keys()].some((name) => !VISIT_FILTERS.includes(name))) return null;
  const report = await getVisitReport(
    workspace.actor,
    { interval: "day", filter: Object.fromEntries(typed), by: ["link"] },
    dependencies,
  );
  const [breakdown] = report.breakdowns;
  const rows = breakdown && answerOf(breakdown.answer)?.rows;
  if (!rows) return null;
  const ids = rows
    .filter(({ key, scans, clicks }) => key !== THE_REST && scans + clicks > 0)
    .map(({ key }) => key);
  const from = /^\d{1,5}$/.test(cursor) ? Number(cursor) : 0;
  const linkIds = ids.slice(from, from + PAGE_SIZE);
  const links: LinkPage["links"] = [];
  if (linkIds.length > 0)
    for await (const part of loadChosenLinks(workspace.actor, { linkIds }, dependencies)) links.push(...part);
  const next = from + PAGE_SIZE;
  return { links, nextCursor: next < ids.length ? String(next) : null, order: "visits" };
}

/** What was chosen in the list and typed into its bulk bar, after a bulk action failed. */
interface BulkState {
  chosen: readonly string[];
  tag: string;
  problems: FormProblems;
}

/** Everything that the list of links shows. Its parts take from it what they need. */
export async function loadList(c: DashboardContext, search: URLSearchParams, bulk: BulkState) {
  const { workspace, dependencies } = c.var;
  const { origins } = dependencies;
  const query = listQuery(search);
  const [page, projects, notices] = await Promise.all([
    readPage(c, query),
    openProjects(workspace, dependencies),
    Promise.all(Object.values(LIST_NOTICES).map((notice) => notice(c))),
  ]);
  const links = page.links.map(({ link }) => link);
  const projectIds = links.map(({ projectId }) => projectId);
  const firstProducts = links.flatMap((link) => productsOf(link).slice(0, 1));
  const [people, images, details] = await Promise.all([
    getLinkPeople(workspace.actor, { links }, dependencies),
    codeImages(workspace.actor.organizationId, projectIds, dependencies),
    findProductDetails(firstProducts, 0, dependencies),
  ]);
  return {
    ...{ workspace, origins, query, page, projects, notices, people, images, details, ...bulk },
    path: `${workspace.base}/links`,
    mayChange: hasScope(workspace.actor, CHANGE_LINK_SCOPE),
    now: dependencies.now(),
  };
}

export type ListView = Awaited<ReturnType<typeof loadList>>;
