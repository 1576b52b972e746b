import { dayOf } from "../../ground/core/days.ts";
import type { Retailer } from "../../ground/core/vocabulary.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { LinkDefinition, Offer } from "../retailers/definition.ts";
import type { CallStore } from "./call-store.ts";

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

/** The shares of a day's calls for creations, for repeated checks, and for names and pictures on screens. */
const CREATION_SHARE = 0.35;
const RECHECK_SHARE = 0.6;
const DETAILS_SHARE = 0.05;

/** The calls for the products of one screen: at most `most`, and within their share of the day. */
export function detailCalls(
  availability: Pick<CallStore, "reserveCall">,
  retailer: Retailer,
  { dailyCalls }: Catalog,
  { most, now }: { most: number; now: Date },
): CallBudget {
  let taken = 0;
  const limit = Math.floor(dailyCalls * DETAILS_SHARE);
  return {
    limitMs: SERVICE_DEADLINES.catalogCall,
    take: async () =>
      taken++ < most && (await availability.reserveCall(retailer, "details", dayOf(now), limit)),
  };
}

/**
 * The calls for the links that one request creates: at most `most`, before `until`, and within the creations' share of
 * the day.
 */
export function creationCalls(
  availability: CallStore,
  retailer: Retailer,
  catalog: Catalog,
  { most, until, now }: { most: number; until: Date; now: () => Date },
): CallBudget {
  let taken = 0;
  const limit = Math.floor(catalog.dailyCalls * CREATION_SHARE);
  return {
    limitMs: SERVICE_DEADLINES.catalogCall,
    async take() {
      const time = now();
      if (taken++ >= most || time >= until) return false;
      return availability.reserveCall(retailer, "creation", dayOf(time), limit);
    },
  };
}

/**
 * The calls to check links again. Their share of the day grows by a 24th every hour, which is enough for large carts
 * and prevents that all calls are used up in the morning.
 */
export function recheckCalls(
  availability: CallStore,
  retailer: Retailer,
  { dailyCalls }: Catalog,
  now: Date,
): CallBudget & { anyLeft(): Promise<boolean> } {
  const day = dayOf(now);
  const limit = Math.floor((dailyCalls * RECHECK_SHARE * (now.getUTCHours() + 1)) / 24);
  return {
    limitMs: SERVICE_DEADLINES.catalogCall,
    take: () => availability.reserveCall(retailer, "recheck", day, limit),
    anyLeft: async () => (await availability.callsTaken(retailer, "recheck", day)) < limit,
  };
}
