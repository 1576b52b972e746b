import type { Destination } from "../retailers/destinations/destination.ts";
import type { Link } from "../links/link.ts";
import type { AvailabilityOutcome } from "./look-up-products.ts";
import type { Retailer } from "../core/vocabulary.ts";

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

export type CallPurpose = "creation" | "recheck";

export interface AvailabilityStore {
  /** Counts one call, unless `limit` calls of the day (as YYYY-MM-DD) have been taken. Says whether it did. */
  takeCall(retailer: Retailer, purpose: CallPurpose, day: string, limit: number): Promise<boolean>;
  callsTaken(retailer: Retailer, purpose: CallPurpose, day: string): Promise<number>;
  /**
   * The next links in the order of their ids that no enrolment has seen, and up to which id that is; null where
   * there are none. Of other retailers' links only the ids count. Fewer than `limit` where they hold much.
   */
  unseen(
    retailers: readonly Retailer[],
    before: string,
    limit: number,
  ): Promise<{ links: Link[]; last: string } | null>;
  /** Adds checks that are due at once, and notes that links up to `last` were seen. */
  enrol(links: readonly Link[], last: string, now: Date): Promise<void>;
  /** Takes due checks of active links until `until`: the most visited first, then those not checked for longest. Fewer than `limit` where they hold much. */
  take(retailer: Retailer, now: Date, until: Date, limit: number): Promise<DueCheck[]>;
  /** Those of the links that exist, in no particular order. */
  links(ids: readonly string[]): Promise<Link[]>;
  /**
   * Keeps the results, and switches the links whose destination changed, each where the link is still as it was
   * judged. Gives the switched links as they are now.
   */
  keep(checked: readonly CheckedLink[], now: Date): Promise<Link[]>;
  /** Plans checks anew that had no answer. */
  postpone(checks: readonly { linkId: string; failures: number; dueAt: Date }[]): Promise<void>;
  /** Forgets the counts of calls before `day`. */
  forgetCalls(day: string): Promise<void>;
}
