import { describe, expect, test } from "vitest";
import { idempotencyRequest, newClaim, receiptBytes } from "../../src/features/writes/claim.ts";
import { RECEIPT_BYTES } from "../../src/features/writes/usage-statements.ts";

type Request = Parameters<typeof idempotencyRequest>;
const REQUEST: Request = ["acme", "POST", "/v1/links", "key-0001", { a: 1, b: [1, { c: 2, d: null }] }];
const changed = <K extends keyof Request & `${number}`>(place: K, value: unknown): Request =>
  REQUEST.map((part, index) => (String(index) === place ? value : part)) as Request;

describe("what identifies a request", () => {
  test.each<[string, Request]>([
    ["organization", changed("0", "globex")],
    ["method", changed("1", "PATCH")],
    ["path", changed("2", "/v1/links/lnk_1/qr-codes")],
    ["key", changed("3", "key-0002")],
  ])("its %s is part of the scope", async (_, other) => {
    const [first, second] = [await idempotencyRequest(...REQUEST), await idempotencyRequest(...other)];
    expect(second.scope).not.toBe(first.scope);
    expect(second.fingerprint).toBe(first.fingerprint);
  });

  test("keeps its parts separate", async () => {
    const [one, other] = [
      await idempotencyRequest("ac", "ME", "/x", "key-0001", {}),
      await idempotencyRequest("a", "cME", "/x", "key-0001", {}),
    ];
    expect(one.scope).not.toBe(other.scope);
  });

  test.each<[string, unknown, boolean]>([
    ["the order of keys", { b: [1, { d: null, c: 2 }], a: 1 }, true],
    ["the order of a list", { a: 1, b: [{ c: 2, d: null }, 1] }, false],
    ["a value", { a: 2, b: [1, { c: 2, d: null }] }, false],
    ["a number as a text", { a: "1", b: [1, { c: 2, d: null }] }, false],
    ["null for nothing", { a: 1, b: [1, { c: 2 }] }, false],
  ])("its body is fingerprinted: with another %s it is equal: %s", async (_, body, equal) => {
    const [first, second] = [
      await idempotencyRequest(...REQUEST),
      await idempotencyRequest(...changed("4", body)),
    ];
    expect(second.scope).toBe(first.scope);
    expect(second.fingerprint === first.fingerprint).toBe(equal);
  });
});

test("a receipt counts its text and overhead", () => {
  const claim = newClaim(
    { scope: "s", fingerprint: "f", organizationId: "acme" },
    "o",
    "ümlaut",
    new Date(0),
  );
  expect([null, claim].map(receiptBytes)).toEqual([0, RECEIPT_BYTES + 7]);
});
