/** Whether a shopper can buy a product now. `unknown`: the retailer wasn't queried or didn't say. */
export type Availability = "available" | "unavailable" | "unknown";

/**
 * The possible outcomes of a look-up for a link's products as a whole. `replaced`: a backup replaces a product.
 * `unavailable`: a product is unavailable and has no available backup.
 */
export const AVAILABILITY_OUTCOMES = ["available", "replaced", "unavailable", "unknown"] as const;
/** The outcome of a look-up for a link. */
export type AvailabilityOutcome = (typeof AVAILABILITY_OUTCOMES)[number];

/** What a retailer shows of a product. */
export interface ProductDetails {
  name: string;
  /** The URL of a small picture. */
  pictureUrl?: string | undefined;
}

/** A retailer's response about a product. */
export interface Offer {
  availability: Availability;
  /** The bigbox_w offer id of the item. */
  offerId?: string | undefined;
  /** Sold by a third party in the retailer's marketplace. */
  thirdParty: boolean;
  /** Absent if the retailer named none. */
  details?: ProductDetails | undefined;
}
