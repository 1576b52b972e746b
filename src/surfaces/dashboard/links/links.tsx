import { Hono } from "hono";
import { LIST_COLUMNS, listCells } from "../../../extras/imports/link-changes.ts";
import { MAX_EXAMINED, selectedLinks } from "../../../features/links/edit-links.ts";
import type { Link } from "../../../features/links/link.ts";
import { countLinks } from "../../../features/links/list-links.ts";
import { summarizeLinks } from "../../../features/links/summarize-links.ts";
import { ownUrl, shortLinkUrl } from "../../../ground/core/origins.ts";
import { RETAILER_NAMES } from "../../../ground/core/retailer-names.ts";
import { INTENT_NAMES } from "../labels/variant-labels.ts";
import { jsonResponse, pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { csvDownload } from "../layout/downloads.ts";
import { applyBulkEdit, matchingFilter, showBulkEdit } from "./bulk-edit.tsx";
import { showEditProgress, stopEdit } from "./bulk-progress.tsx";
import { changeLinks, showLinks } from "./link-list.tsx";
import { failuresIn, ResultPage } from "./result-page.tsx";
import { showCode } from "./show-code.tsx";

/** A line of the file: what an upload of it can change, and what only tells people which link it is. Times are UTC. */
const csvLine = (link: Link, { var: { origins } }: DashboardContext): Record<string, string> => ({
  ...listCells(link),
  "Short link": shortLinkUrl(origins, link),
  Retailer: RETAILER_NAMES[link.retailer],
  Purpose: INTENT_NAMES[link.intent],
  Project: link.projectId,
  Destination: ownUrl(origins, link.destination),
  Created: link.createdAt,
  Changed: link.updatedAt,
});

/** Links as a CSV file, which changes them if it is edited and imported. */
const csvResponse = (
  c: DashboardContext,
  rows: readonly Record<string, string>[],
  fileName: string,
): Response => csvDownload(c, { columns: COLUMNS, rows }, fileName);

/** What people look for first; what can be changed and is seldom needed comes last. */
const FIRST = [
  ...["Link id", "Name", "Public name", "Short link", "Status", "Retailer", "Purpose", "Project", "Tags"],
  ...["Destination", "Created", "Changed"],
];
const COLUMNS = [...FIRST, ...LIST_COLUMNS.filter((label) => !FIRST.includes(label))];

/** The list of links and its bulk actions, below /links. */
export const links = new Hono<DashboardEnv>()
  .get("/", showLinks)
  .post("/bulk", changeLinks)
  .get("/bulk-edit", showBulkEdit)
  .post("/bulk-edit", applyBulkEdit)
  .get("/bulk-edit/:edit", showEditProgress)
  .post("/bulk-edit/:edit", stopEdit)
  .get("/count", countMatching)
  .get("/result", showResult)
  .get("/export", exportLinks)
  .route("/", showCode);

/** The links for which a bulk action failed. */
async function showResult(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const search = new URL(c.req.url).searchParams;
  const failures = failuresIn(search);
  const linkIds = failures.map(({ linkId }) => linkId);
  const failed = await summarizeLinks(workspace.actor, { linkIds }, dependencies);
  return pageResponse(
    <ResultPage workspace={workspace} search={search} failures={failures} links={failed} />,
  );
}

/** The chosen links, or else all links of the list, as a CSV file. */
async function exportLinks(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const linkIds = c.req.queries("link");
  const filter = linkIds ? null : matchingFilter(c.req.query("list") ?? "");
  const selection = filter ? { filter } : { linkIds: linkIds ?? [] };
  const rows: Record<string, string>[] = [];
  for await (const links of selectedLinks(workspace.actor, selection, dependencies))
    rows.push(...links.map((link) => csvLine(link, c)));
  const isCut = filter !== null && rows.length === MAX_EXAMINED;
  return csvResponse(c, rows, isCut ? `links-newest-${MAX_EXAMINED}.csv` : "links.csv");
}

/** How many links the list has, for the script of the bulk bar. */
async function countMatching(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const filter = matchingFilter(new URL(c.req.url).search);
  return jsonResponse({ count: filter ? await countLinks(workspace.actor, filter, dependencies) : 0 });
}
