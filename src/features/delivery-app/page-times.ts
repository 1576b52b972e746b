import { backoff, DAY_MS, HOUR_MS } from "../../ground/core/days.ts";

// When a page of the delivery app is requested again. Durations are in milliseconds unless noted.

const MINUTE = 60_000;

/** Maximum attempts per page; with the delays below they take a little more than a day. */
export const MAX_ATTEMPTS = 12;
/** How long an attempt leases a page: longer than an attempt can take, so that there is never more than one per link. */
const LEASE_MS = MINUTE;
/** The waits after a failure that may pass, and after one that only a change of our configuration can fix. */
const WAITS = {
  soon: { first: MINUTE, most: 12 * HOUR_MS },
  later: { first: 6 * HOUR_MS, most: 6 * HOUR_MS },
};
/** The delay after which an inactive link is checked again. */
const INACTIVE_DELAY = HOUR_MS;
/** How long before its expiry a page is renewed, but not before three quarters of its lifetime. */
const RENEWAL_LEAD = 2 * DAY_MS;
/** How long before its expiry a page that could not be renewed is no longer used. */
const EXPIRY_MARGIN = HOUR_MS;

const after = (now: Date, delay: number): Date => new Date(now.getTime() + delay);

/**
 * When to retry after `attempts` attempts, or null after the last attempt; not before `wait` has passed, which the service
 * requested, but after half a day at most.
 */
export function nextAttempt(
  attempts: number,
  retry: "soon" | "later" | "never",
  now: Date,
  context: { random: () => number },
  wait = 0,
): Date | null {
  if (retry === "never" || attempts >= MAX_ATTEMPTS) return null;
  return after(now, Math.max(backoff(attempts, WAITS[retry], context), Math.min(wait, WAITS.soon.most)));
}

/** When the page of an inactive link is checked again. */
export const nextLookAtInactive = (now: Date): Date => after(now, INACTIVE_DELAY);

export const leaseEnd = (now: Date): Date => after(now, LEASE_MS);

/** When a page that was created at `made` for `days` days expires and is renewed. */
export function pageLife(made: Date, days: number): { expiresAt: Date; renewAt: Date } {
  const life = days * DAY_MS;
  return { expiresAt: after(made, life), renewAt: after(made, life - Math.min(RENEWAL_LEAD, life / 4)) };
}

/** Pages that expire at this time or earlier are no longer used. */
export const unusableUpTo = (now: Date): Date => after(now, EXPIRY_MARGIN);
