import { describe, expect, test } from "vitest";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { ServiceError } from "../../src/ground/core/errors.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import { definition, one, page } from "./definitions.ts";

/** The fields that a body is refused for, with what is said of them. */
function refused(body: object): string[] {
  try {
    parseDefinition(body);
  } catch (error) {
    if (error instanceof ServiceError)
      return (error.details ?? []).map(({ field, message }) => `${field}: ${message}`);
  }
  throw new Error("taken");
}

const offer = (changes: object = {}) => ({
  retailer: "custom",
  intent: "custom_url",
  customUrl: "https://a.example/",
  ...changes,
});

describe("the offers of a choice", () => {
  test("get missing keys from their retailers, without duplicates", () => {
    const cart = one("bigbox_w", "add_to_cart", "1");
    const offers = [cart, { ...cart, key: "bigbox-w-2" }, cart, offer(), cart];
    const keys = parseDefinition(choiceBody({ offers })).offers?.map(({ key }) => key);
    expect(keys).toEqual(["bigbox-w", "bigbox-w-2", "bigbox-w-3", "custom", "bigbox-w-4"]);
  });

  test("must have unique keys, reported with other problems", () => {
    const offers = [offer({ key: "a" }), offer({ key: "b" }), offer({ key: "a", customUrl: 1 }), offer()];
    expect(refused(choiceBody({ offers }))).toEqual([
      expect.stringMatching(/^offers\[2\].customUrl: /),
      "offers[2].key: is already used by another offer",
    ]);
    const wrong = [offer({ key: "A b" }), offer({ key: "A b" })];
    expect(refused(choiceBody({ offers: wrong }))).toEqual([
      expect.stringMatching(/^offers\[0\].key: must be 1 to 32/),
      expect.stringMatching(/^offers\[1\].key: must be 1 to 32/),
    ]);
  });

  test("are validated by their variant, or by the common fields", () => {
    const offers = [
      offer({ retailer: "nowhere", customUrl: "no" }),
      { retailer: "bigbox_w", intent: "add_to_cart" },
    ];
    expect(refused(choiceBody({ offers }))).toEqual([
      expect.stringMatching(/^offers\[0\].customUrl: /),
      expect.stringMatching(/^offers\[0\].retailer: /),
      expect.stringMatching(/^offers\[1\].products: /),
    ]);
  });

  test.each([
    [["US", "GB", "DE", "NA"], []],
    [
      ["us", "UK", "EU", "XX", "ZZ", "AB", "USA", "001", ""],
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    ],
  ])("invalid countries among %j are rejected", (countries, wrong) => {
    const body = choiceBody({ offers: [offer({ countries }), offer()] });
    const problems = wrong.map((index) =>
      expect.stringContaining(`offers[0].countries[${index}]: must be an ISO 3166-1 country code`),
    );
    if (wrong.length === 0) expect(parseDefinition(body).offers?.[0]?.countries).toEqual(countries);
    else expect(refused(body)).toEqual(problems);
  });
});

describe("a schedule", () => {
  const scheduled = (schedule: object) => linkBody(undefined, { schedule });

  test.each([
    [{ activeFrom: "2026-12-01T09:00:00+01:00" }, { activeFrom: "2026-12-01T08:00:00.000Z" }],
    [{ activeUntil: "2026-12-01T09:00:00+01:00" }, { activeUntil: "2026-12-01T08:00:00.000Z" }],
    [{ endedUrl: "https://a.example/over" }, { endedUrl: "https://a.example/over" }],
    [{}, undefined],
  ])("%j is stored in UTC, or not at all if empty", (sent, stored) => {
    expect(parseDefinition(scheduled(sent)).schedule).toStrictEqual(stored);
  });

  test("ends after it begins", () => {
    const said = (activeUntil: string) =>
      refused(scheduled({ activeFrom: "2026-12-01T09:00:00+01:00", activeUntil }));
    const problem = "schedule.activeUntil: must be after activeFrom";
    expect(said("2026-12-01T08:00:00Z")).toEqual([problem]);
    expect(said("2026-12-01T07:59:59Z")).toEqual([problem]);
    expect(said("never")).toEqual([expect.stringMatching(/^schedule.activeUntil: (?!must be after)/)]);
    const until = { activeFrom: "2026-12-01T08:00:00Z", activeUntil: "2026-12-01T08:00:00.001Z" };
    expect(parseDefinition(scheduled(until)).schedule).toEqual({
      activeFrom: "2026-12-01T08:00:00.000Z",
      activeUntil: "2026-12-01T08:00:00.001Z",
    });
  });
});

test("a body without a variant gets all its problems reported", () => {
  expect(refused({ retailer: "nowhere", intent: "custom_url", name: "", customUrl: "no" })).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^retailer: /),
      expect.stringMatching(/^projectId: /),
      expect.stringMatching(/^name: /),
      expect.stringMatching(/^customUrl: /),
    ]),
  );
});

test("a definition has a maximum size", () => {
  const options = {
    delivery_app: {
      recipe: {
        title: "Cake",
        ingredients: [{ name: "Flour" }],
        instructions: Array<string>(200).fill("漢".repeat(5_000)),
      },
    },
  };
  expect(refused({ ...linkBody("delivery_app recipe"), options })).toEqual([
    "body: must be at most 1600000 bytes as JSON",
  ]);
  expect(definition(page("recipe")).retailer).toBe("delivery_app");
});
