import type { RetailerStore } from "../domain/ports.ts";
import type { DeliveryAppRetailer } from "../domain/retailer.ts";
import { onD1 } from "./d1.ts";

interface RetailerRow {
  retailer_id: string;
  slug: string;
  name: string;
  services: string;
  categories: string;
  location_count: number;
  sample_postal_codes: string;
}

// The JSON columns hold arrays of strings: whoever writes them validates them.
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

export function retailerStore(db: D1Database): RetailerStore {
  return {
    async search(text, limit) {
      // instr takes the text literally; LIKE would read % and _ as wildcards.
      const statement =
        text === undefined
          ? db.prepare(`${SELECT} ORDER BY name, retailer_id LIMIT ?1`).bind(limit)
          : db
              .prepare(`${SELECT} WHERE instr(search_text, ?2) > 0 ORDER BY name, retailer_id LIMIT ?1`)
              .bind(limit, text);
      const { results } = await onD1(() => statement.all<RetailerRow>());
      return results.map(fromRow);
    },
  };
}
