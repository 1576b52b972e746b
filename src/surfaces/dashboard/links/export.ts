import type { SHOWN_COLUMNS } from "../../../extras/imports/columns.ts";
import { LIST_COLUMNS, listCells } from "../../../extras/imports/list-columns.ts";

import { MAX_EXAMINED, selectedLinks } from "../../../features/links/edit-links.ts";
import type { Link } from "../../../features/links/link.ts";
import { openedLink } from "../../../features/links/redirect-entry.ts";
import { shownAddress } from "../../../features/links/shown-address.ts";
import { ownUrl } from "../../../ground/core/origins.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { INTENT_NAMES } from "../labels/link-labels.tsx";
import { csvDownload } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { allTexts, oneText, queryReader } from "../layout/forms.ts";
import { matchingFilter } from "./list-query.ts";

/** A line of the file: what an upload of it can change, and what only tells people which link it is. Times are UTC. */
const csvLine = (
  link: Link,
  {
    var: {
      dependencies: { origins },
    },
  }: DashboardContext,
): Record<string, string> & Record<(typeof SHOWN_COLUMNS)[number], string> => ({
  ...listCells(link),
  "Short link": shownAddress(origins, link),
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
export async function exportLinks(c: DashboardContext): Promise<Response> {
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
