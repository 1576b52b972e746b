import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type DeliveryAppFailure,
  failureText,
  retryOf,
} from "../../src/features/delivery-app/delivery-app-api.ts";
import { deliveryAppClient } from "../../src/features/delivery-app/delivery-app-client.ts";
import type { PageRequest } from "../../src/features/delivery-app/page-request.ts";
import {
  apiError,
  type Behavior,
  type DeliveryAppServer,
  raw,
  startDeliveryApp,
} from "./delivery-app-server.ts";

let server: DeliveryAppServer;
const client = (key = server.key) => deliveryAppClient({ baseUrl: server.origin, key });
const list: PageRequest = {
  kind: "list",
  body: { title: "Tacos", link_type: "shopping_list", line_items: [{ name: "tortillas" }] },
};

beforeAll(async () => {
  server = await startDeliveryApp();
});
afterAll(() => server.close());

/** A good answer with this page URL. */
const page = (url: unknown): Behavior => raw(200, JSON.stringify({ products_link_url: url }));

describe("deliveryAppClient", () => {
  test("creates a list and a recipe at their paths and returns the page's URL", async () => {
    expect(await client().makePage(list)).toEqual({
      ok: true,
      value: expect.stringMatching(
        /^https:\/\/www\.instacart\.com\/store\/shopping_lists\/\d+\?utm_source=api$/,
      ),
    });
    const body = { title: "T", ingredients: [{ name: "x" }], external_reference_id: "lnk_1", expires_in: 30 };
    expect(await client().makePage({ kind: "recipe", body })).toMatchObject({ ok: true });
    expect(server.asked.map(({ path }) => path)).toEqual([
      "/idp/v1/products/products_link",
      "/idp/v1/products/recipe",
    ]);
    expect(server.asked[1]?.body).toEqual(body);
  });

  test.each<[string, Behavior, DeliveryAppFailure, string]>([
    ["408", apiError(408, 1), { reason: "busy", status: 408 }, "soon"],
    ["429", apiError(429, 1), { reason: "busy", status: 429 }, "soon"],
    ["500 with HTML", raw(500, "<html>"), { reason: "busy", status: 500 }, "soon"],
    ["503 with nothing", raw(503, ""), { reason: "busy", status: 503 }, "soon"],
    ["401", apiError(401, 1002), { reason: "unauthorized", status: 401 }, "later"],
    ["403 with HTML", raw(403, "<html>"), { reason: "unauthorized", status: 403 }, "later"],
    ["404", raw(404, "{}"), { reason: "misdirected", status: 404 }, "later"],
    ["a bad parameter", apiError(400, 1001), { reason: "refused", status: 400, codes: [1001] }, "never"],
    [
      "several errors",
      apiError(400, 1001, 1005),
      { reason: "refused", status: 400, codes: [9999, 1001, 1005] },
      "never",
    ],
    ["422 with garbage", raw(422, "?"), { reason: "refused", status: 422, codes: [] }, "never"],
    ["garbage", raw(200, "garbage"), { reason: "unusable", problem: "not_json" }, "soon"],
    [
      "another shape",
      raw(200, '{"url":"https://www.instacart.com"}'),
      { reason: "unusable", problem: "shape" },
      "soon",
    ],
    ["a URL that is a number", page(7), { reason: "unusable", problem: "shape" }, "soon"],
    [
      "10 MB",
      raw(200, `{"products_link_url":"${"x".repeat(10_000_000)}"}`),
      { reason: "unusable", problem: "too_large" },
      "soon",
    ],
    ["a broken connection", (_, __, request) => request.socket.destroy(), { reason: "network" }, "soon"],
  ])("names the failure of %s, and when to ask again", async (_, behavior, failure, retry) => {
    server.next(behavior);
    const answer = await client().makePage(list);
    expect(answer).toEqual({ ok: false, failure });
    expect(retryOf(failure)).toBe(retry);
    expect(failureText(failure)).toMatch(/^[a-z_]+(: [a-z_0-9 ]+)?$/);
  });

  test("does not follow a redirect", async () => {
    const before = server.asked.length;
    server.next(raw(307, "{}", { Location: "/idp/v1/products/recipe" }));
    expect(await client().makePage(list)).toEqual({
      ok: false,
      failure: { reason: "misdirected", status: 307 },
    });
    expect(server.asked.length).toBe(before + 1);
  });

  test("reports a wrong key without revealing it", async () => {
    const answer = await client("wrong-key").makePage(list);
    expect(answer).toEqual({ ok: false, failure: { reason: "unauthorized", status: 401 } });
    expect(JSON.stringify(answer)).not.toContain("wrong-key");
  });

  test.each(["https://instacart.com/x", "https://customers.dev.instacart.tools/store/recipes/1?a=b#c"])(
    "accepts the page %s",
    async (url) => {
      server.next(page(url));
      expect(await client().makePage(list)).toEqual({ ok: true, value: url });
    },
  );

  test.each([
    "http://www.instacart.com/x",
    "https://www.instacart.com.example.com/x",
    "https://notinstacart.com/x",
    "https://user@www.instacart.com/x",
    "https://www.instacart.com:8443/x",
    "javascript:alert(1)",
    "/store/recipes/1",
    "",
  ])("rejects a page at %s", async (url) => {
    server.next(page(url));
    expect(await client().makePage(list)).toEqual({
      ok: false,
      failure: { reason: "unusable", problem: "host" },
    });
  });

  test.each([
    ["https://www.instacart.com/a\nb", "https://www.instacart.com/ab"],
    ["https://www.instacart.com/\ta", "https://www.instacart.com/a"],
    ["https:\\\\www.instacart.com\\a", "https://www.instacart.com/a"],
    [
      "https://www.instacart.com/soupe à l’oignon",
      "https://www.instacart.com/soupe%20%C3%A0%20l%E2%80%99oignon",
    ],
  ])("normalizes the page %j for a header", async (url, href) => {
    server.next(page(url));
    expect(await client().makePage(list)).toEqual({ ok: true, value: href });
  });

  test("accepts a page of the configured service", async () => {
    server.next(page(`${server.origin}/store/1`));
    expect(await client().makePage(list)).toEqual({ ok: true, value: `${server.origin}/store/1` });
  });

  test("queries the stores near a postal code and skips invalid entries", async () => {
    server.next(
      raw(
        200,
        JSON.stringify({
          retailers: [
            { retailer_key: "aldi", name: "ALDI", retailer_logo_url: "https://example.com/a.png" },
            { retailer_key: "", name: "no key" },
            { retailer_key: "b", name: "line\nbreak" },
            { retailer_key: 3 },
            null,
          ],
        }),
      ),
    );
    expect(await client().retailersNear("M5V 2T6", "CA")).toEqual({
      ok: true,
      value: [{ key: "aldi", name: "ALDI" }],
    });
    const asked = server.asked.at(-1);
    expect(asked?.path).toBe("/idp/v1/retailers");
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({ postal_code: "M5V 2T6", country_code: "CA" });
  });
});
