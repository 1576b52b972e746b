import { postalCode } from "./discovery.ts";
import { jsonParts } from "./retailer-merge.ts";
import { searchText } from "./retailer-store.ts";

/** A retailer of the delivery app in an operator's file. */
export interface ImportedRetailer {
  retailerId: string;
  name: string;
  /** Absent: `retailerId`. */
  slug?: string | undefined;
  services: string[];
  categories: string[];
  /** Absent: the number of its postal codes. */
  locationCount?: number | undefined;
  samplePostalCodes: string[];
  /** All known postal codes that the shop serves, for the choice of shops. */
  postalCodes: string[];
}

/** The statements that load `retailers`, which replace the sample and all retailers with the same ids or slugs. */
export function importStatements(
  db: D1Database,
  retailers: readonly ImportedRetailer[],
  now: Date,
): D1PreparedStatement[] {
  const time = now.toISOString();
  const rows = retailers.map(row);
  const codes = rows.flatMap(({ id, codes }) => codes.map((code) => ({ id, code })));
  return [
    db.prepare("DELETE FROM delivery_app_retailers WHERE source = 'sample'"),
    ...jsonParts(rows.map(({ codes: _, ...fields }) => fields)).flatMap((json) => [
      db.prepare(DELETE_SAME_SLUG).bind(json),
      db.prepare(INSERT_RETAILERS).bind(json, time),
    ]),
    ...(codes.length === 0 ? [] : jsonParts(codes)).map((json) =>
      db.prepare(INSERT_POSTAL_CODES).bind(json, time),
    ),
  ];
}

const DELETE_SAME_SLUG = `DELETE FROM delivery_app_retailers WHERE retailer_id IN (
  SELECT known.retailer_id FROM json_each(?1) AS retailer
  JOIN delivery_app_retailers AS known ON known.slug = retailer.value ->> 'slug'
  WHERE known.retailer_id <> retailer.value ->> 'id')`;

const INSERT_RETAILERS = `INSERT INTO delivery_app_retailers (retailer_id, slug, name, search_text, services,
    categories, location_count, sample_postal_codes, source, updated_at)
  SELECT value ->> 'id', value ->> 'slug', value ->> 'name', value ->> 'text', value ->> 'services',
    value ->> 'categories', value ->> 'count', value ->> 'samples', 'import', ?2
  FROM json_each(?1) WHERE TRUE
  ON CONFLICT (retailer_id) DO UPDATE SET slug = excluded.slug, name = excluded.name,
    search_text = excluded.search_text, services = excluded.services, categories = excluded.categories,
    location_count = excluded.location_count, sample_postal_codes = excluded.sample_postal_codes,
    source = excluded.source, updated_at = excluded.updated_at`;

const INSERT_POSTAL_CODES = `INSERT INTO delivery_app_retailer_postal_codes (retailer_id, postal_code, seen_at)
  SELECT value ->> 'id', value ->> 'code', ?2 FROM json_each(?1) WHERE TRUE
  ON CONFLICT (retailer_id, postal_code) DO UPDATE SET seen_at = excluded.seen_at`;

/** The values of a retailer for the statements above. Lists are JSON texts. */
function row(retailer: ImportedRetailer) {
  const { retailerId, name, services, categories } = retailer;
  const slug = retailer.slug ?? retailerId;
  const sampleCodes = retailer.samplePostalCodes.map((code) => postalCode(code) ?? code);
  const codes = [
    ...new Set([...retailer.postalCodes.map((code) => postalCode(code) ?? code), ...sampleCodes]),
  ];
  const samples = sampleCodes.length > 0 ? sampleCodes : codes.slice(0, 10);
  return {
    id: retailerId,
    slug,
    name,
    text: searchText({ name, slug, retailerId }),
    services: JSON.stringify(services),
    categories: JSON.stringify(categories),
    count: retailer.locationCount ?? Math.max(codes.length, samples.length),
    samples: JSON.stringify(samples),
    codes,
  };
}
