import { describe, expect, test } from "vitest";
import {
  leaseEnd,
  MAX_ATTEMPTS,
  nextAttempt,
  nextLookAtInactive,
  pageLife,
  unusableUpTo,
} from "../../src/features/delivery-app/page-times.ts";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds from `NOW`. */
const until = (time: Date | null) => (time === null ? null : time.getTime() - NOW.getTime());

describe("the next attempt", () => {
  test("is delayed from a minute up to twelve hours, until attempts run out", () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) =>
      until(nextAttempt(index + 1, "soon", NOW, 0)),
    );
    const minutes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 720];
    expect(delays).toEqual([...minutes.map((delay) => delay * MINUTE), null]);
  });

  test("is up to 50% earlier at random", () => {
    expect(until(nextAttempt(3, "soon", NOW, 0.5))).toBe(3 * MINUTE);
    expect(until(nextAttempt(3, "soon", NOW, 1))).toBe(2 * MINUTE);
  });

  test("waits six hours for an error on our side, at any attempt, and also ends", () => {
    for (const attempts of [1, MAX_ATTEMPTS - 1]) {
      expect(until(nextAttempt(attempts, "later", NOW, 0))).toBe(6 * HOUR);
    }
    expect(nextAttempt(MAX_ATTEMPTS, "later", NOW, 0)).toBeNull();
  });

  test("is never made after a permanent rejection", () => {
    expect(nextAttempt(1, "never", NOW, 0)).toBeNull();
  });
});

test("a page is renewed two days before it expires, or after three quarters of a short lifetime", () => {
  const lives = [1, 7, 8, 9, 30, 365].map((days) => {
    const { expiresAt, renewAt } = pageLife(NOW, days);
    return [(until(expiresAt) ?? 0) / DAY, (until(renewAt) ?? 0) / DAY];
  });
  expect(lives).toEqual([
    [1, 0.75],
    [7, 5.25],
    [8, 6],
    [9, 7],
    [30, 28],
    [365, 363],
  ]);
});

test("an attempt leases a page for a minute; inactive links and expiring pages are checked hourly", () => {
  expect(until(leaseEnd(NOW))).toBe(MINUTE);
  expect(until(nextLookAtInactive(NOW))).toBe(HOUR);
  expect(until(unusableUpTo(NOW))).toBe(HOUR);
});
