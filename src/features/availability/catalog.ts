import type { Retailer } from "../../ground/core/vocabulary.ts";
import type { LinkDefinition, Offer } from "../retailers/definition.ts";

/** The location in a link's definition, which can name a shop or a postal code. */
export type ShopLocation = LinkDefinition["location"];

/** The allowance of calls for a look-up. */
export interface CallBudget {
  /** The time limit of each call, in milliseconds. */
  limitMs: number;
  /** Takes one call from the allowance. After false, no call may be made. */
  take(): Promise<boolean>;
}

/** The result of a look-up. */
export interface CatalogResponse {
  /** By product id. An id without an entry got no response; an id that the retailer doesn't know is `unknown`. */
  offers: Map<string, Offer>;
  /** Why some ids have no entry: the allowance was spent, or a call failed, for a reason that may be logged. */
  stopped: "none" | "spent" | { failed: string };
}

/** The catalog of a retailer, which says whether its products are available. `catalogs/` has one for each retailer. */
export interface Catalog {
  /** How many calls a day the retailer's terms allow. */
  dailyCalls: number;
  /** What a look-up sends of a location; absent if availability is the same everywhere. */
  placeOf?(location: ShopLocation): string;
  /** How long the retailer's terms allow to store names and pictures, in milliseconds. */
  detailsMs: number;
  /** Never throws. Without a location (null), only what is the same in every shop is looked up. */
  lookUp(ids: readonly string[], location: ShopLocation | null, calls: CallBudget): Promise<CatalogResponse>;
}

/** The catalogs whose credentials are configured. */
export type Catalogs = ReadonlyMap<Retailer, Catalog>;
