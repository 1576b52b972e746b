/** Whether a shopper can buy a product now. `unknown`: nobody was asked, or the answer did not say. */
export type Availability = "available" | "unavailable" | "unknown";

/** What a retailer says of one of its products. */
export interface Offer {
  availability: Availability;
  /** The bigbox_w offer that stands for the item. */
  offerId?: string | undefined;
  /** Sold by a third party in the retailer's marketplace. */
  thirdParty: boolean;
}
