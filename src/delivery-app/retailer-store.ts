import { onD1 } from "../platform/d1.ts";
import type { DeliveryAppRetailer } from "./retailer.ts";

interface RetailerRow {
  retailer_id: string;
  slug: string;
  name: string;
  services: string;
  categories: string;
  location_count: number;
  sample_postal_codes: string;
}

// The JSON columns hold arrays of strings: they are validated before they are written.
const fromRow = (row: RetailerRow): DeliveryAppRetailer => ({
  retailerId: row.retailer_id,
  slug: row.slug,
  name: row.name,
  services: JSON.parse(row.services) as string[],
  categories: JSON.parse(row.categories) as string[],
  locationCount: row.location_count,
  samplePostalCodes: JSON.parse(row.sample_postal_codes) as string[],
});

const SELECT = `SELECT retailer_id, slug, name, services, categories, location_count, sample_postal_codes
  FROM delivery_app_retailers`;

/**
 * instr takes the text literally, where LIKE would read % and _ as wildcards. The inner query walks one covering
 * index in order of name and ends at the limit: with 100,000 retailers this takes about 13 ms at worst, for a text
 * that none of them holds. A trigram index would save that time, but D1 can't export a database with virtual tables.
 */
const SEARCH = `${SELECT} WHERE retailer_id IN (
    SELECT retailer_id FROM delivery_app_retailers INDEXED BY delivery_app_retailers_by_name
    WHERE instr(search_text, ?2) > 0 ORDER BY name, retailer_id LIMIT ?1)
  ORDER BY name, retailer_id`;

/** The delivery app's retailers, as discovery knows them, in D1. */
export type RetailerStore = ReturnType<typeof retailerStore>;

/** The retailers in `db`. Each call may throw `service_unavailable`. */
export function retailerStore(db: D1Database) {
  return {
    /** Up to `limit` retailers by name: those whose name, slug or id contains `text` (in search form), or all. */
    async search(text: string | undefined, limit: number): Promise<DeliveryAppRetailer[]> {
      const statement =
        text === undefined
          ? db.prepare(`${SELECT} ORDER BY name, retailer_id LIMIT ?1`).bind(limit)
          : db.prepare(SEARCH).bind(limit, text);
      const { results } = await onD1(() => statement.all<RetailerRow>());
      return results.map(fromRow);
    },
  };
}
