import { beforeEach } from "vitest";
import { availabilityStore } from "../../src/features/availability/check-store.ts";
import type { CheckedLink } from "../../src/features/availability/checked-changes.ts";
import type { Link } from "../../src/features/links/link.ts";
import type { LinkPart } from "../../src/features/links/link-part.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { definition } from "../retailers/definitions.ts";
import { useService } from "../use-service.ts";

export const NOW = new Date("2026-11-20T12:00:00Z");
export const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

/** The database of a shared service, in which each test finds neither links nor checks, and the store of checks in it. */
export async function useCheckStore() {
  const service = await useService({}, "acme");
  await service.issueKey();
  const { DB } = service.env;
  beforeEach(async () => {
    for (const table of ["availability_checks", "availability_enrollment", "visit_days", "links"]) {
      await DB.prepare(`DELETE FROM ${table}`).run();
    }
  });
  return { DB, store: availabilityStore(DB) };
}

/** A stored link; the tests' links sort by `index`. `text` makes it large. */
export async function addLink(
  db: D1Database,
  index: number,
  fields: Record<string, unknown> = {},
  text?: string,
): Promise<LinkPart> {
  const defined = definition({
    retailer: "bigbox_w",
    intent: "product_detail",
    products: [{ retailerProductId: String(index), backupProductIds: ["9"] }],
    ...fields,
  });
  const id = `lnk_${String(index).padStart(26, "0")}`;
  const link: Link = {
    id,
    organizationId: "acme",
    shortId: id.slice(-8),
    domain: "",
    status: "active",
    urlType: "pdp",
    destination: `https://www.walmart.com/ip/${index}`,
    version: 1,
    createdAt: NOW.toISOString(),
    updatedAt: NOW.toISOString(),
    revision: 1,
    ...defined,
    ...(text !== undefined && { metadata: { text } }),
  };
  await linkStore(db).create({
    writes: [{ link, qrCode: null, claim: null }],
    request: null,
    rows: [],
  });
  return { ...link, offerKey: "" } as LinkPart;
}

export const addVisits = (db: D1Database, link: Link, hour: string, visitor: string, visits: number) =>
  db
    .prepare(
      `INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart)
     VALUES (?1, ?2, ?3, ?4, 'custom', 0, ?5, ?6, 0, 0, '{}', '{}', '{}')
     ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks, robots = robots + excluded.robots`,
    )
    .bind(
      ...[hour.slice(0, 10), link.organizationId, link.projectId, link.id],
      ...(visitor === "person" ? [visits, 0] : [0, visits]),
    )
    .run();

export const checked = (link: LinkPart, changes: Partial<CheckedLink> = {}): CheckedLink => ({
  link,
  destination: { url: link.destination, urlType: link.urlType, reason: "cart" },
  outcome: "available",
  productIds: ["1"],
  failures: 0,
  checkedAt: NOW,
  dueAt: later(6),
  wasSoldOut: false,
  ...changes,
});
export const idsOf = (checks: readonly { linkId: string }[]) => checks.map(({ linkId }) => linkId).sort();
