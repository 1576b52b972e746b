import { encodeDocuments } from "../../src/links/search-block.ts";
import { documentOf, type SearchDocument } from "../../src/links/search-document.ts";
import { one } from "../retailers/definitions.ts";
import { CREATED, newLink, storedLink, storeLike } from "./links.ts";

export const id = (number: number) => `lnk_${number.toString().padStart(6, "0")}`;
/** So many hours after the links were created. */
export const hours = (count: number) => new Date(CREATED.getTime() + count * 3_600_000);
export const soon = { schedule: { activeFrom: hours(1).toISOString() } };
export const over = { schedule: { activeUntil: hours(-1).toISOString() } };

/** Writes a block of the search, which begins with the first of its documents. */
async function storeBlock(db: D1Database, organizationId: string, documents: readonly SearchDocument[]) {
  const sql = "INSERT INTO link_search_blocks (organization_id, from_link_id, documents) VALUES (?1, ?2, ?3)";
  await db.prepare(sql).bind(organizationId, documents[0]?.id, encodeDocuments(documents)).run();
}

/** Stores more links, changes and blocks than one part of a list reads, each kind in an organization that is named after it. */
export async function storeListedLinks(db: D1Database) {
  const made = (number: number, fields: object, record: object) =>
    storedLink(db, { ...fields }, { id: id(number), ...record });
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  await storeLike(db, await made(1001, soon, { organizationId: "many" }), 1002, 500);
  // The job has indexed the links up to here, in blocks of an organization each.
  await db
    .prepare("INSERT INTO link_search_state (id, last_link_id, version) VALUES (1, ?1, 1)")
    .bind(id(2999))
    .run();
  for (const first of [1001, 1252])
    await storeBlock(
      db,
      "many",
      numbers(first, first === 1001 ? 251 : 250).map((number) =>
        documentOf(newLink(soon, { id: id(number) })),
      ),
    );
  await db
    .prepare(
      `WITH RECURSIVE numbers (value) AS (SELECT 2001 UNION ALL SELECT value + 1 FROM numbers WHERE value < 2501)
     INSERT INTO link_search_changes (organization_id, link_id, link_version)
     SELECT 'changes', printf('lnk_%06d', value), 2 FROM numbers`,
    )
    .run();
  // What no block has yet: one that is unlike the others, one that has ended, and many others.
  const unlike = {
    ...one("bigbox_w", "product_detail", "1"),
    customUrl: undefined,
    tracking: { tags: ["old"] },
    name: "Unlike the others",
  };
  await made(3001, { projectId: "side", ...unlike }, { organizationId: "plain", status: "inactive" });
  await made(3002, over, { organizationId: "plain" });
  await storeLike(db, await made(3003, {}, { organizationId: "plain" }), 3004, 500);
  const tagged = (number: number, ...tags: string[]) =>
    documentOf(newLink({ tracking: { tags } }, { id: id(number) }));
  for (const documents of [[tagged(801)], [tagged(802)], [tagged(803, "sale"), tagged(804)]])
    await storeBlock(db, "blocks", documents);
}
