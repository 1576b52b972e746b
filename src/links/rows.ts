import type { LinkDefinition } from "../retailers/definition.ts";
import { definitionOf, type Link, type LinkRecord } from "./link.ts";

/** Content up to this length stays in the link's row; what is longer is cut into parts of it, in UTF-16 units. */
const PART_LENGTH = 500_000; // at most 1.5 MB in UTF-8; a D1 row holds 2 MB

export interface LinkRow {
  id: string;
  organization_id: string;
  project_id: string;
  short_id: string;
  name: string;
  public_name: string | null;
  retailer: Link["retailer"];
  intent: Link["intent"];
  status: Link["status"];
  url_type: Link["urlType"];
  destination: string;
  content: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

export const LINK_COLUMNS = [
  "id",
  "organization_id",
  "project_id",
  "short_id",
  "name",
  "public_name",
  "retailer",
  "intent",
  "status",
  "url_type",
  "destination",
  "content",
  "version",
  "created_at",
  "updated_at",
] as const satisfies (keyof LinkRow)[];

/** The row of a link, and the parts of its content where one row can't hold it. */
export function toLinkRow(link: Link): { row: LinkRow; parts: string[] } {
  const { projectId, name, publicName, retailer, intent, ...rest } = definitionOf(link);
  const content = JSON.stringify(rest);
  const parts = content.length > PART_LENGTH ? cut(content) : [];
  const row: LinkRow = {
    id: link.id,
    organization_id: link.organizationId,
    project_id: projectId,
    short_id: link.shortId,
    name,
    public_name: publicName ?? null,
    retailer,
    intent,
    status: link.status,
    url_type: link.urlType,
    destination: link.destination,
    content: parts.length > 0 ? null : content,
    version: link.version,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  };
  return { row, parts };
}

/** The link in a row; `content` is the row's own, or its parts joined. */
export function fromLinkRow(row: LinkRow, content: string): Link {
  const record: LinkRecord = {
    id: row.id,
    organizationId: row.organization_id,
    shortId: row.short_id,
    status: row.status,
    urlType: row.url_type,
    destination: row.destination,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  const columns = {
    projectId: row.project_id,
    name: row.name,
    ...(row.public_name !== null && { publicName: row.public_name }),
    retailer: row.retailer,
    intent: row.intent,
  };
  // Columns and content together are a definition that was validated before it was written.
  return { ...record, ...({ ...columns, ...JSON.parse(content) } as LinkDefinition) };
}

function cut(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PART_LENGTH;
    // A surrogate pair stays whole: half of one has no UTF-8.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}
