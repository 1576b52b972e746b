import { expect, test } from "vitest";
import {
  leaseEnd,
  nextLookAtInactive,
  pageLife,
  unusableUpTo,
} from "../../src/features/delivery-app/page-times.ts";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds from `NOW`. */
const until = (time: Date) => time.getTime() - NOW.getTime();

test("a page is renewed two days before it expires, or after three quarters of a short lifetime", () => {
  const lives = [1, 7, 8, 9, 30, 365].map((days) => {
    const { expiresAt, renewAt } = pageLife(NOW, days);
    return [until(expiresAt) / DAY, until(renewAt) / DAY];
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
