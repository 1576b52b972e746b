import { describe, expect, test } from "vitest";
import { type ApiKey, isUsable, isWellFormedApiKey, newApiKey } from "../../src/features/access/api-key.ts";
import { API_KEY_IN_TEXT } from "../../src/ground/core/api-key-format.ts";
import { crc32, sha256Hex } from "../../src/ground/core/digest.ts";
import { toBase62 } from "../../src/ground/core/ids.ts";

describe("a new key", () => {
  test("has the form slk_, 40 base62 characters and 6 of CRC-32, with a hash and a prefix", async () => {
    const { key, hash, prefix } = await newApiKey();
    expect(key).toMatch(/^slk_[0-9A-Za-z]{46}$/);
    expect(key.slice(-6)).toBe(toBase62(crc32(key.slice(0, -6)), 6));
    expect(hash).toBe(await sha256Hex(key));
    expect(key.startsWith(prefix)).toBe(true);
    expect(prefix).toHaveLength(10);
    expect(isWellFormedApiKey(key)).toBe(true);
  });

  test("uses the given randomness, and differs each time", async () => {
    const zeros = (length: number) => new Uint8Array(length);
    expect((await newApiKey(zeros)).key.slice(0, -6)).toBe(`slk_${"0".repeat(40)}`);
    const keys = await Promise.all(Array.from({ length: 100 }, () => newApiKey()));
    expect(new Set(keys.map(({ key }) => key)).size).toBe(100);
  });
});

describe("the checksum", () => {
  test("a changed character is detected", async () => {
    const { key } = await newApiKey();
    for (let at = 4; at < key.length; at++) {
      for (const other of ["0", "A", "z"].filter((character) => character !== key[at])) {
        expect(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
      }
    }
  });

  test("two swapped neighbors are detected", async () => {
    const { key } = await newApiKey();
    for (let at = 4; at + 1 < key.length; at++) {
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
      if (swapped !== key) expect(isWellFormedApiKey(swapped)).toBe(false);
    }
  });

  test("text of another form is not a key", async () => {
    const { key } = await newApiKey();
    const forms = [
      "",
      "slk_",
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.replace("slk_", "slk-"),
    ];
    for (const text of forms) expect(isWellFormedApiKey(text)).toBe(false);
  });
});

test("a key is found anywhere in a text", async () => {
  const { key } = await newApiKey();
  for (const text of [key, `x${key}y`, JSON.stringify({ note: `use ${key}.` })]) {
    expect(API_KEY_IN_TEXT.test(text)).toBe(true);
  }
  for (const text of ["slk_", "slk_short", key.replace("slk_", "SLK_"), key.replace("slk_", "slk_-")]) {
    expect(API_KEY_IN_TEXT.test(text)).toBe(false);
  }
});

describe("a key is usable", () => {
  const key: ApiKey = {
    id: "key_1",
    organizationId: "acme",
    scopes: [],
    projects: "all",
    expiresAt: null,
    revokedAt: null,
  };
  const now = new Date("2026-11-01T12:00:00.000Z");

  test.each<[string, Partial<ApiKey>, boolean]>([
    ["as it is", {}, true],
    ["a millisecond before it expires", { expiresAt: "2026-11-01T12:00:00.001Z" }, true],
    ["but not when it expires", { expiresAt: "2026-11-01T12:00:00.000Z" }, false],
    ["nor after", { expiresAt: "2026-11-01T11:59:59.999Z" }, false],
    ["nor once it is revoked", { revokedAt: "2026-11-01T12:00:00.000Z" }, false],
    ["whenever that was", { revokedAt: "2030-01-01T00:00:00.000Z" }, false],
  ])("%s", (_, changes, usable) => {
    expect(isUsable({ ...key, ...changes }, now)).toBe(usable);
  });
});
