import { MARKETPLACE_COUNTRIES, MARKETPLACES } from "../../ground/core/marketplaces.ts";
import { allRows } from "../../ground/platform/d1.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireReach, requireScope } from "../access/permissions.ts";
import { LIST_LINKS_SCOPE } from "../access/scopes.ts";

/** The most links that are counted, so that a large project costs no more. */
export const MAX_COUNTED = 10_000;

/** The sites of retailers that pay a commission, besides those of the marketplace. */
/** The retailers that pay a commission. */
export const PAYING_RETAILERS = ["marketplace", "bigbox_w", "bigbox_t"] as const;
export type PayingRetailer = (typeof PAYING_RETAILERS)[number];

const PAYING = `(${PAYING_RETAILERS.map((retailer) => `'${retailer}'`).join(", ")})`;

const SITES = { bigbox_w: "walmart.com", bigbox_t: "target.com" } as const;

/** How many links open a site that pays a commission, choices of shops with such a shop among them. */
export interface EarningLinks {
  /** By site, such as `amazon.com`; 0 for sites that are absent. */
  bySite: ReadonlyMap<string, number>;
  /** Links of the retailer itself, by retailer: those that a list of links finds by it. */
  byRetailer: ReadonlyMap<string, number>;
  /** Those with a tag of their own, which settings do not change. */
  ownTags: number;
  /** Whether the project has more links than are counted. */
  isCut: boolean;
}

/** In a query of `links`: whether the link is in the index `links_by_own_tag`. */
export const HAS_OWN_TAG = `instr(content, '"affiliate":{') > 0`;

const COUNT = `WITH
  counted AS (SELECT id, retailer, destination FROM links
    WHERE organization_id = ?1 AND project_id = ?2 ORDER BY id DESC LIMIT ?3),
  opened AS (
    SELECT id, retailer, destination FROM counted WHERE retailer IN ${PAYING}
    UNION ALL SELECT counted.id, 'choice', link_offers.destination FROM counted
      JOIN link_offers ON link_id = counted.id AND place IS NOT NULL
      WHERE counted.retailer = 'choice' AND link_offers.retailer IN ${PAYING}),
  sites AS (SELECT id, retailer,
    replace(substr(destination, 9, instr(substr(destination, 9) || '/', '/') - 1), 'www.', '') AS site FROM opened)
  SELECT site, retailer, count(DISTINCT id) AS links, (SELECT count(*) FROM counted) AS counted,
    (SELECT count(*) FROM links INDEXED BY links_by_own_tag
      WHERE organization_id = ?1 AND project_id = ?2 AND ${HAS_OWN_TAG}) AS ownTags
  FROM sites GROUP BY site, retailer`;

/** Counts the links of a project that may earn a commission. Throws `project_access_denied`. */
export async function countEarningLinks(
  actor: OrganizationActor,
  { projectId }: { projectId: string },
  { db }: { db: D1Database },
): Promise<EarningLinks> {
  requireScope(actor, LIST_LINKS_SCOPE);
  requireReach(actor, projectId);
  const known = new Set<string>([
    ...MARKETPLACE_COUNTRIES.map((each) => MARKETPLACES[each]),
    ...Object.values(SITES),
  ]);
  const rows = await allRows<{
    site: string;
    retailer: string;
    links: number;
    counted: number;
    ownTags: number;
  }>(db, COUNT, actor.organizationId, projectId, MAX_COUNTED + 1);
  const bySite = new Map<string, number>();
  const byRetailer = new Map<string, number>();
  for (const { site, retailer, links } of rows) {
    if (!known.has(site)) continue;
    bySite.set(site, (bySite.get(site) ?? 0) + links);
    if (retailer !== "choice") byRetailer.set(retailer, (byRetailer.get(retailer) ?? 0) + links);
  }
  const [{ counted = 0, ownTags = 0 } = {}] = rows;
  return { bySite, byRetailer, ownTags, isCut: counted > MAX_COUNTED };
}

/** The sites of a retailer that pays a commission. */
export const sitesOf = (retailer: "marketplace" | keyof typeof SITES): readonly string[] =>
  retailer === "marketplace" ? MARKETPLACE_COUNTRIES.map((each) => MARKETPLACES[each]) : [SITES[retailer]];
