import { expect, test } from "vitest";
import { isToken, newToken } from "../../src/ground/core/ids.ts";

const TOKEN = newToken((length) => new Uint8Array(length).fill(0xfb));

test("a token is 43 characters of base64url", () => {
  expect(TOKEN).toBe(`${"-_v7".repeat(10)}-_s`);
  expect(newToken((length) => new Uint8Array(length))).toBe("A".repeat(43));
  expect(isToken(TOKEN)).toBe(true);
});

test.each([
  ["empty", ""],
  ["too short", TOKEN.slice(1)],
  ["followed by more", `${TOKEN}A`],
  ["followed by a line", `${TOKEN}\n`],
  ["after a slash", `/${TOKEN}`],
  ["before a slash", `${TOKEN}/`],
  ["padded", `${TOKEN}=`],
  ["of base64", `+/${TOKEN.slice(2)}`],
])("a text that is %s is not a token", (_what, text) => {
  expect(isToken(text)).toBe(false);
});
