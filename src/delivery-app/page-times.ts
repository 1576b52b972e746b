/** When a delivery-app page is asked for again. Times in milliseconds unless they say otherwise. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Attempts at one page, the first included; with the delays below they spread over a little more than a day. */
export const MAX_ATTEMPTS = 12;
/** How long one attempt holds a page: longer than it can take, so that two never run for one link. */
export const LEASE_MS = MINUTE;
const LONGEST_DELAY = 12 * HOUR;
/** After a failure that only a change of our configuration mends. */
const CONFIGURATION_DELAY = 6 * HOUR;
/** How long a link that is not active is left alone. */
const INACTIVE_DELAY = HOUR;
/** A page is made again this long before it ends, but not before three quarters of its life. */
const RENEWAL_LEAD = 2 * DAY;
/** Shoppers are sent elsewhere this long before a page ends that could not be made again. */
const EXPIRY_MARGIN = HOUR;

const after = (now: Date, delay: number): Date => new Date(now.getTime() + delay);

/**
 * When to try again after `attempts` attempts, or null where that was the last. The delay doubles from a minute
 * on; `random` (0 to 1) takes up to half of it away, so that what failed together does not return together. It is never
 * sooner than `wait`, which the service asked for, but for more than half a day.
 */
export function nextAttempt(
  attempts: number,
  retry: "soon" | "later" | "never",
  now: Date,
  random: number,
  wait = 0,
): Date | null {
  if (retry === "never" || attempts >= MAX_ATTEMPTS) return null;
  const delay =
    retry === "later" ? CONFIGURATION_DELAY : Math.min(2 ** (attempts - 1) * MINUTE, LONGEST_DELAY);
  return after(now, Math.max(delay * (1 - random / 2), Math.min(wait, LONGEST_DELAY)));
}

export const nextLookAtInactive = (now: Date): Date => after(now, INACTIVE_DELAY);

export const leaseEnd = (now: Date): Date => after(now, LEASE_MS);

/** When a page that was made at `made` for so many days ends, and when it is to be made again. */
export function pageLife(made: Date, days: number): { expiresAt: Date; renewAt: Date } {
  const life = days * DAY;
  return { expiresAt: after(made, life), renewAt: after(made, life - Math.min(RENEWAL_LEAD, life / 4)) };
}

/** Pages that end up to then are not to be used any more. */
export const unusableUpTo = (now: Date): Date => after(now, EXPIRY_MARGIN);
