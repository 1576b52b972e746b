import { expect, test } from "vitest";
import { crc32, sha256Hex, toHex } from "../../src/ground/core/digest.ts";

test.each([
  // The check value of CRC-32/ISO-HDLC in the catalog of parametrised CRC algorithms.
  ["123456789", 0xcbf43926],
  ["", 0],
  ["a", 0xe8b7be43],
  ["The quick brown fox jumps over the lazy dog", 0x414fa339],
])("CRC-32 of %j", (text, value) => {
  expect(crc32(text)).toBe(value);
});

test("CRC-32 covers the UTF-8 bytes", () => {
  expect(crc32("é")).not.toBe(crc32("e"));
  expect(crc32("é")).toBe(crc32(new TextDecoder().decode(Uint8Array.of(0xc3, 0xa9))));
});

test.each([
  // FIPS 180-2, appendix B.1, and the digest of an empty text.
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
])("SHA-256 of %j", async (text, hex) => {
  expect(await sha256Hex(text)).toBe(hex);
});

test("hex keeps leading zeros", () => {
  expect(toHex(Uint8Array.of(0, 15, 16, 255))).toBe("000f10ff");
  expect(toHex(new Uint8Array())).toBe("");
});
