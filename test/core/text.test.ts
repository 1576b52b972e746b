import { describe, expect, test } from "vitest";
import { httpUrl, text } from "../../src/ground/core/text.ts";
import { MAX_URL_LENGTH } from "../../src/ground/core/urls.ts";

const messageOf = (schema: ReturnType<typeof text>, value: string) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe("the length of a URL", () => {
  const tooLong = `must be a URL of at most ${MAX_URL_LENGTH} characters`;
  const ofLength = (length: number, filling: string) => "https://a.example/".padEnd(length, filling);

  test("counts as sent, even if parsing would shorten it", () => {
    expect(new URL(ofLength(MAX_URL_LENGTH + 1, "./")).href.length).toBeLessThan(100);
    expect(messageOf(httpUrl(), ofLength(MAX_URL_LENGTH, "./"))).toBeUndefined();
    expect(messageOf(httpUrl(), ofLength(MAX_URL_LENGTH + 1, "./"))).toBe(tooLong);
  });

  test("counts as sent on, even if parsing makes it longer", () => {
    const prefix = "https://a.example/".length;
    // Each ü becomes six characters.
    const most = Math.floor((MAX_URL_LENGTH - prefix) / 6);
    expect(messageOf(httpUrl(), `https://a.example/${"ü".repeat(most)}`)).toBeUndefined();
    expect(messageOf(httpUrl(), `https://a.example/${"ü".repeat(most + 1)}`)).toBe(tooLong);
  });
});

describe("the length of a text", () => {
  test.each([
    ["", "must have 2 to 4 characters"],
    ["a", "must have 2 to 4 characters"],
    ["ab", undefined],
    ["abcd", undefined],
    ["abcde", "must have 2 to 4 characters"],
    // One character each, in two UTF-16 units.
    ["😀", "must have 2 to 4 characters"],
    ["😀😀", undefined],
    ["😀😀😀😀", undefined],
    ["😀😀😀😀😀", "must have 2 to 4 characters"],
  ])("%j", (value, message) => {
    expect(messageOf(text(2, 4), value)).toBe(message);
  });
});
