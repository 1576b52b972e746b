/** Whether a shopper can buy a product now. `unknown`: nobody was asked, or the answer did not say. */
export type Availability = "available" | "unavailable" | "unknown";

/**
 * The possible outcomes of a look-up for a link's products as a whole. `replaced`: a backup replaces a product.
 * `unavailable`: a product is unavailable and has no available backup.
 */
export const AVAILABILITY_OUTCOMES = ["available", "replaced", "unavailable", "unknown"] as const;
/** The outcome of a look-up for a link. */
export type AvailabilityOutcome = (typeof AVAILABILITY_OUTCOMES)[number];

/** What a retailer says of one of its products. */
export interface Offer {
  availability: Availability;
  /** The bigbox_w offer that stands for the item. */
  offerId?: string | undefined;
  /** Sold by a third party in the retailer's marketplace. */
  thirdParty: boolean;
}
