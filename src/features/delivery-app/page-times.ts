import { HOUR_MS } from "../../ground/core/days.ts";

// When a page of the delivery app is requested again. Durations are in milliseconds unless noted.

const MINUTE = 60_000;
const DAY = 24 * HOUR_MS;

/** Maximum attempts per page; with the delays below they take a little more than a day. */
export const MAX_ATTEMPTS = 12;
/**
 * How long an attempt leases a page: longer than an attempt can take, so that there is never more than one per link.
 */
export const LEASE_MS = MINUTE;
const MAX_DELAY = 12 * HOUR_MS;
/** The delay after a failure that only a change of our configuration can fix. */
const CONFIGURATION_DELAY = 6 * HOUR_MS;
/** The delay after which an inactive link is checked again. */
const INACTIVE_DELAY = HOUR_MS;
/** How long before its expiry a page is renewed, but not before three quarters of its lifetime. */
const RENEWAL_LEAD = 2 * DAY;
/** How long before its expiry a page that could not be renewed is no longer used. */
const EXPIRY_MARGIN = HOUR_MS;

const after = (now: Date, delay: number): Date => new Date(now.getTime() + delay);

/**
 * When to retry after `attempts` attempts, or null after the last attempt. The delay starts at a minute and doubles up
 * to half a day. `random` (0 to 1) shortens it by up to half, so that pages that failed together are not retried
 * together. The delay is at least `wait`, which the service requested, capped at half a day.
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

/** When the page of an inactive link is checked again. */
export const nextLookAtInactive = (now: Date): Date => after(now, INACTIVE_DELAY);

export const leaseEnd = (now: Date): Date => after(now, LEASE_MS);

/** When a page that was created at `made` for `days` days expires and is renewed. */
export function pageLife(made: Date, days: number): { expiresAt: Date; renewAt: Date } {
  const life = days * DAY;
  return { expiresAt: after(made, life), renewAt: after(made, life - Math.min(RENEWAL_LEAD, life / 4)) };
}

/** Pages that expire at this time or earlier are no longer used. */
export const unusableUpTo = (now: Date): Date => after(now, EXPIRY_MARGIN);
