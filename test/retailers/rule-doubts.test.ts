import { expect, test } from "vitest";
import type { ChoiceDefinition } from "../../src/features/retailers/definition.ts";
import { ruleDoubts } from "../../src/features/retailers/rule-doubts.ts";

type Rule = Partial<Pick<ChoiceDefinition["offers"][number], "countries" | "when">>;

/** What is said about rules of the offers a, b, c …, of which the first that fits is opened. */
const doubts = (rules: Rule[], { fallbackUrl, pick = "first", codes }: Record<string, unknown> = {}) =>
  ruleDoubts(
    {
      offers: rules.map((rule, index) => ({ key: "abcdef"[index], ...rule })),
      page: { pick },
      ...(fallbackUrl !== undefined && { fallbackUrl }),
    } as unknown as ChoiceDefinition, // only what rules need
    codes as string[] | undefined,
  ).map(({ code, field, hint = "" }) => [code, field, hint].filter(Boolean).join(" "));

const rest: Rule = {};
const BEFORE = "The earlier offer a gets them all.";

test.each<[string, Rule[], string[]]>([
  ["an offer behind one without conditions", [rest, { countries: ["CA"] }], [`offers[1] ${BEFORE}`]],
  [
    "an offer behind the same rule",
    [{ countries: ["CA"] }, { countries: ["CA"] }, rest],
    [`offers[1] ${BEFORE}`],
  ],
  [
    "an offer behind a wider rule",
    [{ when: { devices: ["phone", "tablet"] } }, { when: { devices: ["phone"], sources: ["news"] } }, rest],
    [`offers[1] ${BEFORE}`],
  ],
  [
    "an offer within the time of another",
    [
      { when: { from: "2026-01-01T00:00:00.000Z" } },
      { when: { from: "2026-02-01T00:00:00.000Z", until: "2026-03-01T00:00:00.000Z" } },
      rest,
    ],
    [`offers[1] ${BEFORE}`],
  ],
  [
    "a narrower rule first",
    [{ when: { devices: ["phone"], sources: ["news"] } }, { when: { devices: ["phone"] } }, rest],
    [],
  ],
  ["other countries", [{ countries: ["CA"] }, { countries: ["CA", "US"] }, rest], []],
  ["another kind", [{ when: { sources: ["news"] } }, { countries: ["CA"] }, rest], []],
  [
    "countries that exclude each other",
    [{ countries: ["CA"], when: { countries: ["US"] } }, rest],
    ["offers[0] Its two lists of countries have no country in common."],
  ],
  [
    "regions of other countries",
    [{ countries: ["CA"], when: { regions: ["US-CA"] } }, rest],
    ["offers[0] Its regions are in none of its countries."],
  ],
  [
    "desktops with iOS",
    [{ when: { devices: ["desktop", "ios"] } }, rest],
    ["offers[0] No desktop has the system that it names."],
  ],
])("no visit gets what can't be reached: %s", (_, rules, found) => {
  expect(doubts(rules)).toEqual(found.map((each) => `offer_unreachable ${each}`));
});

test("on a page of the shopper's own choice, only what nobody sees is unreachable", () => {
  expect(doubts([rest, { countries: ["CA"] }], { pick: "shopper" })).toEqual([]);
  expect(doubts([{ countries: ["CA"] }, { countries: ["US"] }], { pick: "split" })).toEqual([]);
  expect(doubts([{ countries: ["CA"], when: { countries: ["US"] } }], { pick: "shopper" })).toHaveLength(1);
});

test("without a rest and without fallbackUrl, some visits fit nothing", () => {
  const rules = [{ countries: ["CA"] }, { countries: ["US"] }];
  expect(doubts(rules)).toEqual(["rest_missing page.pick"]);
  expect(doubts(rules, { fallbackUrl: "https://brand.example/" })).toEqual([]);
  expect(doubts([...rules, rest])).toEqual([]);
});

test("regions that do not exist, and codes that the link does not have, are named", () => {
  const rules = [{ when: { regions: ["US-CA", "US-ZZ", "CA-ON", "CA-US", "FR-75", "AU-NSW"] } }, rest];
  expect(doubts(rules)).toEqual([
    ...["region_unknown offers[0].when.regions[1]", "region_unknown offers[0].when.regions[3]"],
  ]);
  const scans = [{ when: { qrCodes: ["Wall-1", "gone"] } }, rest];
  expect(doubts(scans)).toEqual([]);
  expect(doubts(scans, { codes: ["default", "wall-1"] })).toEqual(["code_unknown offers[0].when.qrCodes[1]"]);
});
