import { expect, test } from "vitest";
import { locationOf, plainUrl } from "../../src/ground/core/plain-url.ts";

const at = (path: string): string => `https://a.example/${path}`;

test.each([
  // HTML's codes, also twice and by number.
  ["?a=1&amp;b=2", "?a=1&b=2"],
  ["?a=1&amp;amp;b=2", "?a=1&b=2"],
  ["?a=1&#38;b=2&#x26;c=3&#038;d=4", "?a=1&b=2&c=3&d=4"],
  ["?a&#61;1&#x3D;2", "?a=1=2"],
  ["?q=&quot;x&quot;", '?q="x"'],
  ["a&#x2F;b&sol;c", "a/b/c"],
  // These stand for nothing in a URL.
  ["?a=1&b=2", "?a=1&b=2"],
  ["?a=1&ampere=2&lt=3", "?a=1&ampere=2&lt=3"],
  ["?a=&#10;&#0;&#x1F600;", "?a=&#10;&#0;&#x1F600;"],
  ["#38;amp", "#38;amp"],
  // Invisible characters around and inside, as they are and encoded.
  ["x\u200b", "x"],
  ["x%E2%80%8B", "x"],
  ["\u200edp/%E2%80%8EB097CMQVF4", "dp/B097CMQVF4"],
  ["so\u00adup-%C2%ADof-%EF%BB%BFday", "soup-of-day"],
  ["a%E2%81%A0/%E2%80%AEb%e2%80%8d", "a/b"],
  // Between letters of other scripts they may be meant.
  ["می‌خواهم", "می‌خواهم"],
  [encodeURI("می‌خواهم"), encodeURI("می‌خواهم")],
  ["👩‍🍳", "👩‍🍳"],
  ["%F0%9F%91%A9%E2%80%8D%F0%9F%8D%B3%E2%80%8D", "%F0%9F%91%A9%E2%80%8D%F0%9F%8D%B3"],
  ["می‌", "می"],
])("%s is %s", (path, expected) => {
  expect(plainUrl(at(path))).toBe(at(expected));
  expect(locationOf(at(path))).toBe(new URL(at(expected)).href);
});

test("a long text is read in linear time", () => {
  for (const text of ["&amp;", "&", "&#", "%E2%80%8B", "\u200b", "%E2%80", "&amp", "é\u200b"]) {
    const started = performance.now();
    plainUrl(text.repeat(400_000 / text.length));
    expect([text, performance.now() - started < 20_000]).toEqual([text, true]);
  }
});
