import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { readPrimaryEntry } from "../../src/features/short-links/stored-entry.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { withVariables } from "../faults/with-variables.ts";
import { get, post, send } from "../requests.ts";
import type { RunningService } from "../service.ts";
import { useService } from "../use-service.ts";

const PAGE = "https://www.amazon.com/dp/B000000001";
const TAGGED_PAGE = `${PAGE}?tag=brand-20`;
const TAGGED_CART =
  "https://www.amazon.com/associates/addtocart?AssociateTag=brand-20&ASIN.1=B000000001&Quantity.1=3";

const FALLBACK = "https://brand.example/gifts";
const several = { products: [{ retailerProductId: "B000000001" }, { retailerProductId: "B000000002" }] };
const SEVERAL_CART =
  "https://www.amazon.com/associates/addtocart?AssociateTag=brand-20&ASIN.1=B000000001&Quantity.1=1&ASIN.2=B000000002&Quantity.2=1";
/** The fallbackUrl replaces a product id that can't exist. */
const impossible = { products: [{ retailerProductId: "b1" }] };

interface Configured {
  service: RunningService;
  key: string;
}

const shared = await useService({ config: { main: "test/faults/worker.ts" } });
const { key } = await shared.issueKey();

const configured = (variables: Record<string, string>): Configured => ({
  service: withVariables(shared, { AMAZON_ASSOCIATES_TAG: "brand-20", ...variables }),
  key,
});

const create = async ({ service, key }: Configured, pair: string, changes: object = {}) =>
  expectLink(await post(service, "/v1/links", linkBody(pair, changes), { key }));

/** The destination of a visit to the short link, with an optional query. */
async function led(
  { service }: Configured,
  shortId: string,
  query = "",
  method = "GET",
): Promise<string | null> {
  const answer = await send(service, method, `/${shortId}${query}`);
  expect(answer.status).toBe(302);
  return answer.headers.get("Location");
}

const entryOf = ({ service }: Configured, shortId: string) =>
  service.env.LINKS.get<RedirectEntry>(redirectKey(shortId), "json");

describe("design: with AMAZON_TAG_ON_SCANS off, the default", () => {
  const off = configured({});

  test.each([
    ["product page", "marketplace product_detail", {}, TAGGED_PAGE, PAGE],
    ["cart of one product", "marketplace add_to_cart", {}, TAGGED_CART, PAGE],
    [
      "cart of several products with a fallbackUrl",
      "marketplace add_to_cart",
      { ...several, fallbackUrl: FALLBACK },
      SEVERAL_CART,
      FALLBACK,
    ],
    [
      "product page with tracking",
      "marketplace product_detail",
      { tracking: { utm: { source: "poster" } } },
      `${TAGGED_PAGE}&utm_source=poster`,
      `${PAGE}?utm_source=poster`,
    ],
  ])("a scan of a %s redirects without the tag, a click with it", async (_, pair, changes, click, scan) => {
    const { shortId, qrCode } = await create(off, pair, changes);
    for (const method of ["GET", "HEAD"]) {
      // Each more than once, because the first response is cached.
      for (let visit = 0; visit < 2; visit++) {
        expect(await led(off, shortId, "", method)).toBe(click);
        expect(await led(off, shortId, "?qr=default", method)).toBe(scan);
        expect(await led(off, shortId, "?utm_source=x&qr=other-code", method)).toBe(scan);
        expect(await led(off, shortId, "?xqr=default", method)).toBe(click);
      }
    }
    const { pathname, search } = new URL(qrCode?.encodedUrl ?? "");
    expect(await led(off, pathname.slice(1), search)).toBe(scan);
  });

  test("a scan gets the same response as every other visit", async () => {
    const { shortId } = await create(off, "marketplace product_detail");
    const { headers } = await get(off.service, `/${shortId}?qr=default`, {
      headers: { "X-Correlation-ID": "poster 12/b" },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-robots-tag": "noindex",
      "x-correlation-id": "poster 12/b",
    });
    const next = await get(off.service, `/${shortId}?qr=default`);
    expect(next.headers.get("X-Correlation-ID")).toBeNull();
  });

  test("the link preview of a scanned URL has no tag either", async () => {
    const { shortId } = await create(off, "marketplace product_detail", { publicName: "Tacos" });
    const headers = { "User-Agent": "Twitterbot/1.0" };
    expect((await get(off.service, `/${shortId}?qr=default`, { headers })).text).toContain(`href="${PAGE}"`);
    expect((await get(off.service, `/${shortId}`, { headers })).text).toContain(`href="${TAGGED_PAGE}"`);
  });

  test.each([
    ["custom custom_url", { customUrl: TAGGED_PAGE }, TAGGED_PAGE],
    ["custom custom_url", { customUrl: TAGGED_CART }, TAGGED_CART],
    ["marketplace add_to_cart", { ...impossible, fallbackUrl: TAGGED_PAGE }, TAGGED_PAGE],
    ["bigbox_w add_to_cart", {}, "https://www.walmart.com/sc/cart/addToCart?items=123456789_2"],
  ])("the caller's own tag stays: %s %#", async (pair, changes, destination) => {
    const { shortId } = await create(off, pair, changes);
    for (const query of ["", "?qr=default"]) expect(await led(off, shortId, query)).toBe(destination);
  });

  test("a link that switches between the caller's URL and ours is updated", async () => {
    const { id, shortId } = await create(off, "custom custom_url", { customUrl: TAGGED_PAGE });
    const patch = {
      retailer: "marketplace",
      intent: "product_detail",
      customUrl: null,
      products: [{ retailerProductId: "B000000001" }],
    };
    await send(off.service, "PATCH", `/v1/links/${id}`, patch, { key: off.key });
    await expect.poll(() => entryOf(off, shortId)).toMatchObject({ version: 2, scans: PAGE });
    expect(await led(off, shortId, "?qr=default")).toBe(PAGE);
  });
});

