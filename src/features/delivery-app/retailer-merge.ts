import type { NearbyRetailer } from "./delivery-app-api.ts";
import { searchText } from "./retailer-store.ts";

/** A statement and the values of its numbered parameters. */
interface Statement {
  sql: string;
  values: string[];
}

/** Maximum sample postal codes of a retailer. */
const SAMPLES = 10;

/** Maximum JSON per statement, in UTF-16 units: with its values in hex, a statement stays below D1's limit of 100 kB. */
const PART_LENGTH = 15_000;

/** The stored retailers of ?1 (JSON): by id, or by slug if an import assigned another id. */
const FOUND = `SELECT DISTINCT known.retailer_id FROM json_each(?1) AS found
  JOIN delivery_app_retailers AS known
    ON known.retailer_id = found.value ->> 'key' OR known.slug = found.value ->> 'key'`;

/**
 * The statements, for one transaction, that replace the data of a postal code with the delivery app's response: new
 * retailers, where each was seen, and the counts. The API identifies a shop only by its key, which becomes its id and
 * slug here; services and categories stay empty unless an import sets them. Imported retailers are not overwritten, and
 * the sample is deleted.
 */
export function mergeStatements(
  postalCode: string,
  found: readonly NearbyRetailer[],
  now: Date,
  next: Date,
): Statement[] {
  const time = now.toISOString();
  const parts = jsonParts(
    found.map(({ key, name }) => ({
      key,
      name,
      searchText: searchText({ name, slug: key, retailerId: key }),
    })),
  );
  return [
    { sql: "DELETE FROM delivery_app_retailers WHERE source = 'sample'", values: [] },
    ...parts.map((json) => ({ sql: INSERT_FOUND, values: [json, time] })),
    ...parts.map((json) => ({ sql: INSERT_SEEN, values: [json, postalCode, time] })),
    {
      // For all retailers that were ever seen there. Retailers not seen now no longer count.
      sql: `UPDATE delivery_app_retailers SET updated_at = ?2,
          location_count = (SELECT count(*) FROM delivery_app_retailer_postal_codes AS seen
            WHERE seen.retailer_id = delivery_app_retailers.retailer_id
              AND (seen.postal_code <> ?1 OR seen.seen_at = ?2)),
          sample_postal_codes = (SELECT json_group_array(postal_code) FROM (
            SELECT postal_code FROM delivery_app_retailer_postal_codes AS seen
            WHERE seen.retailer_id = delivery_app_retailers.retailer_id
              AND (seen.postal_code <> ?1 OR seen.seen_at = ?2)
            ORDER BY postal_code LIMIT ${SAMPLES}))
        WHERE source = 'sync' AND retailer_id IN
          (SELECT retailer_id FROM delivery_app_retailer_postal_codes WHERE postal_code = ?1)`,
      values: [postalCode, time],
    },
    {
      sql: "DELETE FROM delivery_app_retailer_postal_codes WHERE postal_code = ?1 AND seen_at <> ?2",
      values: [postalCode, time],
    },
    { sql: "DELETE FROM delivery_app_retailers WHERE source = 'sync' AND location_count = 0", values: [] },
    {
      sql: `INSERT INTO delivery_app_postal_codes (postal_code, next_at, asked_at) VALUES (?1, ?3, ?2)
        ON CONFLICT (postal_code) DO UPDATE
          SET next_at = excluded.next_at, asked_at = excluded.asked_at, last_error = NULL`,
      values: [postalCode, time, next.toISOString()],
    },
  ];
}

const INSERT_FOUND = `INSERT INTO delivery_app_retailers (retailer_id, slug, name, search_text, services, categories,
    location_count, sample_postal_codes, source, updated_at)
  SELECT value ->> 'key', value ->> 'key', value ->> 'name', value ->> 'searchText', '[]', '[]',
    0, '[]', 'sync', ?2
  FROM json_each(?1)
  WHERE NOT EXISTS (SELECT 1 FROM delivery_app_retailers
    WHERE slug = value ->> 'key' AND retailer_id <> value ->> 'key')
  ON CONFLICT (retailer_id) DO UPDATE
    SET name = excluded.name, search_text = excluded.search_text, updated_at = excluded.updated_at
    WHERE source = 'sync'`;

const INSERT_SEEN = `INSERT INTO delivery_app_retailer_postal_codes (retailer_id, postal_code, seen_at)
  SELECT retailer_id, ?2, ?3 FROM (${FOUND}) WHERE TRUE
  ON CONFLICT (retailer_id, postal_code) DO UPDATE SET seen_at = excluded.seen_at`;

/** `items` as JSON arrays, each short enough for one statement. */
export function jsonParts(items: readonly object[]): string[] {
  const parts: string[][] = [[]];
  let length = 0;
  for (const item of items) {
    const json = JSON.stringify(item);
    if (length > 0 && length + json.length > PART_LENGTH) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(json);
    length += json.length + 1;
  }
  return parts.map((part) => `[${part.join(",")}]`);
}
