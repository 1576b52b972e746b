import { expect, test } from "vitest";
import { visitPairs, withVisitQuery } from "../../src/features/short-links/apply-visit-query.ts";
import {
  isTooLong,
  parseShortLink,
  sourceIn,
  UNUSUAL,
} from "../../src/features/short-links/short-link-url.ts";
import { isScan } from "../../src/features/short-links/target-redirect.ts";
import {
  plainPath,
  readUnusualUrl,
  unusualAddress,
  withoutSentence,
} from "../../src/features/short-links/unusual-url.ts";
import { readDigitalLink } from "../../src/ground/core/digital-link.ts";
import { isEncodedGtin } from "../../src/ground/core/gtin.ts";
import { keptAddress, readKeptPath } from "../../src/ground/core/kept-path.ts";
import { expectSteadyGrowth, PIECES, repeated, usualTime } from "../hostile/growth.ts";

const HOST = "https://go.example.com";
const READERS: Readonly<Record<string, (url: string) => unknown>> = {
  parseShortLink,
  readUnusualUrl,
  unusualAddress,
  plainPath,
  withoutSentence,
  sourceIn,
  "whether it is unusual": (url) => UNUSUAL.test(url),
  "whether it is a scan": (url) => isScan({ url }),
  keptAddress: (url) => keptAddress("go.example.com", url),
  readKeptPath: (url) => readKeptPath(url.slice(HOST.length)),
  readDigitalLink: (url) =>
    readDigitalLink(url.slice(HOST.length), new URLSearchParams(url.slice(HOST.length))),
  isEncodedGtin: (url) => isEncodedGtin(url.slice(HOST.length + 1)),
  "the query in a destination": (url) =>
    withVisitQuery("https://shop.example/?a=b", visitPairs(url, true), "", { forward: true }),
};

test.each(Object.entries(READERS))("%s takes time in proportion to the length of a URL", async (_, read) => {
  const usual = await usualTime(() => read(`${HOST}/summer?qr=shelf-1&x=${"x".repeat(1_000)}`));
  for (const start of ["/", "/summer", "/summer?qr=", "/summer?via=", "/01/09506000134352/", "/summer/x"])
    for (const end of ["", "/x"])
      for (const piece of PIECES)
        await expectSteadyGrowth(
          (length) => read(HOST + start + repeated(piece, length) + end),
          5_000,
          usual,
        );
});

test("an address longer than any link is not looked up, and a long query does not count", () => {
  expect(isTooLong(`${HOST}/${"x".repeat(2_000)}`)).toBe(true);
  expect(isTooLong(`${HOST}/summer?${"x".repeat(10_000)}`)).toBe(false);
  expect(readUnusualUrl(`${HOST}/summer).?${"x".repeat(10_000)}`)?.name).toBe("summer");
});
