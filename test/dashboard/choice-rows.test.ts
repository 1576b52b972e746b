import { describe, expect, test } from "vitest";
import { requireVariant } from "../../src/features/retailers/variants.ts";
import { percentsOf } from "../../src/ground/core/percents.ts";
import { placesText, sentBy } from "../../src/surfaces/dashboard/labels/places.ts";
import { bodyOf } from "../../src/surfaces/dashboard/link-form/form-body.ts";
import { formShape } from "../../src/surfaces/dashboard/link-form/form-shape.ts";
import { readState, stateOf } from "../../src/surfaces/dashboard/link-form/form-state.ts";
import { namedOffers } from "../../src/surfaces/dashboard/link-form/named-offers.ts";
import { readShares, shownShares, withEvenedShares } from "../../src/surfaces/dashboard/link-form/shares.ts";

const SHAPE = formShape(requireVariant("choice", "choose_retailer"));
const page = (path: string, more: object = {}) => ({
  ...{ retailer: "custom" as const, intent: "custom_url", customUrl: `https://shop.example/${path}` },
  ...more,
});
const choice = (pick: string, ...offers: object[]) => ({ page: { pick }, offers });
const rowsOf = (definition: object) => stateOf(SHAPE, definition).rows.get("offers") ?? [];

describe("shares", () => {
  test.each([
    [
      [1, 1],
      [50, 50],
    ],
    [
      [3, 1],
      [75, 25],
    ],
    [
      [7, 3],
      [70, 30],
    ],
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [1, 2, 3],
      [17, 33, 50],
    ],
    [
      [100, 1],
      [99, 1],
    ],
    [
      [70, 30],
      [70, 30],
    ],
  ])("weights %j are %j percent", (weights, percents) => {
    expect(percentsOf(weights)).toEqual(percents);
    expect(percents.reduce((sum, each) => sum + each, 0)).toBe(100);
  });

  test.each([
    [
      ["70", "30"],
      [70, 30],
    ],
    [
      ["70 %", "30%"],
      [70, 30],
    ],
    [
      ["70", ""],
      [70, 30],
    ],
    [
      ["", ""],
      [50, 50],
    ],
    [
      ["", "", ""],
      [34, 33, 33],
    ],
    [
      ["40", "", ""],
      [40, 30, 30],
    ],
    [
      ["40", "", "", ""],
      [40, 20, 20, 20],
    ],
    // Everybody gets something.
    [
      ["97", "", "", ""],
      [97, 1, 1, 1],
    ],
  ])("%j are %j", (typed, shares) => {
    expect(readShares(typed)).toEqual({ shares });
  });

  test.each([
    [["70", "20"], 1, "make 90 %, not 100 %. Give out 10 %"],
    [["70", "40"], 1, "make 110 %, not 100 %. Take away 10 %"],
    [["70", "30", ""], 2, "nothing is left for this one"],
    [["100", ""], 0, "whole number from 1 to 99"],
    [["0", "100"], 0, "whole number from 1 to 99"],
    [["33.3", "66.7"], 0, "whole number from 1 to 99"],
    [["most", ""], 0, "whole number from 1 to 99"],
  ])("%j are refused at row %i", (typed, index, message) => {
    expect(readShares(typed)).toMatchObject({ index, problem: expect.stringContaining(message) });
  });

  /** The weights in the body of a form that was opened with a choice, with these shares typed. */
  function weightsAfter(weights: readonly (number | undefined)[], typed: readonly string[]) {
    const definition = choice("split", ...weights.map((weight, index) => page(String(index), { weight })));
    const state = stateOf(SHAPE, definition);
    const rows = rowsOf(definition).map((row, index) => ({
      ...row,
      texts: new Map(row.texts).set("share", typed[index] ?? ""),
    }));
    const { body, problems } = bodyOf(SHAPE, { ...state, rows: new Map([["offers", rows]]) }, definition);
    expect(problems).toEqual([]);
    return (body.offers as { weight?: number }[]).map(({ weight }) => weight);
  }

  test("shares that nobody changed keep the weights of the API; others become weights", () => {
    expect(weightsAfter([3, 1], ["75", "25"])).toEqual([3, 1]);
    expect(weightsAfter([undefined, undefined], ["50", "50"])).toEqual([undefined, undefined]);
    expect(weightsAfter([3, 1], ["60", "40"])).toEqual([60, 40]);
    expect(weightsAfter([3, 1], ["60", ""])).toEqual([60, 40]);
  });

  test("they stay 100 % when a place is added or removed", () => {
    const [a, b, c] = rowsOf(choice("split", page("a", { weight: 7 }), page("b", { weight: 3 }), page("c")));
    if (!a || !b || !c) throw new Error("three rows");
    const of = (...offers: (typeof a)[]) => ({
      texts: new Map([["page.pick", "split"]]),
      rows: new Map([["offers", offers]]),
    });
    const sharesIn = (state: ReturnType<typeof withEvenedShares>) =>
      shownShares(state.rows.get("offers") ?? []);
    expect(sharesIn(withEvenedShares(of(a, b), of(a, b, c)))).toEqual(["47", "20", "33"]);
    const three = withEvenedShares(of(a, b), of(a, b, c)).rows.get("offers") ?? [];
    expect(sharesIn(withEvenedShares(of(...three), of(...three.slice(0, 2))))).toEqual(["70", "30"]);
  });
});

