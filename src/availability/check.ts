import type { LinkPart } from "../links/link-part.ts";
import type { Destination } from "../retailers/destinations/destination-builder.ts";
import type { AvailabilityOutcome } from "../retailers/offer.ts";

/** A check that a run has taken: no other run gets it before the lease ends. */
export interface DueCheck {
  linkId: string;
  /** Of the offer; '' for a link as a whole. */
  offerKey: string;
  /** The outcome and time of the last answer; null if there was none. */
  outcome: AvailabilityOutcome | null;
  checkedAt: Date | null;
  failures: number;
}

/** A check that was answered, or one whose last answer is too old to be used. */
export interface CheckedLink {
  /** The link or offer as it was when its products were looked up. */
  link: LinkPart;
  destination: Destination;
  outcome: AvailabilityOutcome;
  productIds: string[];
  failures: number;
  checkedAt: Date;
  dueAt: Date;
  /** Whether its last answer before was that it is sold out. */
  wasSoldOut: boolean;
}

/** The purpose of a call of a retailer's API; each has its share of the day's calls. */
export type CallPurpose = "creation" | "recheck";
