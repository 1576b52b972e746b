import { LIST_COLUMNS, listCells } from "../../../extras/imports/link-changes.ts";
import type { Link } from "../../../features/links/link.ts";
import { ownUrl, shortLinkUrl } from "../../../ground/core/origins.ts";
import { RETAILER_NAMES } from "../../../ground/core/retailer-names.ts";
import { INTENT_NAMES } from "../labels/variant-labels.ts";
import type { DashboardContext } from "../layout/context.ts";
import { csvDownload } from "../layout/downloads.ts";

/** A line of the file: what an upload of it can change, and what only tells people which link it is. Times are UTC. */
export const csvLine = (link: Link, { var: { origins } }: DashboardContext): Record<string, string> => ({
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
export const csvResponse = (
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