describe("rows", () => {
  const notes = (pick: string, ...offers: object[]) =>
    namedOffers(stateOf(SHAPE, choice(pick, ...offers))).map(({ note }) => note);
  const below = "Nobody reaches the rows below until this one has a condition.";

  test.each([
    [
      "an open row above others",
      [page("a"), page("b", { countries: ["CA"] }), page("c")],
      [below, undefined, undefined],
    ],
    ["the last row is open", [page("a", { countries: ["CA"] }), page("b")], [undefined, undefined]],
    [
      "a row whose visits an earlier one takes",
      [page("a", { countries: ["CA", "US"] }), page("b", { countries: ["US"] }), page("c")],
      [undefined, "Nobody gets here: row 1 takes them all.", undefined],
    ],
    [
      "a row that contradicts itself",
      [page("a", { countries: ["CA"], when: { regions: ["US-CA"] } }), page("b")],
      ["Nobody gets here. Its regions are in none of its countries.", undefined],
    ],
    [
      "a row with one condition more than an earlier one",
      [
        page("a", { when: { devices: ["phone"] } }),
        page("b", { when: { devices: ["phone"], languages: ["fr"] } }),
      ],
      [undefined, "Nobody gets here: row 1 takes them all."],
    ],
  ])("%s", (_, offers, expected) => {
    expect(notes("first", ...offers)).toEqual(expected);
  });

  test("by chance, every row gets its part", () => {
    expect(notes("split", page("a"), page("b", { countries: ["CA"] }))).toEqual([undefined, undefined]);
  });

  test("another kind of condition takes the name along where it is known there", () => {
    const entries = new URLSearchParams({
      "row:offers[0]": "",
      "offers[0].retailer": "custom",
      "offers[0].intent": "custom_url",
      "offers[0].countries": "French, Georgia",
      "kind:offers[0].countries": "when.languages",
      "offers[0].when.languages": "Canada",
      "kind:offers[0].when.languages": "countries",
      "offers[0].when.devices": "phone",
      "kind:offers[0].when.devices": "when.from",
    });
    const [row] = readState(SHAPE, entries).rows.get("offers") ?? [];
    expect(row?.conditions).toEqual(["when.languages", "countries", "when.from"]);
    expect(
      ["countries", "when.languages", "when.devices", "when.from"].map((path) => row?.texts.get(path)),
    ).toEqual(["Canada", "French, Georgia", "", ""]);
  });
});

describe("where people are sent", () => {
  const amazon = {
    retailer: "marketplace" as const,
    location: { country: "CA" as const },
    countries: ["CA"],
  };
  test.each([
    [
      { page: { pick: "first" }, offers: [amazon, { retailer: "bigbox_w" }] },
      "by country",
      "amazon.ca, walmart.com",
    ],
    [
      { page: { pick: "split" }, offers: [page("a", { weight: 7 }), page("b", { weight: 3 })] },
      "by chance",
      "70 % shop.example/a, 30 % /b",
    ],
    [
      {
        page: { pick: "first" },
        offers: [{ ...amazon, when: { devices: ["phone"] } }, page("x", { label: "Ours" })],
      },
      "by country and device",
      "amazon.ca, Ours",
    ],
    [
      {
        page: { pick: "split" },
        offers: ["1", "2"].map((retailerProductId) => ({
          retailer: "bigbox_w",
          products: [{ retailerProductId }],
        })),
      },
      "by chance",
      "50 % walmart.com 1, 50 % 2",
    ],
    [{ offers: [page("a"), { ...amazon }] }, undefined, "shop.example, amazon.ca"],
  ] as const)("%j", (link, by, places) => {
    const whole = { retailer: "choice" as const, ...link } as Parameters<typeof placesText>[0];
    expect([sentBy(whole), placesText(whole)]).toEqual([by, places]);
  });
});
