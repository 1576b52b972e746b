import { Hono } from "hono";
import type { SHOWN_COLUMNS } from "../../../extras/imports/columns.ts";
import { LIST_COLUMNS, listCells } from "../../../extras/imports/link-changes.ts";
import { MAX_EXAMINED, selectedLinks } from "../../../features/links/edit-links.ts";
import { type Link, openedLink } from "../../../features/links/link.ts";
import { countLinks } from "../../../features/links/list-links.ts";
import { ownUrl, shortLinkUrl } from "../../../ground/core/origins.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { INTENT_NAMES } from "../labels/link-labels.tsx";
import { csvDownload, jsonResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { allTexts, oneText, queryReader, searchOf } from "../layout/forms.ts";
import { applyBulkEdit, showBulkEdit } from "./bulk-edit.tsx";
import { editProgress } from "./bulk-progress.tsx";
import { changeLinks, showLinks } from "./link-list.tsx";
import { matchingFilter } from "./list-query.ts";
import { showResult } from "./result-page.tsx";
import { showCode } from "./show-code.tsx";

/** The list of links and its bulk actions, below /links. */
export const links = new Hono<DashboardEnv>()
  .get("/", showLinks)
  .post("/bulk", changeLinks)
  .get("/bulk-edit", showBulkEdit)
  .post("/bulk-edit", applyBulkEdit)
  .on(FORM, "/bulk-edit/:edit", editProgress)
  .get("/count", countMatching)
  .get("/result", showResult)
  .get("/export", exportLinks)
  .route("/", showCode);

/** How many links the list has, for the script of the bulk bar. */
async function countMatching(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const filter = matchingFilter(String(searchOf(c)));
  return jsonResponse({ count: filter ? await countLinks(workspace.actor, filter, dependencies) : 0 });
}

/** A line of the file: what an upload of it can change, and what only tells people which link it is. Times are UTC. */
const csvLine = (
  link: Link,
  { var: { origins } }: DashboardContext,
): Record<string, string> & Record<(typeof SHOWN_COLUMNS)[number], string> => ({
  ...listCells(link),
  "Short link": shortLinkUrl(origins, link),
  Retailer: RETAILER_NAMES[link.retailer],
  Purpose: INTENT_NAMES[link.intent],
  Project: link.projectId,
  Destination: ownUrl(origins, openedLink(link).destination),
  Created: link.createdAt,
  Changed: link.updatedAt,
});

/** What people look for first; what can be changed and is seldom needed comes last. */
const FIRST = [
  ...["Link id", "Name", "Public name", "Short link", "Status", "Retailer", "Purpose", "Project", "Tags"],
  ...["Destination", "Created", "Changed"],
];
const COLUMNS = [...FIRST, ...LIST_COLUMNS.filter((label) => !FIRST.includes(label))];

const selectionQuery = queryReader({ link: allTexts, list: oneText });

/** The chosen links, or else all links of the list, as a CSV file, which changes them if it is edited and imported. */
async function exportLinks(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const { link: linkIds, list } = selectionQuery(c);
  const filter = linkIds.length > 0 ? null : matchingFilter(list);
  const selection = filter ? { filter } : { linkIds };
  const rows: Record<string, string>[] = [];
  for await (const links of selectedLinks(workspace.actor, selection, dependencies))
    rows.push(...links.map((link) => csvLine(link, c)));
  const isCut = filter !== null && rows.length === MAX_EXAMINED;
  const fileName = isCut ? `links-newest-${MAX_EXAMINED}.csv` : "links.csv";
  return csvDownload(c, { columns: COLUMNS, rows }, fileName);
}
