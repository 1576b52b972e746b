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
const RETAILER_TEXTS = `CASE WHEN n = 1 THEN 'kroger' || char(10) || 'grocer_a'
    WHEN n % 3 = 0 THEN 'walmart' || char(10) || 'bigbox_w' ELSE 'web page' || char(10) || 'custom' END`;
const INTENT = `CASE WHEN n = 1 THEN 'recipe' WHEN n % 3 = 0 THEN 'product_detail' ELSE 'custom_url' END`;
const STATUS = "CASE WHEN n % 50 = 1 THEN 'inactive' ELSE 'active' END";
const TAGS = `CASE WHEN n = 1 THEN '["rare-tag"]' WHEN n % 4 = 0 THEN '["summer","sale"]' ELSE '[]' END`;
const TAG_TEXTS = `CASE WHEN n = 1 THEN char(10) || 'rare-tag'
    WHEN n % 4 = 0 THEN char(10) || 'summer' || char(10) || 'sale' ELSE '' END`;
const NAME = `CASE WHEN n = 1 THEN 'Needle' WHEN n % 11 = 10 THEN 'Zanzibar ' || n ELSE 'Campaign ' || n END`;
const URL_OF_LINK = `'https://example.com/landing/' || n`;
const NUMBERS = "WITH RECURSIVE numbers (n) AS (SELECT ?1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)";

const LINKS = `${NUMBERS} INSERT INTO links
  (id, organization_id, project_id, short_id, name, retailer, intent, status, url_type, destination, content, search_text,
    version, revision, domain, created_at, updated_at)
  SELECT ${ID}, ${ORGANIZATION}, ${PROJECT}, substr(${PADDED}, -8), ${NAME}, ${RETAILER}, ${INTENT}, ${STATUS},
    'custom', ${URL_OF_LINK},
    '{"customUrl":"' || ${URL_OF_LINK} || '","tracking":{"tags":' || ${TAGS} || '}}',
    concat_ws(char(10), ${ID}, lower(${NAME}), substr(${PADDED}, -8), ${RETAILER_TEXTS}, ${URL_OF_LINK}) || ${TAG_TEXTS},
    1, 1, '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
  FROM numbers`;
const LINK_TAGS = `${NUMBERS} INSERT INTO link_tags (organization_id, tag, link_id)
  SELECT ${ORGANIZATION}, tags.value, ${ID} FROM numbers, json_each(${TAGS}) AS tags`;

/** Links that one statement writes. */
const STEP = 25_000;

/** Writes links up to number `count`. */
export async function fillLinks(db: D1Database, count: number): Promise<void> {
  for (let first = 1; first <= count; first += STEP) {
    const last = Math.min(first + STEP - 1, count);
    await db.batch([LINKS, LINK_TAGS].map((sql) => db.prepare(sql).bind(first, last)));
  }
}
