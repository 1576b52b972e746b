import { describe, expect, test } from "vitest";
import type { CallBudget } from "../../src/features/availability/catalog.ts";
import { availabilitiesOf, offersOf, setUpWalmart, unlimited } from "./catalogs.ts";
import { WALMART_SECRETS } from "./fake-retailers.ts";

const OFFER = "0123456789ABCDEF0123456789ABCDEF";
const allow = (calls: number): CallBudget => ({ limitMs: 60_000, take: async () => calls-- > 0 });
const { walmart, openWalmart } = await setUpWalmart();

describe("walmart", () => {
  test("signs its requests and reads stock, offer and seller", async () => {
    walmart.products.set("1", { stock: "Available", offerId: OFFER, marketplace: true });
    walmart.products.set("2", { stock: "Limited Supply", availableOnline: true, offerId: "not an offer id" });
    walmart.products.set("3", { stock: "Last few items", marketplace: false });
    walmart.products.set("4", { stock: "Not available" });
    walmart.products.set("5", { stock: "Available", availableOnline: false });
    walmart.products.set("6", { stock: 7, offerId: null, marketplace: "yes", availableOnline: null });
    const offers = await offersOf(openWalmart(), ["1", "2", "3", "4", "5", "6", "7"]);
    const own = { thirdParty: false };
    expect(offers).toEqual({
      "1": { availability: "available", offerId: OFFER, thirdParty: true },
      "2": { availability: "available", ...own },
      "3": { availability: "available", ...own },
      "4": { availability: "unavailable", ...own },
      "5": { availability: "unknown", ...own },
      "6": { availability: "unknown", ...own },
      "7": { availability: "unknown", ...own },
    });
    expect(walmart.calls).toEqual([["1", "2", "3", "4", "5", "6", "7"]]);
  });

  test.each([
    ["60601", "60601"],
    [" 60601-1234 ", "60601"],
    ["M5V 2T6", null],
    ["606011", null],
    [undefined, null],
  ])(
    "asks for the place of the ZIP code %o; only there, not online means not at all",
    async (zipCode, sent) => {
      walmart.products.set("1", { stock: "Available", availableOnline: false });
      const { offers } = await openWalmart().lookUp(["1"], { zipCode, storeId: "5260" }, unlimited);
      expect(offers.get("1")?.availability).toBe(sent === null ? "unknown" : "unavailable");
      expect(walmart.queries.map((query) => query.get("zipCode"))).toEqual([sent]);
      expect(walmart.queries.map((query) => query.has("storeId"))).toEqual([false]);
    },
  );

  test("accepts the key as bare base64 too", async () => {
    const bare = WALMART_SECRETS.WALMART_PRIVATE_KEY.replace(/-----.+-----|\n/g, "");
    walmart.products.set("1", { stock: "Available" });
    expect(await availabilitiesOf(openWalmart({ privateKey: bare }), ["1"])).toEqual(["available"]);
  });

  test("queries 20 items per call and stays within its allowance", async () => {
    const ids = Array.from({ length: 45 }, (_, index) => String(index + 1));
    for (const id of ids) walmart.products.set(id, { stock: "Available" });
    expect(await availabilitiesOf(openWalmart(), ids)).toEqual(ids.map(() => "available"));
    expect(walmart.calls.map((call) => call.length)).toEqual([20, 20, 5]);
    const { offers, stopped } = await openWalmart().lookUp(ids, undefined, allow(2));
    expect([offers.size, stopped]).toEqual([40, "spent"]);
    expect(walmart.calls).toHaveLength(5);
  });

  test("never queries invalid item ids, and isolates the id that fails a batch", async () => {
    for (const id of ["1", "2", "3"]) walmart.products.set(id, { stock: "Available" });
    const offers = await offersOf(openWalmart(), ["1", "x,y", OFFER, "2", "1234567890123", "3"]);
    expect(Object.entries(offers).filter(([, offer]) => offer.availability === "available")).toHaveLength(3);
    expect(Object.keys(offers)).toHaveLength(6);
    expect(walmart.calls.flat()).not.toContain("x,y");
    expect(walmart.calls).toEqual([
      ["1", "2", "1234567890123", "3"],
      ["1", "2"],
      ["1234567890123", "3"],
      ["1234567890123"],
      ["3"],
    ]);
  });

  test.each([
    ["a wrong consumer id", { consumerId: "someone" }, "status 401"],
    ["a wrong key version", { keyVersion: "9" }, "status 401"],
    ["an invalid key", { privateKey: "secret!" }, "the private key is not PKCS#8"],
  ])("fails with %s", async (_, settings, failed) => {
    const answer = await openWalmart(settings).lookUp(["1"], undefined, unlimited);
    expect(answer).toEqual({ offers: new Map(), stopped: { failed } });
  });
});
