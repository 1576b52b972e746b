import { describe, expect, test } from "vitest";
import {
  newId,
  newShortId,
  parseQrCodeId,
  qrCodeId,
  type RandomBytes,
  randomBase62,
  timeOfId,
  toBase62,
} from "../../src/ground/core/ids.ts";

/** Every byte in turn, repeatedly. */
function everyByte(): RandomBytes {
  let next = 0;
  return (length) => Uint8Array.from({ length }, () => next++ % 256);
}

/** The frequency of each character in `text`. */
function counts(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const character of text) found.set(character, (found.get(character) ?? 0) + 1);
  return found;
}

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

describe("short ids", () => {
  test("have 8 characters of lower-case Crockford base32: no i, l, o or u", () => {
    for (let round = 0; round < 1_000; round++) expect(newShortId()).toMatch(/^[0-9a-hjkmnp-tv-z]{8}$/);
  });

  test("every character is equally likely", () => {
    const random = everyByte();
    const found = counts(Array.from({ length: 32 }, () => newShortId(random)).join(""));
    expect([...found.keys()].sort().join("")).toBe(CROCKFORD);
    expect(new Set(found.values())).toEqual(new Set([8]));
  });

  test("two consecutive ids differ", () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newShortId())).size).toBe(1_000);
  });
});

describe("ids of links and keys", () => {
  test("have a prefix, 10 characters of time, and 16 random characters", () => {
    const zeros: RandomBytes = (length) => new Uint8Array(length);
    expect(newId("lnk", new Date(0), zeros)).toBe(`lnk_${"0".repeat(26)}`);
    expect(newId("key", new Date(32 ** 2 + 31), zeros)).toBe(`key_000000010z${"0".repeat(16)}`);
    expect(newId("lnk", new Date())).toMatch(/^lnk_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  test("sort by time, up to the last time of Date", () => {
    const times = [0, 1, 31, 32, 1_023, 1_024, Date.UTC(2026, 10, 1), Date.UTC(2200, 0, 1), 8.64e15];
    const ids = times.map((time) => newId("lnk", new Date(time)));
    expect(ids.toSorted()).toEqual(ids);
  });

  test("have 80 random bits: ids of one millisecond differ", () => {
    const now = new Date();
    expect(new Set(Array.from({ length: 1_000 }, () => newId("lnk", now))).size).toBe(1_000);
  });
});

describe("base62", () => {
  test("random characters are unbiased: bytes above the last multiple of 62 are dropped", () => {
    const found = counts(randomBase62(248, everyByte()));
    expect(found.size).toBe(62);
    expect(new Set(found.values())).toEqual(new Set([4]));
    const biased = [255, 248, 252, 0, 61, 62, 247];
    expect(randomBase62(4, (length) => Uint8Array.from({ length }, () => biased.shift() ?? 1))).toBe("0z0z");
  });

  test.each([
    [0, 1, "0"],
    [0, 6, "000000"],
    [61, 2, "0z"],
    [62, 2, "10"],
    [0xffffffff, 6, "4gfFC3"],
  ])("%i in %i characters is %s", (value, length, text) => {
    expect(toBase62(value, length)).toBe(text);
  });
});

describe("the time of an id", () => {
  test.each([0, 1, 1_790_000_000_123, 2 ** 48 - 1])("%i milliseconds are read back", (time) => {
    expect(timeOfId(newId("vis", new Date(time)))).toEqual(new Date(time));
  });

  test.each([
    "",
    "vis_",
    "vis_down1",
    `vis_${"0".repeat(25)}`,
    `vis_${"0".repeat(27)}`,
    `vis_${"u".repeat(26)}`,
  ])("%j has no time", (id) => {
    expect(timeOfId(id)).toBeNull();
  });
});

describe("ids of QR codes", () => {
  const linkId = newId("lnk", new Date());
  test.each(["default", "abc", "-".repeat(64), "A-1"])("%s is read back", (identifier) => {
    expect(qrCodeId(linkId, identifier)).toBe(`qr_${linkId}_${identifier}`);
    expect(parseQrCodeId(qrCodeId(linkId, identifier))).toEqual({ linkId, identifier });
  });

  test.each([
    "",
    linkId,
    `qr_${linkId}`,
    `qr_${linkId}_`,
    `qr_${linkId}_ab`,
    `qr_${linkId}_${"a".repeat(65)}`,
    `qr_${linkId}_a_b`,
    `qr_${linkId.toUpperCase()}_default`,
    "qr_lnk_short_default",
    `qr_key_${"0".repeat(26)}_default`,
    ` qr_${linkId}_default`,
    `qr_${linkId}_default\n`,
  ])("%j is not an id of a QR code", (id) => {
    expect(parseQrCodeId(id)).toBeNull();
  });
});
