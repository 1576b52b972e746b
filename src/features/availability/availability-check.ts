import type { LinkPart } from "../links/link-part.ts";
import type { Destination } from "../retailers/destinations/destination-builder.ts";
import type { AvailabilityOutcome } from "../retailers/offer.ts";

/** A check leased by a run: no other run gets it before the lease ends. */
export interface DueCheck {
  linkId: string;
  /** The offer's key; '' for a link as a whole. */
  offerKey: string;
  /** The outcome and time of the last response, if any. */
  outcome: AvailabilityOutcome | null;
  checkedAt: Date | null;
  failures: number;
}

/** A check with a response, or whose last response is too old to be used. */
export interface CheckedLink {
  /** The link or offer as it was when its products were looked up. */
  link: LinkPart;
  destination: Destination;
  outcome: AvailabilityOutcome;
  productIds: string[];
  failures: number;
  checkedAt: Date;
  dueAt: Date;
  /** Whether the previous response said that it is sold out. */
  wasSoldOut: boolean;
}

/** The purpose of a call to a retailer's API; each has its share of the day's calls. */
export type CallPurpose = "creation" | "recheck" | "details";
