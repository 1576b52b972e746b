import { describe, expect, test } from "vitest";
import { availabilitiesOf, offersOf, setUpAmazon, unlimited } from "./catalogs.ts";

const { amazon, openAmazon } = await setUpAmazon();

describe("amazon", () => {
  test("reads availability types", async () => {
    const types = {
      B000000001: "IN_STOCK",
      B000000002: "IN_STOCK_SCARCE",
      B000000003: "LEADTIME",
      B000000004: "PREORDER",
      B000000005: "OUT_OF_STOCK",
      B000000006: "UNAVAILABLE",
      B000000007: "AVAILABLE_DATE",
      B000000008: "SOMETHING_NEW",
    };
    for (const [asin, type] of Object.entries(types)) amazon.products.set(asin, type);
    amazon.products.set("B000000009", null);
    const ids = [...Object.keys(types), "B000000009", "B00000000A", "not an asin"];
    const offers = await offersOf(openAmazon(), ids);
    expect(ids.map((id) => offers[id]?.availability)).toEqual([
      ...["available", "available", "available", "available", "unavailable", "unavailable", "unavailable"],
      ...["unknown", "unknown", "unknown", "unknown"],
    ]);
    expect(amazon.calls).toHaveLength(1);
  });

  test.each([
    ["available, where one listing is", ["OUT_OF_STOCK", "IN_STOCK"], "available"],
    ["unavailable, where all listings are", ["OUT_OF_STOCK", "UNAVAILABLE"], "unavailable"],
    ["unknown, where one listing may be there", ["OUT_OF_STOCK", "SOMETHING_NEW"], "unknown"],
  ])("treats an item as %s", async (_, types, expected) => {
    const listings = types.map((type) => ({ availability: { type } }));
    amazon.fault = (response) =>
      response.end(
        JSON.stringify({ itemsResult: { items: [{ asin: "B000000001", offersV2: { listings } }] } }),
      );
    expect(await availabilitiesOf(openAmazon(), ["B000000001"])).toEqual([expected]);
  });

  test("queries 10 ASINs per call, even if none is known", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `B0000000${String(index).padStart(2, "0")}`);
    expect(await availabilitiesOf(openAmazon(), ids)).toEqual(ids.map(() => "unknown"));
    expect(amazon.calls.map((call) => call.length)).toEqual([10, 2]);
  });

  test("waits a second between calls, as new accounts must", async () => {
    const steps: (string | number)[] = [];
    amazon.fault = (_, reply) => {
      steps.push("call");
      reply();
    };
    const catalog = openAmazon(undefined, async (milliseconds) => void steps.push(milliseconds));
    const ids = Array.from({ length: 21 }, (_, index) => `B0000000${String(index).padStart(2, "0")}`);
    await offersOf(catalog, ids);
    expect(steps).toEqual(["call", expect.any(Number), "call", expect.any(Number), "call"]);
    for (const step of steps) if (typeof step === "number") expect(step).toBeGreaterThanOrEqual(1_000);
  });

  test("fails with wrong credentials", async () => {
    const answer = await openAmazon("wrong").lookUp(["B000000001"], undefined, unlimited);
    expect(answer).toEqual({ offers: new Map(), stopped: { failed: "no token: status 401" } });
  });
});
