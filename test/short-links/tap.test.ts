import { expect, test } from "vitest";
import { isUrl } from "../../src/ground/core/plain-url.ts";

test.each([
  ["https://example.com/", true],
  ["https://example.com/a%20b?c=~#!", true],
  ["/lists/abcd2345", true],
  ["example.com", false],
  ["", false],
  // A Location header can't carry non-ASCII or unprintable characters anywhere.
  ["https://example.com/s\u00fcd", false],
  ["https://example.com/a b", false],
  ["/s\u00fcd", false],
  ["/a\nb", false],
  ["/s\u00fc", false],
])("the destination %j can be a redirect: %s", (destination, expected) => {
  expect(isUrl(destination)).toBe(expected);
});
