import type { Retailer } from "../../../ground/core/vocabulary.ts";
import type { Catalog, Catalogs } from "../catalog.ts";
import { type AmazonSettings, amazonCatalog } from "./amazon.ts";
import { type KrogerSettings, krogerCatalog } from "./kroger.ts";
import { type WalmartSettings, walmartCatalog } from "./walmart.ts";

/** The credentials of each retailer's product API; null if not configured. */
export interface CatalogSettings {
  walmart: WalmartSettings | null;
  kroger: KrogerSettings | null;
  amazon: AmazonSettings | null;
}

/** The catalogs of this isolate, which cache access tokens and keys. */
const opened = new WeakMap<CatalogSettings, Catalogs>();

/** The catalogs whose credentials are configured. */
export function openCatalogs(settings: CatalogSettings): Catalogs {
  let catalogs = opened.get(settings);
  if (!catalogs) {
    const { walmart, kroger, amazon } = settings;
    const now = () => Date.now();
    const found: [Retailer, Catalog | null][] = [
      ["bigbox_w", walmart && walmartCatalog(walmart, now)],
      ["grocer_a", kroger && krogerCatalog(kroger, now)],
      ["marketplace", amazon && amazonCatalog(amazon, now)],
    ];
    catalogs = new Map(
      found.flatMap(([retailer, catalog]) => (catalog ? [[retailer, unfailing(catalog)]] : [])),
    );
    opened.set(settings, catalogs);
  }
  return catalogs;
}

/**
 * Wraps `catalog` so that an unusable configuration, such as a line break in a header, is a failure rather than an
 * exception.
 */
const unfailing = (catalog: Catalog): Catalog => ({
  ...catalog,
  async lookUp(ids, location, calls) {
    try {
      return await catalog.lookUp(ids, location, calls);
    } catch {
      return { offers: new Map(), stopped: { failed: "the request could not be made" } };
    }
  },
});
