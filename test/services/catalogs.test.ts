import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CallAllowance, Catalog } from "../../src/domain/catalog.ts";
import { amazonCatalog } from "../../src/services/amazon-catalog.ts";
import { krogerCatalog } from "../../src/services/kroger-catalog.ts";
import { walmartCatalog } from "../../src/services/walmart-catalog.ts";
import {
  AMAZON_SECRETS,
  ASSOCIATES_TAG,
  FAULTS,
  type FakeRetailer,
  KROGER_SECRETS,
  startFakeAmazon,
  startFakeKroger,
  startFakeWalmart,
  WALMART_SECRETS,
} from "./fake-retailers.ts";

const OFFER = "0123456789ABCDEF0123456789ABCDEF";
const START = Date.parse("2026-11-20T12:00:00Z");
let time = START;
const now = () => time;
const unlimited: CallAllowance = { limitMs: 60_000, take: async () => true };
const allow = (calls: number): CallAllowance => ({ limitMs: 60_000, take: async () => calls-- > 0 });

let walmart: FakeRetailer<object>;
let kroger: Awaited<ReturnType<typeof startFakeKroger>>;
let amazon: FakeRetailer<string | null>;
beforeAll(async () => {
  walmart = await startFakeWalmart(now);
  kroger = await startFakeKroger({ "45202": "01400943" }, 1800);
  amazon = await startFakeAmazon();
});
afterAll(() => Promise.all([walmart, kroger, amazon].map((fake) => fake.close())));
afterEach(() => {
  time = START;
  for (const fake of [walmart, kroger, amazon]) {
    fake.products.clear();
    fake.calls.length = 0;
    fake.requests.length = 0;
    fake.fault = null;
  }
});

const openWalmart = (changes: Partial<Parameters<typeof walmartCatalog>[0]> = {}) =>
  walmartCatalog(
    {
      baseUrl: walmart.origin,
      consumerId: WALMART_SECRETS.WALMART_CONSUMER_ID,
      keyVersion: WALMART_SECRETS.WALMART_KEY_VERSION,
      privateKey: WALMART_SECRETS.WALMART_PRIVATE_KEY,
      ...changes,
    },
    now,
  );
const openKroger = (clientSecret = KROGER_SECRETS.KROGER_CLIENT_SECRET) =>
  krogerCatalog({ baseUrl: kroger.origin, clientId: KROGER_SECRETS.KROGER_CLIENT_ID, clientSecret }, now);
const openAmazon = (clientSecret = AMAZON_SECRETS.AMAZON_CLIENT_SECRET) =>
  amazonCatalog(
    {
      baseUrl: amazon.origin,
      tokenUrl: `${amazon.origin}/auth/o2/token`,
      clientId: AMAZON_SECRETS.AMAZON_CLIENT_ID,
      clientSecret,
      associatesTag: ASSOCIATES_TAG,
    },
    now,
  );
const offersOf = async (catalog: Catalog, ids: string[], location?: object) => {
  const { offers, stopped } = await catalog.lookUp(ids, location, unlimited);
  expect(stopped).toBe("none");
  return Object.fromEntries(offers);
};
const availabilitiesOf = async (catalog: Catalog, ids: string[], location?: object) => {
  const offers = await offersOf(catalog, ids, location);
  return ids.map((id) => offers[id]?.availability);
};

describe("walmart", () => {
  it("signs its requests and reads stock, offer and seller", async () => {
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
      "5": { availability: "unavailable", ...own },
      "6": { availability: "unknown", ...own },
      "7": { availability: "unknown", ...own },
    });
    expect(walmart.calls).toEqual([["1", "2", "3", "4", "5", "6", "7"]]);
  });

  it("takes the key as bare base64 too", async () => {
    const bare = WALMART_SECRETS.WALMART_PRIVATE_KEY.replace(/-----.+-----|\n/g, "");
    walmart.products.set("1", { stock: "Available" });
    expect(await availabilitiesOf(openWalmart({ privateKey: bare }), ["1"])).toEqual(["available"]);
  });

  it("asks for 20 items a call and stays within its allowance", async () => {
    const ids = Array.from({ length: 45 }, (_, index) => String(index + 1));
    for (const id of ids) walmart.products.set(id, { stock: "Available" });
    expect(await availabilitiesOf(openWalmart(), ids)).toEqual(ids.map(() => "available"));
    expect(walmart.calls.map((call) => call.length)).toEqual([20, 20, 5]);
    const { offers, stopped } = await openWalmart().lookUp(ids, undefined, allow(2));
    expect([offers.size, stopped]).toEqual([40, "spent"]);
    expect(walmart.calls).toHaveLength(5);
  });

  it("never asks for what is no item id, and finds the one that spoils a batch", async () => {
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

  it.each([
    ["a wrong consumer id", { consumerId: "someone" }, "status 401"],
    ["a wrong key version", { keyVersion: "9" }, "status 401"],
    ["a key that is none", { privateKey: "secret!" }, "the private key is not PKCS#8"],
  ])("fails with %s", async (_, settings, failed) => {
    const answer = await openWalmart(settings).lookUp(["1"], undefined, unlimited);
    expect(answer).toEqual({ offers: new Map(), stopped: { failed } });
  });
});

