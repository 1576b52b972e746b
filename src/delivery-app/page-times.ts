import { HOUR_MS } from "../core/days.ts";

// When a page of the delivery app is asked for again. All numbers are milliseconds unless the comment says otherwise.

const MINUTE = 60_000;
const DAY = 24 * HOUR_MS;

/** The most attempts at one page, the first included; with the delays below they take a little more than a day. */
export const MAX_ATTEMPTS = 12;
/** How long one attempt holds a page: longer than an attempt can take, so that there are never two for one link. */
export const LEASE_MS = MINUTE;
const MAX_DELAY = 12 * HOUR_MS;
/** The delay after a failure that only a change of our configuration can correct. */
const CONFIGURATION_DELAY = 6 * HOUR_MS;
/** The delay after which a link that was not active is looked at again. */
const INACTIVE_DELAY = HOUR_MS;
/** How long before its expiry a page is made again, but not before three quarters of its life. */
const RENEWAL_LEAD = 2 * DAY;
/** How long before its expiry a page that could not be made again is no longer used. */
const EXPIRY_MARGIN = HOUR_MS;

const after = (now: Date, delay: number): Date => new Date(now.getTime() + delay);

/**
 * When to try again after `attempts` attempts, or null if that was the last one. The delay starts at a minute and
 * doubles up to half a day. `random` (0 to 1) shortens it by up to half, so that pages that failed together are not
 * tried again together. The delay is at least `wait`, which the service asked for, but of a longer `wait` only half a
 * day counts.
 */
export function nextAttempt(
  attempts: number,
  retry: "soon" | "later" | "never",
  now: Date,
  random: number,
  wait = 0,
): Date | null {
  if (retry === "never" || attempts >= MAX_ATTEMPTS) return null;
  const delay = retry === "later" ? CONFIGURATION_DELAY : Math.min(2 ** (attempts - 1) * MINUTE, MAX_DELAY);
  return after(now, Math.max(delay * (1 - random / 2), Math.min(wait, MAX_DELAY)));
}

/** When the page of a link that is not active is looked at again. */
export const nextLookAtInactive = (now: Date): Date => after(now, INACTIVE_DELAY);

/** When a lease that is taken at `now` ends. */
export const leaseEnd = (now: Date): Date => after(now, LEASE_MS);

/** When a page that was made at `made` for `days` days expires, and when it is made again. */
export function pageLife(made: Date, days: number): { expiresAt: Date; renewAt: Date } {
  const life = days * DAY;
  return { expiresAt: after(made, life), renewAt: after(made, life - Math.min(RENEWAL_LEAD, life / 4)) };
}

/** Pages that expire at this time or before are no longer used. */
export const unusableUpTo = (now: Date): Date => after(now, EXPIRY_MARGIN);
