import fc from "fast-check";
import { expect } from "vitest";
import type { PageResponse } from "../dashboard/dashboard.ts";
import { HOSTILE } from "./changes.ts";
import { OTHERS } from "./furnished.ts";

/** A text that would end an attribute and begin an element on a page without escaping. */
export const MARK = `"'></title></script><svg onload=x id=fuzz-mark>`;
/** The element of MARK in a page. */
const UNESCAPED = /<svg onload=x|"'>/;
const LEADING_TO_SCRIPT = /(?:href|src|action)="\s*javascript:/i;
/** The place of a match in a page, with its surroundings; null without a match. */
const surroundings = (text: string, searched: RegExp): string | null => {
  const at = text.search(searched);
  return at < 0 ? null : text.slice(Math.max(0, at - 200), at + 100);
};

/** Input for any field or URL. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(MARK) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "9999-12-31",
      "0001-01-01",
      "0000-00-00",
      "-000001-01-01",
      "2026-02-30T25:61",
      "-1",
      "00",
      "999999999999999999999",
      "-Infinity",
      "NaN",
      "0x10",
      "٣",
      "x".repeat(20_000),
      "//evil.example/",
      "?#&=;+%",
      "q=nothing&cursor=x",
      "https://xn--a/\\@[::]:99999",
      "a@b",
      "\u00a0\ufeff",
      "İ".repeat(130),
      "[0]",
      "*",
    ),
  },
  {
    weight: 4,
    arbitrary: HOSTILE.map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
  },
);

/** A text in a URL or a form, percent-encoded, or an invalid encoding. */
export const encodedHostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("%", "%f", "%ff", "%ED%A0%BD", "%00", "+", "%2F..%2F", "%E0%A4%A"),
  },
);

/** Expectations for every response of the dashboard. */
export function expectResponse({ status, headers, text, location }: PageResponse): void {
  expect(status, text.slice(0, 300)).toBeLessThan(500);
  expect(text.includes(OTHERS)).toBe(false);
  // No redirect leaves the site.
  if (location !== null) expect(location).toMatch(/^\/(?![/\\])/);
  if (!headers.get("Content-Type")?.startsWith("text/html")) return;
  expect(surroundings(text, UNESCAPED)).toBe(null);
  expect(surroundings(text, LEADING_TO_SCRIPT)).toBe(null);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  // Scripts request parts of pages.
  if (text.startsWith("<!doctype")) expect(text.slice(-20)).toMatch(/<\/html>\s*$/);
}
