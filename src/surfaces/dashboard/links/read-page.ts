import { type LinkOrder, type LinkPage, listLinks } from "../../../features/links/list-links.ts";
import { loadChosenLinks } from "../../../features/links/summarize-links.ts";
import { THE_REST } from "../../../features/visits/breakdown.ts";
import { getVisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import type { DashboardContext } from "../layout/context.ts";
import { PAGE_SIZE } from "../layout/forms.ts";
import { type ListOrder, type ListQuery, listInput, VISIT_FILTERS } from "./list-query.ts";

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
