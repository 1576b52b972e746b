import type { Link } from "../links/link.ts";
import type { Destination } from "../retailers/destinations/destination.ts";
import type { AvailabilityOutcome } from "../retailers/offer.ts";

/** A check that a run has taken: no other run gets it before the lease ends. */
export interface DueCheck {
  linkId: string;
  /** The outcome and time of the last answer; null if there was none. */
  outcome: AvailabilityOutcome | null;
  checkedAt: Date | null;
  failures: number;
}

/** A check that was answered, or one whose last answer is too old to be used. */
export interface CheckedLink {
  /** The link as it was when it was judged. */
  link: Link;
  destination: Destination;
  outcome: AvailabilityOutcome;
  productIds: string[];
  failures: number;
  checkedAt: Date;
  dueAt: Date;
}

/** The purpose of a call of a retailer's API; each has its share of the day's calls. */
export type CallPurpose = "creation" | "recheck";
