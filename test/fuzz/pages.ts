import fc from "fast-check";
import { expect } from "vitest";
import type { PageResponse } from "../dashboard/dashboard.ts";
import { HOSTILE } from "./changes.ts";
import { OTHERS } from "./furnished.ts";

/** A text that leaves an attribute and begins an element, where a page does not escape it. */
export const MARK = `"'></title></script><svg onload=x id=fuzz-mark>`;
/** The element of MARK, as it would stand in a page. */
const UNESCAPED = /<svg onload=x|"'>/;
const LEADING_TO_SCRIPT = /(?:href|src|action)="\s*javascript:/i;
/** Where something stands in a page, with what is around it; null where it is not there. */
const surroundings = (text: string, searched: RegExp): string | null => {
  const at = text.search(searched);
  return at < 0 ? null : text.slice(Math.max(0, at - 200), at + 100);
};

/** What somebody may type into any field, or put into any address. */
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

/** A text in an address or a form, percent-encoded, or what no encoding of a text is. */
export const encodedHostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("%", "%f", "%ff", "%ED%A0%BD", "%00", "+", "%2F..%2F", "%E0%A4%A"),
  },
);

/** What holds for every answer of the dashboard, whatever was asked for. */
export function expectResponse({ status, headers, text, location }: PageResponse): void {
  expect(status, text.slice(0, 300)).toBeLessThan(500);
  expect(text.includes(OTHERS)).toBe(false);
  // No address leads to another site.
  if (location !== null) expect(location).toMatch(/^\/(?![/\\])/);
  if (!headers.get("Content-Type")?.startsWith("text/html")) return;
  expect(surroundings(text, UNESCAPED)).toBe(null);
  expect(surroundings(text, LEADING_TO_SCRIPT)).toBe(null);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  // What scripts ask for are parts of pages.
  if (text.startsWith("<!doctype")) expect(text.slice(-20)).toMatch(/<\/html>\s*$/);
}
