import type { LinkSummary } from "../../../features/links/summarize-links.ts";
import { csvText } from "../../../ground/core/csv-text.ts";
import { type Origins, ownUrl, shortLinkUrl } from "../../../ground/core/origins.ts";
import { RETAILER_NAMES } from "../../../ground/core/retailer-names.ts";
import { STATUS_NAMES } from "../labels/link-labels.tsx";
import { INTENT_NAMES } from "../labels/variant-labels.ts";
import { csvDownload } from "../layout/downloads.ts";

const COLUMNS = [
  "Link id",
  "Name",
  "Public name",
  "Short link",
  "Status",
  "Retailer",
  "Purpose",
  "Project",
  "Tags",
  "Destination",
  "Created",
  "Changed",
] as const;

/** Links as a CSV file. Times are UTC. */
export function csvResponse(links: readonly LinkSummary[], origins: Origins, fileName: string): Response {
  const rows = links.map((link) => ({
    "Link id": link.id,
    Name: link.name,
    "Public name": link.publicName ?? "",
    "Short link": shortLinkUrl(origins, link),
    Status: STATUS_NAMES[link.status],
    Retailer: RETAILER_NAMES[link.retailer],
    Purpose: INTENT_NAMES[link.intent],
    Project: link.projectId,
    Tags: link.tags.join(", "),
    Destination: ownUrl(origins, link.destination),
    Created: link.createdAt,
    Changed: link.updatedAt,
  }));
  return csvDownload(csvText(COLUMNS, rows), fileName);
}