describe("design: with AMAZON_TAG_ON_SCANS on", () => {
  const on = configured({ AMAZON_TAG_ON_SCANS: "on" });

  test.each([
    ["marketplace product_detail", TAGGED_PAGE],
    ["marketplace add_to_cart", TAGGED_CART],
  ])("a scan keeps the tag, and the link has a warning: %s", async (pair, destination) => {
    const { id, shortId } = await create(on, pair);
    for (const query of ["", "?qr=default", "?qr=default"]) {
      expect(await led(on, shortId, query)).toBe(destination);
    }
    const answer = await get(on.service, `/v1/links/${id}/destination`, { key: on.key });
    expect(answer.json.data.warnings).toMatchObject([{ code: "tag_on_printed_code" }]);
  });
});

describe("design: a cart of several products that can't be filled", () => {
  const off = configured({});
  const none = configured({ AMAZON_ASSOCIATES_TAG: "", AMAZON_TAG_ON_SCANS: "on" });

  test("opens our own page, with a row per product that opens at Amazon, for scans or without a tag for all", async () => {
    const tracking = { utm: { source: "poster" } };
    const changes = { ...several, tracking, publicName: "Taco night" };
    const { id, shortId } = await create(off, "marketplace add_to_cart", changes);
    const page = `http://localhost/lists/${shortId}`;
    expect(await led(off, shortId)).toBe(`${SEVERAL_CART}&utm_source=poster`);
    for (let visit = 0; visit < 2; visit++)
      expect(new URL((await led(off, shortId, "?qr=default")) ?? "").pathname).toBe(new URL(page).pathname);
    const { status, text } = await get(off.service, `/lists/${shortId}`);
    expect(status).toBe(200);
    expect(text).toContain('<h1 dir="auto">Taco night</h1>');
    for (const asin of ["B000000001", "B000000002"])
      expect(text).toContain(`href="https://www.amazon.com/dp/${asin}?utm_source=poster"`);
    expect(text).toContain("See it at amazon.com");
    expect(text).not.toMatch(/Instacart|brand-20|addtocart/);
    const { data } = (await get(off.service, `/v1/links/${id}/destination`, { key: off.key })).json;
    expect(data).toMatchObject({
      urlType: "cart",
      reason: { code: "cart" },
      scan: { urlType: "long_link", reason: { code: "untagged_list_page" } },
      warnings: [{ code: "cart_needs_tag" }],
    });
    expect(new URL(data.scan.destination).pathname).toBe(`/lists/${shortId}`);

    const untagged = await create(none, "marketplace add_to_cart", several);
    for (const query of ["", "?qr=default"])
      expect(new URL((await led(none, untagged.shortId, query)) ?? "").pathname).toBe(
        `/lists/${untagged.shortId}`,
      );
    expect((await get(none.service, `/lists/${untagged.shortId}`)).text).toContain("B000000002");
  });

  test("as an offer of a choice opens its own page for scans", async () => {
    const amazon = { key: "amazon", retailer: "marketplace", intent: "add_to_cart", ...several };
    const own = { key: "own", retailer: "custom", intent: "custom_url", customUrl: FALLBACK };
    const choice = { retailer: "choice", intent: "choose_retailer", offers: [amazon, own] };
    const body = { projectId: "main", name: "Choice", ...choice };
    const { shortId } = expectLink(await post(off.service, "/v1/links", body, { key: off.key }));
    await expect
      .poll(async () => (await entryOf(off, shortId))?.choice?.offers[0]?.scans)
      .toBe(`/lists/${shortId}/amazon`);
    expect(await led(off, `${shortId}/amazon`)).toBe(SEVERAL_CART);
    expect(new URL((await led(off, `${shortId}/amazon`, "?qr=default")) ?? "").pathname).toBe(
      `/lists/${shortId}/amazon`,
    );
    expect((await get(off.service, `/lists/${shortId}/amazon`)).text).toContain("/dp/B000000002");
    // D1 has the same values.
    const affiliate = { marketplace: { tags: { US: "brand-20" } } };
    const stored = await readPrimaryEntry(off.service.env.DB, shortId, affiliate);
    expect(stored?.choice?.offers[0]?.scans).toBe(`/lists/${shortId}/amazon`);
  });

  test("without a tag, one product opens its page, for clicks and scans", async () => {
    const { id, shortId } = await create(none, "marketplace add_to_cart");
    for (const query of ["", "?qr=default"]) expect(await led(none, shortId, query)).toBe(PAGE);
    const { data } = (await get(none.service, `/v1/links/${id}/destination`, { key: none.key })).json;
    expect(data).toMatchObject({ urlType: "pdp", warnings: [{ code: "cart_needs_tag" }] });
    expect(data.scan).toBeUndefined();
  });
});
