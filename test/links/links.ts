import type { Link, LinkRecord } from "../../src/features/links/link.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { newId, newShortId } from "../../src/ground/core/ids.ts";
import { custom, definition } from "../retailers/definitions.ts";

/** When the links of tests were created. */
export const CREATED = new Date("2026-11-20T12:00:00.000Z");

/** A link that is in no store yet, of the project that `issueKey` creates. */
export function newLink(fields: Record<string, unknown> = {}, record: Partial<LinkRecord> = {}): Link {
  return {
    ...definition({ ...custom("https://example.com/welcome"), ...fields }),
    id: newId("lnk", CREATED),
    organizationId: "acme",
    shortId: newShortId(),
    domain: "",
    status: "active",
    urlType: "custom",
    destination: "https://example.com/welcome",
    version: 1,
    createdAt: CREATED.toISOString(),
    updatedAt: CREATED.toISOString(),
    revision: 1,
    ...record,
  };
}

/** Such a link, stored. */
export async function storedLink(
  db: D1Database,
  fields?: Record<string, unknown>,
  record?: Partial<LinkRecord>,
): Promise<Link> {
  const link = newLink(fields, record);
  await linkStore(db).create({ writes: [{ link, qrCode: null, claim: null }], request: null, rows: [] });
  return link;
}

/** Stores `count` links in one statement: each like a stored one but for its ids, which begin with `lnk_` and the number `from`. */
export async function storeLike(db: D1Database, link: { id: string }, from: number, count: number) {
  const { results } = await db.prepare("SELECT name FROM pragma_table_info('links')").all<{ name: string }>();
  const names = results.map(({ name }) => name);
  const values = names.map((name) =>
    name === "id" ? "printf('lnk_%06d', value)" : name === "short_id" ? "printf('s%07d', value)" : name,
  );
  await db
    .prepare(
      `WITH RECURSIVE numbers (value) AS (SELECT ?2 UNION ALL SELECT value + 1 FROM numbers WHERE value < ?3)
       INSERT OR IGNORE INTO links (${names.join(", ")})
       SELECT ${values.join(", ")} FROM numbers CROSS JOIN links WHERE id = ?1`,
    )
    .bind(link.id, from, from + count - 1)
    .run();
}

/** What a link with a problem has beside it: a page that was given up, or products that are unavailable. */
const PROBLEMS = {
  page_failed: `INSERT INTO delivery_app_pages (link_id, offer_key, organization_id, project_id, state, attempts)
    SELECT id, '', organization_id, project_id, 'failed', 9 FROM links`,
  products_unavailable: `INSERT INTO availability_checks
      (link_id, offer_key, organization_id, project_id, retailer, outcome, checked_at, failures, due_at, visits)
    SELECT id, '', organization_id, project_id, retailer, 'unavailable', created_at, 0, created_at, 0 FROM links`,
};

/** Gives the links that fulfil a condition a problem; those that have it keep it. */
export const giveProblem = (db: D1Database, kind: keyof typeof PROBLEMS, condition: string) =>
  db.prepare(`${PROBLEMS[kind]} WHERE ${condition} ON CONFLICT DO NOTHING`).run();
