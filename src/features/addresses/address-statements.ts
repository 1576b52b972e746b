import { runBatch } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../../ground/platform/json-rows.ts";

/** A slug, the path of a GTIN or a kept path on a host, and the link that gets it. */
export interface NewAddress {
  /** Empty for the default host. */
  host: string;
  /** A slug, `gtinPath`, or a kept path, which begins with a slash. */
  name: string;
  linkId: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** Every slug that a link has or had on its present host, the oldest first, as a JSON array, in a query of `links`. */
export const STORED_SLUGS = `(SELECT json_group_array(name ORDER BY created_at, name)
    FROM link_addresses WHERE link_id = links.id AND host = links.domain AND instr(name, '/') = 0)`;

/** A test in SQL for the row of a name, or of an address that people would confuse with it: a kept address and the slug of its letters. */
const HAS_NAME = (host: string, name: string): readonly [string, string] => [
  `host = ${host} AND name IN (${name}, lower(ltrim(${name}, '/')))`,
  `host = ${host} AND substr(name, 1, 1) = '/' AND lower(name) = '/' || ${name}`,
];

/** Whether another link has or had a name; takes the SQL of the host, the name and the link's id. */
const isNameTaken = (host: string, name: string, linkId: string): string =>
  `(${HAS_NAME(host, name)
    .map((test) => `EXISTS (SELECT 1 FROM link_addresses WHERE ${test} AND link_id <> ${linkId})`)
    .join(" OR ")})`;

/** The first name of a JSON array that another link has or had, or NULL; takes SQL as `isNameTaken`. */
export const takenNameOf = (host: string, names: string, linkId: string): string =>
  `(SELECT item.value FROM json_each(${names}) AS item
    WHERE ${isNameTaken(host, "item.value", linkId)} ORDER BY item.key LIMIT 1)`;

const [SAME, SIMILAR] = HAS_NAME("value ->> 'host'", "(value ->> 'name')");
const HOLDERS = `${GIVEN_ROWS} SELECT value ->> 'host' AS host, value ->> 'name' AS name,
    coalesce((SELECT link_id FROM link_addresses WHERE ${SAME}), (SELECT link_id FROM link_addresses WHERE ${SIMILAR})) AS link_id
  FROM given`;

/** The link that has or had a slug. */
type Holder = Pick<NewAddress, "host" | "name"> & { link_id: string | null };

/** The ids of the links that have or had these slugs: a function of host and slug that gives undefined for a free one. */
export async function holdersOf(
  db: D1Database,
  slugs: readonly Pick<NewAddress, "host" | "name">[],
): Promise<(host: string, name: string) => string | undefined> {
  const statements = jsonRows(slugs).map((json) => db.prepare(HOLDERS).bind(json));
  const results = statements.length === 0 ? [] : await runBatch<Holder>(db, statements);
  const holders = new Map(
    results.flatMap((result) =>
      result.results.map(({ host, name, link_id: id }) => [`${host}/${name}`, id ?? undefined]),
    ),
  );
  return (host, name) => holders.get(`${host}/${name}`);
}

/** True if no other link has or had the name. */
export const slugIsFree = ({ host, name, linkId }: Omit<NewAddress, "createdAt">): Guard => ({
  sql: `NOT EXISTS (SELECT 1 FROM (SELECT ? AS host, ? AS name, ? AS id) AS item
    WHERE ${isNameTaken("item.host", "item.name", "item.id")})`,
  values: [host, name, linkId],
});

const COLUMNS = ["host", "name", "link_id", "created_at"];
const INSERT = (only: Guard) => `${GIVEN_ROWS} INSERT INTO link_addresses (${COLUMNS.join(", ")})
  SELECT ${givenValues(COLUMNS)} FROM given
  WHERE EXISTS (SELECT 1 FROM links WHERE id = value ->> 'link_id') AND ${guardSql(only, 2)}
  ON CONFLICT (host, name) DO NOTHING`;

/** The statements that give links their slugs, for the links that exist, on the condition `only`. */
export const addressStatements = (
  db: D1Database,
  addresses: readonly NewAddress[],
  only: Guard,
): D1PreparedStatement[] =>
  jsonRows(
    addresses.map(({ host, name, linkId, createdAt }) => ({
      host,
      name,
      link_id: linkId,
      created_at: createdAt,
    })),
  ).map((json) => db.prepare(INSERT(only)).bind(json, ...only.values));

/**
 * The statement that takes the GTIN or kept path `name` from a link, on the condition `only`. A trigger records the address, so that a job
 * deletes its redirect entry if nobody else publishes it.
 */
export const removeAddressStatement = (
  db: D1Database,
  { host, name, linkId }: Omit<NewAddress, "createdAt">,
  only: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `DELETE FROM link_addresses WHERE host = ?1 AND name = ?2 AND link_id = ?3 AND ${guardSql(only, 4)}`,
    )
    .bind(host, name, linkId, ...only.values);

/** Whether an organization has a host in SQL, from the SQL of both. */
export const isConfirmedDomain = (host: string, organizationId: string): string =>
  `EXISTS (SELECT 1 FROM domains
    WHERE host = ${host} AND organization_id = ${organizationId} AND confirmed_at IS NOT NULL)`;
