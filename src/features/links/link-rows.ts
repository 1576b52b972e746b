import { gtinPath } from "../../ground/core/gtin.ts";
import { keptOf } from "../../ground/core/origins.ts";
import { searchForm } from "../../ground/core/text.ts";
import { readable } from "../../ground/core/urls.ts";
import { RETAILER_NAMES } from "../../ground/core/vocabulary.ts";
import { STORED_SLUGS } from "../addresses/address-statements.ts";
import { fromQrCodeRow, STORED_QR_CODE_COLUMNS, type StoredQrCodeRow } from "../qr-codes/qr-code.ts";
import { labelOf } from "../retailers/choice-offer.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { isReasonCode } from "../retailers/destination-reasons.ts";
import { type Affiliate, inProject, ownAffiliate, PROJECT_AFFILIATE } from "../short-links/earners.ts";
import { bytesOf } from "../writes/usage-statements.ts";
import { definitionOf, type Link, type LinkRecord } from "./link.ts";
import { definitionParts } from "./link-part.ts";
import type { LinkWithQrCode } from "./link-write.ts";
import { STORED_OFFERS, storedOffers } from "./offer-rows.ts";

/** A row of `links`, without columns that are only searched or counted. */
interface LinkRow {
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
  destination_reason: string | null;
  content: string;
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

/** A row as read. */
export type StoredLinkRow = LinkRow & {
  /** JSON of a choice link's offers, including removed offers; null for other links. */
  offers: string | null;
  /** JSON of every slug that the link uses or used. */
  slugs: string;
  /** JSON of its project's affiliate settings; null if it has none. */
  affiliate: string | null;
};

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
export const LINK_SELECTION = `${LINK_COLUMNS.map((column) => `links.${column}`).join(", ")}, ${STORED_OFFERS} AS offers, ${STORED_SLUGS} AS slugs,
  ${PROJECT_AFFILIATE} AS affiliate`;

/** A row as a creation or a change of the definition writes it. */
export type WrittenLinkRow = LinkRow & { search_text: string };

export function toLinkRow(link: Link): WrittenLinkRow {
  const { projectId, name, publicName, slug, retailer, intent, schedule, ...rest } = definitionOf(link);
  return {
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
    destination_reason: link.reason ?? null,
    content: JSON.stringify(rest),
    version: link.version,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
    revision: link.revision,
    domain: link.domain,
    slug: slug ?? null,
    active_from: schedule?.activeFrom ?? null,
    active_until: schedule?.activeUntil ?? null,
    ended_url: schedule?.endedUrl ?? null,
    search_text: searchTextOf(link),
  };
}

/** A row with `more` values as JSON. Its content is inserted as JSON rather than as an escaped string, which is shorter. */
export const rowJson = ({ content, ...row }: WrittenLinkRow, more: object): string =>
  `{"content":${content},${JSON.stringify({ ...row, ...more }).slice(1)}`;

/** Bytes of a link's texts. The search text counts twice: in the row and in an index. */
export const bytesOfRow = (row: WrittenLinkRow): number =>
  bytesOf(row.name, row.public_name, row.destination, row.content) +
  bytesOf(row.active_from, row.active_until, row.ended_url) +
  2 * bytesOf(row.search_text);

/** The schedule in a row's columns, if any. */
function scheduleOf({
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

/** The link in a row. `deployment`: its affiliate settings. */
export function fromLinkRow(row: StoredLinkRow, deployment: Affiliate = {}): Link {
  // SQL made the array of names.
  const slugs = JSON.parse(row.slugs) as string[];
  const { destination_reason: reason } = row;
  const record: LinkRecord = {
    id: row.id,
    organizationId: row.organization_id,
    shortId: row.short_id,
    domain: row.domain,
    ...(slugs.length > 0 && { slugs }),
    status: row.status,
    urlType: row.url_type,
    destination: row.destination,
    reason: reason !== null && isReasonCode(reason) ? reason : undefined,
    ...(row.offers !== null && storedOffers(row.offers)),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    affiliateSettings: inProject(ownAffiliate(row.affiliate), deployment),
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
  // Columns and content together form a definition that was validated before it was written.
  return { ...record, ...({ ...columns, ...JSON.parse(row.content) } as LinkDefinition) };
}

/**
 * Maximum search text of a link, in bytes, so that its row stays below D1's limit of 2 MB. Enough for 100 products with
 * 25 backups each, with ids of 128 letters. Text beyond the limit is not searchable.
 */
const MAX_BYTES = 350_000;

/**
 * The searchable text of a link in search form, one line per text: id, names, slugs, kept addresses, GTIN, retailers, custom URLs, tags, and
 * products with backups, of all offers.
 */
export function searchTextOf(link: Link): string {
  const parts = definitionParts(link).map(({ definition }) => definition);
  const products = parts.flatMap((part) => part.products ?? []);
  const texts = [
    link.id,
    link.name,
    link.publicName,
    link.shortId,
    ...(link.slugs ?? []),
    ...keptOf(link).flatMap((path) => [path, readable(path)]),
    // The digits of a shorter form end those of the longest.
    ...(link.gtin === undefined ? [] : [gtinPath(link.gtin)]),
    ...[link, ...parts].flatMap(({ retailer }) => [RETAILER_NAMES[retailer], retailer]),
    ...(link.offers?.map(labelOf) ?? []),
    ...parts.map(({ customUrl }) => customUrl),
    ...(link.tracking?.tags ?? []),
    ...products.map(({ retailerProductId }) => retailerProductId),
    ...products.flatMap(({ backupProductIds }) => backupProductIds ?? []),
  ].filter((text) => text !== undefined);
  return cut([...new Set(texts.map(searchForm))].join("\n"));
}

/** Truncates a text to MAX_BYTES in UTF-8. */
function cut(text: string): string {
  if (text.length * 3 <= MAX_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_BYTES));
  return text.slice(0, read);
}

/** A row of `links` with its default QR code as a JSON object; null if it has none. */
export type LinkWithQrCodeRow = StoredLinkRow & { default_qr_code: string | null };

/** The columns of a `LinkWithQrCodeRow`, in a query of `links`. */
export const LINK_WITH_QR_CODE_COLUMNS = `${LINK_SELECTION},
    (SELECT json_object(${STORED_QR_CODE_COLUMNS.map((column) => `'${column}', ${column}`).join(", ")})
     FROM qr_codes WHERE link_id = links.id AND is_default = 1) AS default_qr_code`;

export function fromLinkWithQrCodeRow(row: LinkWithQrCodeRow, deployment?: Affiliate): LinkWithQrCode {
  const { default_qr_code: qrCode } = row;
  return {
    link: fromLinkRow(row, deployment),
    // SQL built this object from the row's own columns.
    qrCode: qrCode === null ? null : fromQrCodeRow(JSON.parse(qrCode) as StoredQrCodeRow),
  };
}