describe("kroger", () => {
  const shop = { storeId: "01400943" };

  it("reads stock levels of a shop, whatever way the id is written", async () => {
    kroger.products.set("01400943 0001111041700", "HIGH");
    kroger.products.set("01400943 0000000000002", "LOW");
    kroger.products.set("01400943 0000000000003", "TEMPORARILY_OUT_OF_STOCK");
    kroger.products.set("01400943 0000000000004", null);
    const ids = ["1111041700", "0001111041700", "2", "3", "4", "5", "a/b"];
    expect(await availabilitiesOf(openKroger(), ids, shop)).toEqual([
      "available",
      "available",
      "available",
      "unavailable",
      "unknown",
      "unknown",
      "unknown",
    ]);
    expect(kroger.calls).toHaveLength(1);
  });

  it("finds the nearest shop of a postal code, once", async () => {
    kroger.products.set("01400943 0000000000003", "TEMPORARILY_OUT_OF_STOCK");
    const catalog = openKroger();
    for (const zipCode of ["45202", "45202-1234"]) {
      expect(await availabilitiesOf(catalog, ["3"], { zipCode })).toEqual(["unavailable"]);
    }
    expect(kroger.requests.filter((request) => request === "GET /locations")).toHaveLength(1);
  });

  it.each([
    [undefined],
    [{}],
    [{ zipCode: "99999" }],
    [{ zipCode: "SW1A 1AA" }],
    [{ storeId: "not a shop" }],
  ])("knows nothing without a shop: %o", async (location) => {
    expect(await availabilitiesOf(openKroger(), ["3"], location)).toEqual(["unknown"]);
    expect(kroger.calls).toEqual([]);
  });

  it("keeps its token for its life less a margin", async () => {
    const catalog = openKroger();
    const tokens = () => kroger.requests.filter((request) => request === "POST /connect/oauth2/token").length;
    for (const seconds of [0, 1000, 1739]) {
      time = START + seconds * 1000;
      await offersOf(catalog, ["1"], shop);
    }
    expect(tokens()).toBe(1);
    time = START + 1741_000;
    await offersOf(catalog, ["1"], shop);
    expect(tokens()).toBe(2);
  });

  it("gets a new token where the old one is refused", async () => {
    kroger.products.set("01400943 0000000000001", "HIGH");
    const catalog = openKroger();
    await offersOf(catalog, ["1"], shop);
    kroger.revokeTokens();
    expect(await availabilitiesOf(catalog, ["1"], shop)).toEqual(["available"]);
  });

  it("fails with wrong credentials, without asking again and again", async () => {
    const answer = await openKroger("wrong").lookUp(["1", "2"], shop, unlimited);
    expect(answer).toEqual({ offers: new Map(), stopped: { failed: "no token: status 400" } });
    expect(kroger.requests).toEqual(["POST /connect/oauth2/token"]);
  });

  it("asks for 50 products a call", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => String(index + 1));
    for (const id of ids) kroger.products.set(`01400943 ${id.padStart(13, "0")}`, "HIGH");
    expect(await availabilitiesOf(openKroger(), ids, shop)).toEqual(ids.map(() => "available"));
    expect(kroger.calls.map((call) => call.length)).toEqual([50, 10]);
  });
});

describe("amazon", () => {
  it("reads availability types", async () => {
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

  it("asks for 10 ASINs a call, also where none is known", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `B0000000${String(index).padStart(2, "0")}`);
    expect(await availabilitiesOf(openAmazon(), ids)).toEqual(ids.map(() => "unknown"));
    expect(amazon.calls.map((call) => call.length)).toEqual([10, 2]);
  });

  it("fails with wrong credentials", async () => {
    const answer = await openAmazon("wrong").lookUp(["B000000001"], undefined, unlimited);
    expect(answer).toEqual({ offers: new Map(), stopped: { failed: "no token: status 401" } });
  });
});

describe("a retailer that is not well", () => {
  const reasons: Record<keyof typeof FAULTS, string> = {
    "429": "status 429",
    "500": "status 500",
    "502 in HTML": "not_json, status 502",
    garbage: "not_json, status 200",
    "another shape": "unexpected shape",
    "10 MB": "too_large, status 200",
    redirect: "redirect, status 302",
    "a broken connection": "network",
  };
  const cases = Object.entries(FAULTS).flatMap(([name, fault]) =>
    [
      [name, "walmart", () => walmart, openWalmart, "1"] as const,
      [name, "kroger", () => kroger, openKroger, "1"] as const,
      [name, "amazon", () => amazon, openAmazon, "B000000001"] as const,
    ].map((row) => [...row, fault] as const),
  );

  it.each(cases)("%s from %s ends the look-up", async (name, _, fake, open, id, fault) => {
    fake().fault = fault;
    const answer = await open().lookUp([id], { storeId: "01400943" }, unlimited);
    const [, failed] = Object.entries(reasons).find(([reason]) => reason === name) ?? [];
    expect(answer).toEqual({ offers: new Map(), stopped: { failed } });
    expect(fake().calls).toHaveLength(1);
    expect(fake().requests.some((request) => request.includes("elsewhere"))).toBe(false);
  });

  it("that hangs is left after the limit", async () => {
    walmart.fault = () => {};
    const answer = await openWalmart().lookUp(["1"], undefined, { ...unlimited, limitMs: 50 });
    expect(answer).toEqual({ offers: new Map(), stopped: { failed: "timeout" } });
  });
});
