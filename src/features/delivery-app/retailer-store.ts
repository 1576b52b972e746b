import { searchForm } from "../../ground/core/text.ts";
import { allRows, firstRow } from "../../ground/platform/d1.ts";

/** A retailer of the delivery app, as discovery knows it. */
export interface DeliveryAppRetailer {
  retailerId: string;
  slug: string;
  name: string;
  services: string[];
  categories: string[];
  locationCount: number;
  samplePostalCodes: string[];
}

/**
 * The searchable text: name, slug and id, one per line. Neither these nor search queries contain line breaks, so no
 * query matches across two of them.
 */
export const searchText = ({
  name,
  slug,
  retailerId,
}: Pick<DeliveryAppRetailer, "name" | "slug" | "retailerId">) =>
  [name, slug, retailerId].map(searchForm).join("\n");

type Lists = "services" | "categories" | "samplePostalCodes";
type RetailerRow = Omit<DeliveryAppRetailer, Lists> & Record<Lists, string>;

// The JSON columns contain arrays of strings, validated before they were written.
const fromRow = (row: RetailerRow): DeliveryAppRetailer => ({
  ...row,
  services: JSON.parse(row.services) as string[],
  categories: JSON.parse(row.categories) as string[],
  samplePostalCodes: JSON.parse(row.samplePostalCodes) as string[],
});

const SELECT = `SELECT retailer_id AS retailerId, slug, name, services, categories, location_count AS locationCount,
    sample_postal_codes AS samplePostalCodes
  FROM delivery_app_retailers`;

/**
 * instr matches literally; LIKE would treat % and _ as wildcards. The inner query scans a covering index in order of
 * name and ends at the limit: with 100,000 retailers this takes about 13 ms at worst, for a text without a match. A
 * trigram index would save that time, but D1 can't export a database with virtual tables.
 */
const SEARCH = `${SELECT} WHERE retailer_id IN (
    SELECT retailer_id FROM delivery_app_retailers INDEXED BY delivery_app_retailers_by_name
    WHERE instr(search_text, ?2) > 0 ORDER BY name, retailer_id LIMIT ?1)
  ORDER BY name, retailer_id`;

/** The delivery app's retailers, as discovery knows them, in D1. */
export type RetailerStore = ReturnType<typeof retailerStore>;

/** The retailers in `db`. */
export function retailerStore(db: D1Database) {
  return {
    /** The store with this slug or id, if it is known. */
    async named(text: string): Promise<Pick<DeliveryAppRetailer, "slug" | "name"> | null> {
      const sql = `SELECT slug, name FROM delivery_app_retailers WHERE retailer_id = ?1
        UNION ALL SELECT slug, name FROM delivery_app_retailers WHERE slug = ?1 LIMIT 1`;
      return firstRow<{ slug: string; name: string }>(db, sql, text);
    },
    /** Up to `limit` retailers by name: those whose name, slug or id contains `text` (in search form), or all. */
    async search(text: string | undefined, limit: number): Promise<DeliveryAppRetailer[]> {
      const any = `${SELECT} ORDER BY name, retailer_id LIMIT ?1`;
      const rows = await (text === undefined
        ? allRows<RetailerRow>(db, any, limit)
        : allRows<RetailerRow>(db, SEARCH, limit, text));
      return rows.map(fromRow);
    },
  };
}

/** Up to `limit` delivery-app retailers whose name, slug or id contains `text` in any case; without `text`, any retailers. */
export async function findRetailers(
  { text, limit }: { text: string | undefined; limit: number },
  retailers: RetailerStore,
): Promise<DeliveryAppRetailer[]> {
  if (text === undefined) return retailers.search(undefined, limit);
  // No name, slug or id contains a control character.
  return /\p{Cc}/u.test(text) ? [] : retailers.search(searchForm(text), limit);
}
