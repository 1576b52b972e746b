import type { GtinEntry } from "../../ground/core/linkset.ts";
import { locationOf } from "../../ground/core/plain-url.ts";
import type { UrlType } from "../../ground/core/vocabulary.ts";
import { allRows } from "../../ground/platform/d1.ts";
import { slugOf } from "./address-key.ts";
import { visitDestinations } from "./commission.ts";
import { type Affiliate, inProject, OWN_TAG, ownAffiliate, PROJECT_AFFILIATE } from "./earners.ts";
import type { RedirectEntry } from "./entry.ts";
import type { ScheduleEntry } from "./redirect-schedule.ts";
import type { ShopChoice } from "./shop-choice.ts";
import { STORED_CHOICE, storedChoice } from "./stored-choice.ts";
import { codeSubId } from "./sub-id.ts";
import { visitQueryOf } from "./visit-query.ts";

/** A row of `selectEntry`. */
export interface RedirectRow {
  id: string;
  status: RedirectEntry["status"];
  short_id: string;
  destination: string;
  version: number;
  retailer: string;
  url_type: UrlType;
  destination_reason: string | null;
  /** Its own tag. */
  tag: string | null;
  /** Of a cart, where scans may open it. */
  fallback_url: string | null;
  public_name: string | null;
  routes: string | null;
  /** JSON of the page and the offers of a choice link; null for any other link. */
  choice: string | null;
  active_from: string | null;
  active_until: string | null;
  ended_url: string | null;
  /** JSON of what it takes of the query of a visit; null for nothing. */
  query: string | null;
  /** JSON of the offer keys of a former choice link; null without such keys. */
  removed: string | null;
  /** JSON of what the address of its GTIN needs; null without a GTIN. */
  gtin: string | null;
  organization_id: string;
  project_id: string;
  /** JSON of the project's affiliate settings; null for the deployment's. */
  affiliate: string | null;
}

/** The entry in a row of `selectEntry`, or null for no row. `deployment`: its affiliate settings. */
export function fromRedirectRow(row: RedirectRow | null, deployment: Affiliate = {}): RedirectEntry | null {
  if (row === null) return null;
  // SQL built it from a validated definition.
  const taken = row.query === null ? {} : (JSON.parse(row.query) as { forward?: boolean; source?: boolean });
  const affiliate = inProject(ownAffiliate(row.affiliate), deployment);
  const queryFor = (retailer: string) => {
    const subId = codeSubId(retailer, affiliate, row.short_id);
    return visitQueryOf(retailer, { ...taken, ofChoice: row.choice !== null, subId });
  };
  const { click, scan } = visitDestinations(
    {
      retailer: row.retailer,
      urlType: row.url_type,
      destination: row.destination,
      reason: row.destination_reason,
      fallbackUrl: row.fallback_url,
      shortId: row.short_id,
      affiliate: { tag: row.tag ?? undefined },
    },
    affiliate,
  );
  return {
    linkId: row.id,
    status: row.status,
    destination: click.url,
    version: row.version,
    scans: scan?.url,
    publicName: row.public_name ?? undefined,
    // Only the delivery app's shop store writes this column.
    stores: row.routes === null ? undefined : (JSON.parse(row.routes) as ShopChoice),
    choice: row.choice === null ? undefined : storedChoice(row.choice, affiliate, queryFor),
    query: queryFor(row.retailer),
    schedule: storedSchedule(row),
    // SQL made the array of strings.
    removed: row.removed === null ? undefined : (JSON.parse(row.removed) as string[]),
    // SQL built it from a validated definition.
    gtin: row.gtin === null ? undefined : (JSON.parse(row.gtin) as GtinEntry),
    project: { organizationId: row.organization_id, projectId: row.project_id },
  };
}

/** The schedule in a row, whose times the service wrote; undefined without times. */
function storedSchedule({ active_from, active_until, ended_url }: RedirectRow): ScheduleEntry | undefined {
  if (active_from === null && active_until === null) return undefined;
  return {
    ...(active_from !== null && { from: Date.parse(active_from) }),
    ...(active_until !== null && { until: Date.parse(active_until) }),
    ...(ended_url !== null && { endedUrl: locationOf(ended_url) }),
  };
}

