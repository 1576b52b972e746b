import { STORED_SLUGS } from "../addresses/address-statements.ts";
import { cut, PART_LENGTH } from "../core/row-parts.ts";
import { bytesOf } from "../quotas/stored-bytes.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { isReasonCode, type ReasonCode } from "../retailers/reasons.ts";
import { choiceLeading } from "./choice-leading.ts";
import { definitionOf, type Link, type LinkRecord } from "./link.ts";
import { partsOf } from "./link-part.ts";
import { STORED_OFFERS, storedOffers } from "./offer-rows.ts";

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
  domain: string;
  slug: string | null;
  active_from: string | null;
  active_until: string | null;
  ended_url: string | null;
}

/** The row of a link as it is read. */
export type StoredLinkRow = LinkRow & {
  /** JSON of the offers of a choice link, those that are gone included; null for any other link. */
  offers: string | null;
  /** JSON of every slug that the link has or had. */
  slugs: string;
};

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
  "domain",
  "slug",
  "active_from",
  "active_until",
  "ended_url",
] as const satisfies (keyof LinkRow)[];

/** The columns of a `StoredLinkRow`, in a query of `links`. */
export const LINK_SELECTION = `${LINK_COLUMNS.map((column) => `links.${column}`).join(", ")}, ${STORED_OFFERS} AS offers, ${STORED_SLUGS} AS slugs`;

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
  const { projectId, name, publicName, slug, retailer, intent, schedule, ...rest } = definitionOf(link);
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
    ...leadingColumns(link),
    content: parts.length > 0 ? null : content,
    version: link.version,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
    revision: link.revision,
    domain: link.domain,
    slug: slug ?? null,
    active_from: schedule?.activeFrom ?? null,
    active_until: schedule?.activeUntil ?? null,
    ended_url: schedule?.endedUrl ?? null,
  };
  return { row, parts };
}

/** What a link's own texts take, in bytes. */
export function bytesOfLink(link: Link): number {
  const { row, parts } = toLinkRow(link);
  const { active_from, active_until, ended_url } = row;
  const schedule = [active_from, active_until, ended_url];
  return bytesOf(row.name, row.public_name, row.destination, row.content, ...schedule, ...parts);
}

/** The columns of where a link leads. A version of the service that knows no choices leads to their first offer. */
function leadingColumns(link: Link): Pick<LinkRow, "url_type" | "destination" | "destination_reason"> {
  const first = link.retailer === "choice" ? partsOf(link)[0] : undefined;
  if (first) return { url_type: first.urlType, destination: first.destination, destination_reason: null };
  return { url_type: link.urlType, destination: link.destination, destination_reason: reasonColumn(link) };
}

/** Where the link of a row leads: a choice to its own page, whose offers are stored beside it. */
const leadingOf = (row: StoredLinkRow) =>
  row.retailer === "choice"
    ? choiceLeading(row.short_id, storedOffers(row.offers ?? "[]"))
    : { urlType: row.url_type, destination: row.destination, reason: reasonIn(row) };

/** The schedule in the columns of a row; nothing where it has none. */
export function scheduleOf({
  active_from,
  active_until,
  ended_url,
}: Pick<LinkRow, "active_from" | "active_until" | "ended_url">): Pick<Link, "schedule"> {
  if (active_from === null && active_until === null && ended_url === null) return {};
  const schedule = {
    ...(active_from !== null && { activeFrom: active_from }),
    ...(active_until !== null && { activeUntil: active_until }),
    ...(ended_url !== null && { endedUrl: ended_url }),
  };
  return { schedule };
}

/** The link in a row; `content` is the row's own, or its parts joined. */
export function fromLinkRow(row: StoredLinkRow, content: string): Link {
  // SQL made the array of names.
  const slugs = JSON.parse(row.slugs) as string[];
  const record: LinkRecord = {
    id: row.id,
    organizationId: row.organization_id,
    shortId: row.short_id,
    domain: row.domain,
    ...(slugs.length > 0 && { slugs }),
    status: row.status,
    ...leadingOf(row),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  };
  const columns = {
    projectId: row.project_id,
    name: row.name,
    ...(row.public_name !== null && { publicName: row.public_name }),
    ...(row.slug !== null && { slug: row.slug }),
    retailer: row.retailer,
    intent: row.intent,
    ...scheduleOf(row),
  };
  // Columns and content together are a definition that was validated before it was written.
  return { ...record, ...({ ...columns, ...JSON.parse(content) } as LinkDefinition) };
}
