import type { Retailer } from "../core/vocabulary.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import type { Offer } from "../retailers/offer.ts";

/** The catalog of a retailer: who can be asked whether its products are available. `catalogs/` has one for each. */

export type ShopLocation = LinkDefinition["location"];

/** The calls that one look-up may make. */
export interface CallAllowance {
  /** For each call, in milliseconds. */
  limitMs: number;
  /** Takes one call from what the retailer's API allows; after false none may be made. */
  take(): Promise<boolean>;
}

export interface CatalogAnswer {
  /** By product id. An id without an entry was not answered for; one that the retailer doesn't know is `unknown`. */
  offers: Map<string, Offer>;
  /** Why some ids have no entry: the allowance ended, or a call failed, for a reason fit to be logged. */
  stopped: "none" | "spent" | { failed: string };
}

export interface Catalog {
  /** Calls a day that the retailer's terms allow. */
  dailyCalls: number;
  /** Whether availability differs from shop to shop. */
  byLocation: boolean;
  /** Never throws. */
  lookUp(ids: readonly string[], location: ShopLocation, calls: CallAllowance): Promise<CatalogAnswer>;
}

/** The catalogs whose credentials are configured. */
export type Catalogs = ReadonlyMap<Retailer, Catalog>;
