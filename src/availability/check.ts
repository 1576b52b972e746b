import type { Link } from "../links/link.ts";
import type { Destination } from "../retailers/destinations/destination.ts";
import type { AvailabilityOutcome } from "./look-up-products.ts";

/** A check that one run has taken: no other run gets it before its lease ends. */
export interface DueCheck {
  linkId: string;
  /** Of the last answer, and when that was; null where there was none. */
  outcome: AvailabilityOutcome | null;
  checkedAt: Date | null;
  failures: number;
}

/** A check that was answered, or one whose answer is too old to stand. */
export interface CheckedLink {
  /** As it was when it was judged. */
  link: Link;
  destination: Destination;
  outcome: AvailabilityOutcome;
  productIds: string[];
  failures: number;
  checkedAt: Date;
  dueAt: Date;
}

/** What a call of a retailer's API is made for; each has its share of the day's calls. */
export type CallPurpose = "creation" | "recheck";
