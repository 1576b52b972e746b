import { expect, test } from "vitest";
import { appendEncoded, splitUrl } from "../../src/ground/core/urls.ts";

const pairs = [
  ["a", "1"],
  ["b", "%26"],
] as const;

test.each([
  ["https://x.example/p", "https://x.example/p?a=1&b=%26"],
  ["https://x.example/p?", "https://x.example/p?a=1&b=%26"],
  ["https://x.example/p?q", "https://x.example/p?q&a=1&b=%26"],
  ["https://x.example/p?q=1,2|3%20", "https://x.example/p?q=1,2|3%20&a=1&b=%26"],
  ["https://x.example/p?q=1&", "https://x.example/p?q=1&a=1&b=%26"],
  ["https://x.example/p?q=1&&", "https://x.example/p?q=1&&a=1&b=%26"],
  ["https://x.example/p?q=1&&r=2#f?g&", "https://x.example/p?q=1&&r=2&a=1&b=%26#f?g&"],
  ["https://x.example/p#?f", "https://x.example/p?a=1&b=%26#?f"],
])("existing parts stay, and & is not doubled: %s", (url, expected) => {
  expect(appendEncoded(url, pairs)).toBe(expected);
});

test("without pairs nothing changes, including a lone ? and #", () => {
  for (const url of ["https://x.example", "https://x.example/?#", "https://x.example/?&&#a?b"]) {
    expect(appendEncoded(url, [])).toBe(url);
  }
});

test.each([
  ["https://x.example/p", { base: "https://x.example/p", query: "", fragment: "" }],
  ["https://x.example/p?a?b#c#d?e", { base: "https://x.example/p", query: "a?b", fragment: "#c#d?e" }],
  ["https://x.example/p#c?d", { base: "https://x.example/p", query: "", fragment: "#c?d" }],
  ["?#", { base: "", query: "", fragment: "#" }],
])("the parts of %s", (url, parts) => {
  expect(splitUrl(url)).toEqual(parts);
});
