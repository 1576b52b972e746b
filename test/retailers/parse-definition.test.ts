import { describe, expect, test } from "vitest";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { ServiceError } from "../../src/ground/core/errors.ts";
import { linkBody } from "../bodies.ts";
import { definition, page } from "./definitions.ts";

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
