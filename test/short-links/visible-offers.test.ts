import { expect, test } from "vitest";
import type { SoldOutRule } from "../../src/features/short-links/choice.ts";
import { type OfferInView, visibleOffers } from "../../src/features/short-links/visible-offers.ts";

const NOW = Date.parse("2026-11-23T12:00:00.000Z");
const HOUR_MS = 60 * 60 * 1_000;
const soldOut = (hours: number) => new Date(NOW - hours * HOUR_MS).toISOString();

interface Shop extends OfferInView {
  key: string;
}
const SHOPS: Shop[] = [
  { key: "gone", soldOut: soldOut(1) },
  { key: "us", countries: ["US", "CA"] },
  { key: "de", countries: ["DE"] },
  { key: "all", soldOut: soldOut(24) },
];

/** The visible shops, with an exclamation mark if sold out, and the other results. */
function seen(
  offers: Shop[],
  rule: SoldOutRule,
  { country, all = false }: { country?: string; all?: boolean } = {},
): string {
  const view = visibleOffers({ offers, page: { soldOut: rule } }, { visit: { country }, all, now: NOW });
  const rows = view.rows.map(({ offer, soldOut: is }) => `${offer.key}${is ? "!" : ""}`);
  return [...rows, ...(view.hasMore ? ["and more"] : []), ...(view.allSoldOut ? ["sold out"] : [])].join(" ");
}

test.each<[SoldOutRule, { country?: string; all?: boolean }, string]>([
  ["show", {}, "gone! us de all"],
  ["last", {}, "us de all gone!"],
  ["hide", {}, "us de all and more"],
  ["show", { country: "US" }, "gone! us all and more"],
  ["last", { country: "CA" }, "us all gone! and more"],
  ["hide", { country: "DE" }, "de all and more"],
  ["hide", { country: "FR" }, "all and more"],
  // All are requested: none is hidden.
  ["hide", { country: "US", all: true }, "gone! us de all"],
  ["last", { country: "US", all: true }, "us de all gone!"],
])("%s, for %j: %s", (rule, visitor, expected) => {
  expect(seen(SHOPS, rule, visitor)).toBe(expected);
});

test("without an offer for a country, all offers are shown, and if all are sold out, all of them", () => {
  const [gone = { key: "" }, us = { key: "" }, de = { key: "" }] = SHOPS;
  expect(seen([us, de], "hide", { country: "FR" })).toBe("us de");
  expect(seen([gone, { ...gone, key: "too" }], "hide")).toBe("gone! too! sold out");
  expect(seen([gone, us], "hide", { country: "DE" })).toBe("gone! and more sold out");
});
