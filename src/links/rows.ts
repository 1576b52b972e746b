import { cut, PART_LENGTH } from "../core/row-parts.ts";
import { bytesOf } from "../quotas/stored-bytes.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { isReasonCode, type ReasonCode } from "../retailers/reasons.ts";
import { definitionOf, type Link, type LinkRecord } from "./link.ts";

/** A row of `links`. */
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
  /** The version of the link that it was written with, and the code, as in `3:search_page`. */
  destination_reason: string | null;
  content: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  revision: number;
}

/** The columns of a `LinkRow`. */
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
  "destination_reason",
  "content",
  "version",
  "created_at",
  "updated_at",
  "revision",
] as const satisfies (keyof LinkRow)[];

/**
 * The value of `destination_reason`. The version makes every value new, so that the trigger `links_forget_reason` can
 * tell a destination that was written with its reason from one that an earlier version of the service wrote without.
 */
export const reasonColumn = ({ version, reason }: Pick<LinkRecord, "version" | "reason">): string | null =>
  reason ? `${version}:${reason}` : null;

function reasonIn({ destination_reason: text }: LinkRow): ReasonCode | undefined {
  const code = text?.slice(text.indexOf(":") + 1);
  return code !== undefined && isReasonCode(code) ? code : undefined;
}

/** The row of a link, and the parts of its content if one row can't hold it. */
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
    destination_reason: reasonColumn(link),
    content: parts.length > 0 ? null : content,
    version: link.version,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
    revision: link.revision,
  };
  return { row, parts };
}

/** What a link's own texts take, in bytes. */
export function bytesOfLink(link: Link): number {
  const { row, parts } = toLinkRow(link);
  return bytesOf(row.name, row.public_name, row.destination, row.content, ...parts);
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
    reason: reasonIn(row),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
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