const COLUMNS = `id, status, short_id, destination, version, retailer, url_type, destination_reason, public_name, active_from, active_until, ended_url,
    (SELECT routes FROM delivery_app_routes WHERE link_id = links.id AND offer_key = '') AS routes,
    ${STORED_CHOICE} AS choice,
    CASE WHEN instr(content, '"forwardQuery":true') OR instr(content, '"viaAsUtmSource":true') THEN json_object(
      'forward', content -> '$.forwardQuery', 'source', content -> '$.tracking.viaAsUtmSource') END AS query,
    CASE WHEN retailer <> 'choice' THEN
      (SELECT nullif(json_group_array(key), '[]') FROM link_offers WHERE link_id = links.id) END AS removed,
    CASE WHEN instr(content, '"gtin":"') THEN json_object('intent', intent, 'links', content -> 'gtinLinks',
      'lots', content -> 'gtinLots') END AS gtin,
    CASE WHEN url_type = 'cart' THEN content ->> '$.fallbackUrl' END AS fallback_url, organization_id, project_id,
    ${PROJECT_AFFILIATE} AS affiliate, ${OWN_TAG} AS tag`;

/** Selects `columns` of the link at an address (see `addressKey`). */
function select(db: Pick<D1Database, "prepare">, columns: string, address: string): D1PreparedStatement {
  const slug = slugOf(address);
  if (!slug) return db.prepare(`SELECT ${columns} FROM links WHERE short_id = ?1`).bind(address);
  return db
    .prepare(
      `SELECT ${columns} FROM links
       WHERE id = (SELECT link_id FROM link_addresses WHERE host = ?1 AND name = ?2)`,
    )
    .bind(slug.host, slug.name);
}

/** The statement that selects the entry of an address, in a database or a session. */
export const selectEntry = (db: Pick<D1Database, "prepare">, address: string): D1PreparedStatement =>
  select(db, COLUMNS, address);

/** The primary's entry: without a session, D1 queries the primary. Rejects where D1 fails. */
export const readPrimaryEntry = async (
  db: D1Database,
  address: string,
  deployment?: Affiliate,
): Promise<RedirectEntry | null> =>
  fromRedirectRow(await selectEntry(db, address).first<RedirectRow>(), deployment);

/** A link's entry, and every address under which it is published. */
interface Publication {
  entry: RedirectEntry;
  addresses: string[];
}

const PUBLISHED_COLUMNS = `${COLUMNS},
    (SELECT json_group_array(host || '/' || name) FROM link_addresses WHERE link_id = links.id) AS slugs`;
type PublishedRow = RedirectRow & { slugs: string };

function fromPublishedRow(row: PublishedRow | null, deployment?: Affiliate): Publication | null {
  const entry = fromRedirectRow(row, deployment);
  // SQL made the array of strings.
  return row && entry && { entry, addresses: [row.short_id, ...(JSON.parse(row.slugs) as string[])] };
}

/** The primary's entry, and every address of the link: its short id, all its present and former slugs, and its GTIN. */
export const readPublication = async (
  db: D1Database,
  address: string,
  deployment?: Affiliate,
): Promise<Publication | null> =>
  fromPublishedRow(await select(db, PUBLISHED_COLUMNS, address).first<PublishedRow>(), deployment);

const OF_THESE = "FROM links WHERE short_id IN (SELECT value FROM json_each(?1))";

/** The publications of those links that are named by their short ids, by short id. */
export async function readPublications(
  db: D1Database,
  shortIds: readonly string[],
  deployment?: Affiliate,
): Promise<Map<string, Publication>> {
  const sql = `SELECT ${PUBLISHED_COLUMNS} ${OF_THESE}`;
  const rows = await allRows<PublishedRow>(db, sql, JSON.stringify(shortIds));
  return new Map(
    rows.flatMap((row) => {
      const publication = fromPublishedRow(row, deployment);
      return publication ? [[row.short_id, publication] as const] : [];
    }),
  );
}

/** The committed versions of links by short id. */
export async function readVersions(
  db: D1Database,
  shortIds: readonly string[],
): Promise<Map<string, number>> {
  const sql = `SELECT short_id, version ${OF_THESE}`;
  const rows = await allRows<{ short_id: string; version: number }>(db, sql, JSON.stringify(shortIds));
  return new Map(rows.map((row) => [row.short_id, row.version]));
}
