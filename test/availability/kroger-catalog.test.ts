import { afterEach, describe, expect, test } from "vitest";
import { krogerCatalog } from "../../src/features/availability/catalogs/kroger.ts";
import { startServer } from "../platform/local-server.ts";
import { availabilitiesOf, offersOf, START, setUpKroger, unlimited } from "./catalogs.ts";
import { KROGER_SECRETS, startFakeKroger } from "./fake-retailers.ts";

let time = START;
const { kroger, openKroger } = await setUpKroger(() => time);
afterEach(() => {
  time = START;
});

describe("kroger", () => {
  const shop = { storeId: "01400943" };

  test("reads stock levels of a shop, whatever way the id is written", async () => {
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

  test.each([
    ["unknown, where it has no items", [], "unknown"],
    ["available, where one item is", ["TEMPORARILY_OUT_OF_STOCK", "HIGH"], "available"],
    [
      "unavailable, where all items are",
      ["TEMPORARILY_OUT_OF_STOCK", "TEMPORARILY_OUT_OF_STOCK"],
      "unavailable",
    ],
    ["unknown, where one item may be there", ["TEMPORARILY_OUT_OF_STOCK", "SOMETHING_NEW"], "unknown"],
  ])("treats a product as %s", async (_, levels, expected) => {
    const items = levels.map((stockLevel) => ({ inventory: { stockLevel } }));
    kroger.fault = (response) =>
      response.end(JSON.stringify({ data: [{ productId: "0000000000001", items }] }));
    expect(await availabilitiesOf(openKroger(), ["1"], shop)).toEqual([expected]);
  });

  test("renews a cached token once if it is rejected, but not a new token", async () => {
    const catalog = openKroger();
    kroger.fault = (response) => response.writeHead(401).end("{}");
    const requestsOf = async () => {
      kroger.requests.length = 0;
      const { stopped } = await catalog.lookUp(["1"], shop, unlimited);
      expect(stopped).toEqual({ failed: "status 401" });
      return kroger.requests.map((request) => (request.includes("token") ? "token" : "products"));
    };
    expect(await requestsOf()).toEqual(["token", "products"]);
    expect(await requestsOf()).toEqual(["products", "token", "products"]);
  });

  test("caches a short-lived token for nine tenths of its lifetime", async () => {
    const shortLived = await startFakeKroger({}, 10);
    try {
      const { KROGER_CLIENT_ID: clientId, KROGER_CLIENT_SECRET: clientSecret } = KROGER_SECRETS;
      const catalog = krogerCatalog({ baseUrl: shortLived.origin, clientId, clientSecret }, () => time);
      const tokensAt = async (milliseconds: number) => {
        time = START + milliseconds;
        await offersOf(catalog, ["1"], shop);
        return shortLived.requests.filter((request) => request.includes("token")).length;
      };
      expect([await tokensAt(0), await tokensAt(8_999), await tokensAt(9_000)]).toEqual([1, 1, 2]);
    } finally {
      await shortLived.close();
    }
  });

  test("finds the nearest shop of a postal code once and caches it", async () => {
    kroger.products.set("01400943 0000000000003", "TEMPORARILY_OUT_OF_STOCK");
    const catalog = openKroger();
    for (const zipCode of ["45202", "45202-1234"]) {
      expect(await availabilitiesOf(catalog, ["3"], { zipCode })).toEqual(["unavailable"]);
    }
    expect(kroger.requests.filter((request) => request === "GET /locations")).toHaveLength(1);
  });

  test("reports why the nearest shop can't be found, and retries later", async () => {
    let down = true;
    const server = await startServer((request, response) => {
      const { pathname } = new URL(request.url ?? "", "http://kroger.example");
      if (pathname === "/locations" && down) return response.writeHead(503).end("{}");
      const answers: Record<string, object> = {
        "/connect/oauth2/token": { access_token: "token", expires_in: 1800 },
        "/locations": { data: [{ locationId: "01400943" }] },
        "/products": {
          data: [{ productId: "0000000000003", items: [{ inventory: { stockLevel: "HIGH" } }] }],
        },
      };
      return response.end(JSON.stringify(answers[pathname]));
    });
    try {
      const catalog = krogerCatalog(
        { baseUrl: server.origin, clientId: "id", clientSecret: "secret" },
        () => START,
      );
      const zip = { zipCode: "45202" };
      const failed = { offers: new Map(), stopped: { failed: "status 503" } };
      expect(await catalog.lookUp(["3"], zip, unlimited)).toEqual(failed);
      down = false;
      expect(await availabilitiesOf(catalog, ["3"], zip)).toEqual(["available"]);
    } finally {
      await server.close();
    }
  });

  test.each([
    [undefined],
    [{}],
    [{ zipCode: "99999" }],
    [{ zipCode: "SW1A 1AA" }],
    [{ storeId: "not a shop" }],
  ])("reports unknown availability without a shop: %o", async (location) => {
    expect(await availabilitiesOf(openKroger(), ["3"], location)).toEqual(["unknown"]);
    expect(kroger.calls).toEqual([]);
  });

  test("caches its token for its lifetime minus a margin", async () => {
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

  test("gets a new token if the old token is rejected", async () => {
    kroger.products.set("01400943 0000000000001", "HIGH");
    const catalog = openKroger();
    await offersOf(catalog, ["1"], shop);
    kroger.revokeTokens();
    expect(await availabilitiesOf(catalog, ["1"], shop)).toEqual(["available"]);
  });

  test("fails with wrong credentials without repeated requests", async () => {
    const answer = await openKroger("wrong").lookUp(["1", "2"], shop, unlimited);
    expect(answer).toEqual({ offers: new Map(), stopped: { failed: "no token: status 400" } });
    expect(kroger.requests).toEqual(["POST /connect/oauth2/token"]);
  });

  test("queries 50 products per call", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => String(index + 1));
    for (const id of ids) kroger.products.set(`01400943 ${id.padStart(13, "0")}`, "HIGH");
    expect(await availabilitiesOf(openKroger(), ids, shop)).toEqual(ids.map(() => "available"));
    expect(kroger.calls.map((call) => call.length)).toEqual([50, 10]);
  });
});
