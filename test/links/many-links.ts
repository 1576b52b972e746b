import { toHex } from "../../src/core/digest.ts";
import { decodeDocuments } from "../../src/links/search-block.ts";
import { signatureOf } from "../../src/links/search-signature.ts";

/**
 * Fills a database with links, in SQL alone: a million in under a minute. The links of acme and globex are made
 * alternately, ten to one. All of globex have "zanzibar" in their names, which none of acme has; the oldest of acme
 * is the only one of project `rare`, retailer `grocer_a`, intent `recipe`, tag `rare-tag` and a name with "needle".
 */

const PADDED = "printf('%012d', n)";
/** The id of link number `n`, as SQL of SQL. */
export const linkIdOf = (n: string): string => `'lnk_01kar00000' || printf('%016d', ${n})`;
/** The same id, in the language of the tests. */
export const fillLinkId = (n: number): string => `lnk_01kar00000${String(n).padStart(16, "0")}`;
const ID = linkIdOf("n");
const ORGANIZATION = "CASE WHEN n % 11 = 10 THEN 'globex' ELSE 'acme' END";
const PROJECT = "CASE WHEN n = 1 THEN 'rare' WHEN n % 10 = 0 THEN 'shop' ELSE 'main' END";
const RETAILER = "CASE WHEN n = 1 THEN 'grocer_a' WHEN n % 3 = 0 THEN 'bigbox_w' ELSE 'custom' END";
const INTENT = `CASE WHEN n = 1 THEN 'recipe' WHEN n % 3 = 0 THEN 'product_detail' ELSE 'custom_url' END`;
const STATUS = "CASE WHEN n % 50 = 1 THEN 'inactive' ELSE 'active' END";
const TAGS = `CASE WHEN n = 1 THEN '["rare-tag"]' WHEN n % 4 = 0 THEN '["summer","sale"]' ELSE '[]' END`;
const NAME = `CASE WHEN n = 1 THEN 'Needle' WHEN n % 11 = 10 THEN 'Zanzibar ' || n ELSE 'Campaign ' || n END`;
const URL_OF_LINK = `'https://example.com/landing/' || n`;
const NUMBERS = "WITH RECURSIVE numbers (n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)";

const LINKS = `${NUMBERS} INSERT INTO links
  (id, organization_id, project_id, short_id, name, retailer, intent, status, url_type, destination, content,
    version, created_at, updated_at)
  SELECT ${ID}, ${ORGANIZATION}, ${PROJECT}, substr(${PADDED}, -8), ${NAME}, ${RETAILER}, ${INTENT}, ${STATUS},
    'custom', ${URL_OF_LINK},
    '{"customUrl":"' || ${URL_OF_LINK} || '","tracking":{"tags":' || ${TAGS} || '}}',
    1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
  FROM numbers`;

/** As the job makes them, ?5 links a block; one of the tests holds blocks of 256 links to the job's own. */
const BLOCKS = `${NUMBERS} INSERT INTO link_search_blocks (organization_id, from_link_id, documents)
  SELECT organization, CASE WHEN block = 0 THEN '' ELSE min(id) END, '[' || group_concat(entry, ',') || ']'
  FROM (SELECT ${ORGANIZATION} AS organization, ${ID} AS id,
      (row_number() OVER (PARTITION BY ${ORGANIZATION} ORDER BY n) - 1 + CASE WHEN n % 11 = 10 THEN CAST(?4 AS INTEGER) ELSE CAST(?3 AS INTEGER) END)
        / CAST(?5 AS INTEGER) AS block,
      json_array(${ID}, ${PROJECT}, ${STATUS}, ${RETAILER}, ${INTENT}, json(${TAGS}),
        json_array(lower(${NAME}), substr(${PADDED}, -8), ${URL_OF_LINK})) AS entry
    FROM numbers)
  GROUP BY organization, block ORDER BY organization, block`;

/** How many links the job puts into a block. */
const JOB_BLOCK = 256;

/** Links that one statement writes: a multiple of every block's length in each of the two organizations. */
const STEP = 11 * JOB_BLOCK * 10;

/**
 * Writes links up to number `count`, and their blocks, as if the job had been there. `perBlock` divides the job's 256:
 * with shorter blocks, fewer links have as many blocks.
 */
export async function fillLinks(db: D1Database, count: number, perBlock = JOB_BLOCK): Promise<void> {
  for (let first = 1; first <= count; first += STEP) {
    const last = Math.min(first + STEP - 1, count);
    const [acme, globex] = [((first - 1) / 11) * 10, (first - 1) / 11];
    await db.batch([
      db.prepare(LINKS).bind(first, last),
      db.prepare(BLOCKS).bind(first, last, acme, globex, perBlock),
    ]);
  }
  const state = "INSERT INTO link_search_state (id, last_link_id, version) SELECT 1, max(id), 1 FROM links";
  await db.prepare(state).run();
}

/** Gives the blocks their signatures, as the job does. Without them, searches find the same and take longer. */
export async function signBlocks(db: D1Database): Promise<void> {
  const unsigned = db.prepare(
    "SELECT rowid, documents FROM link_search_blocks WHERE signature IS NULL LIMIT 100",
  );
  for (;;) {
    const { results } = await unsigned.all<{ rowid: number; documents: string }>();
    if (results.length === 0) return;
    await db.batch(
      results.map(({ rowid, documents }) =>
        db
          .prepare("UPDATE link_search_blocks SET signature = unhex(?2) WHERE rowid = ?1")
          .bind(rowid, toHex(signatureOf(decodeDocuments(documents), 1))),
      ),
    );
  }
}
