import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import { get, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { rowsOf, visit } from "./choice-links.ts";

const service = await useService({
  vars: { AMAZON_ASSOCIATES_TAG: "brand-20", WALMART_AFFILIATE_URL: "https://goto.example/c/1?sub=2" },
});
const { key } = await service.issueKey();
const created = async (body: object): Promise<{ id: string; shortId: string }> => {
  const { status, json } = await post(service, "/v1/links", body, { key });
  expect(status).toBe(201);
  return json.data;
};
const led = async (path: string): Promise<string | null> =>
  (await visit(service, `/${path}`)).headers.get("Location");
const own = (changes: object = {}) =>
  linkBody("custom custom_url", { customUrl: "https://a.example/p?b=2#end", forwardQuery: true, ...changes });

describe("a link that forwards the query of a visit", () => {
  test("appends it to its destination, from KV, from D1 and after a change", async () => {
    const { id, shortId } = await created(own());
    expect(await led(`${shortId}?gclid=x%2Fy&b=9&qr=default&via=news`)).toBe(
      "https://a.example/p?b=2&gclid=x%2Fy#end",
    );
    const { LINKS } = service.env;
    await expect.poll(() => LINKS.get(redirectKey(shortId))).not.toBeNull();
    const published = await LINKS.get(redirectKey(shortId), "json");
    const other = await created(own());
    await expect.poll(() => LINKS.get(redirectKey(other.shortId))).not.toBeNull();
    const entry = await LINKS.get(redirectKey(other.shortId), "json");
    await LINKS.delete(redirectKey(other.shortId));
    expect(await led(`${other.shortId}?gclid=1`)).toBe("https://a.example/p?b=2&gclid=1#end");
    await expect.poll(() => LINKS.get(redirectKey(other.shortId), "json")).toEqual(entry);
    expect(published).toMatchObject({ query: { forward: true } });
    expect((await get(service, `/v1/links/${id}/definition`, { key })).json.data.forwardQuery).toBe(true);
    await send(service, "PATCH", `/v1/links/${id}`, { forwardQuery: false }, { key });
    await expect.poll(() => LINKS.get(redirectKey(shortId), "json")).not.toHaveProperty("query");
  });

  test("is off by default", async () => {
    const { shortId } = await created(own({ forwardQuery: undefined }));
    expect(await led(`${shortId}?gclid=1`)).toBe("https://a.example/p?b=2#end");
  });

  test("adds to the wrapped URL of an affiliate network, to scans without a tag, and not to our own page", async () => {
    const walmart = await created(linkBody("bigbox_w product_detail", { forwardQuery: true }));
    expect(await led(`${walmart.shortId}?gclid=1`)).toMatch(
      /^https:\/\/goto\.example\/c\/1\?sub=2&u=https%3A%2F%2Fwww\.walmart\.com.*gclid%3D1$/,
    );
    const amazon = await created(linkBody("marketplace product_detail", { forwardQuery: true }));
    expect(await led(`${amazon.shortId}?gclid=1`)).toMatch(/\?tag=brand-20&gclid=1$/);
    expect(await led(`${amazon.shortId}?gclid=1&qr=default`)).toMatch(/B000000001\?gclid=1$/);
    const list = await created(linkBody("delivery_app shopping_list", { forwardQuery: true }));
    expect(await led(`${list.shortId}?gclid=1`)).toMatch(/\/lists\/[0-9a-z]{8}$/);
  });

  test("passes on nothing that changes the products, the shop or the commission", async () => {
    const evil =
      "ASIN.3=B0EVIL0000&Quantity.3=9&TAG=evil-20&associatetag=evil-20&offers=1_9&storeId=9&u=x&gclid=1";
    const cart = await created(linkBody("marketplace add_to_cart", { forwardQuery: true }));
    const tagged =
      "https://www.amazon.com/associates/addtocart?AssociateTag=brand-20&ASIN.1=B000000001&Quantity.1=3";
    expect(await led(`${cart.shortId}?${evil}`)).toBe(`${tagged}&gclid=1`);
    const page = "https://www.amazon.com/dp/B000000001";
    expect(await led(`${cart.shortId}?qr=default&${evil}`)).toBe(`${page}?gclid=1`);
    const walmart = await created(linkBody("bigbox_w add_to_cart", { forwardQuery: true }));
    const inner = "https://www.walmart.com/sc/cart/addToCart?items=123456789_2&gclid=1";
    expect(decodeURIComponent((await led(`${walmart.shortId}?${evil}`)) ?? "")).toContain(inner);
    expect(decodeURIComponent((await led(`${walmart.shortId}?${evil}`)) ?? "")).not.toContain("u=x");
    for (const customUrl of [page, "https://smile.amazon.com/dp/B000000001"]) {
      const { shortId } = await created(own({ customUrl }));
      expect(await led(`${shortId}?${evil}`)).toBe(`${customUrl}?gclid=1`);
    }
    const fallback = { products: [{ retailerProductId: "no id" }], fallbackUrl: page };
    const { shortId } = await created(
      linkBody("bigbox_w product_detail", { forwardQuery: true, ...fallback }),
    );
    expect(await led(`${shortId}?${evil}`)).toBe(`${page}?gclid=1`);
    const choice = await created(choiceBody({ forwardQuery: true }));
    expect(await led(`${choice.shortId}/marketplace?${evil}`)).toBe(`${page}?tag=brand-20&gclid=1`);
  });

  test("does not where it has ended", async () => {
    const schedule = { activeUntil: "2026-01-01T00:00:00Z", endedUrl: "https://a.example/over" };
    const { shortId } = await created(own({ schedule }));
    expect(await led(`${shortId}?gclid=1`)).toBe("https://a.example/over");
  });

  test("its offers do, by its page, its rules and its fallbackUrl", async () => {
    const { id, shortId } = await created(choiceBody({ forwardQuery: true }));
    const page = await visit(service, `/${shortId}?qr=default&gclid=%22a%22&all=1`);
    expect(rowsOf(page)).toHaveLength(4);
    expect(page.text).toContain(`/${shortId}/own?qr=default&amp;gclid=%22a%22"`);
    const again = await visit(service, `/${shortId}?gclid=2`);
    expect(again.text).toContain(`/${shortId}/own?gclid=2"`);
    expect((await visit(service, `/${shortId}`)).text).toContain(`/${shortId}/own"`);
    expect(await led(`${shortId}/own?gclid=1&remember=1`)).toBe("https://own.example/cereal?gclid=1");
    const json = await visit(service, `/${shortId}?gclid=1`, { Accept: "application/json" });
    expect(json.json.data.offers[0].url).toContain("?gclid=1");
    const offers = (choiceBody().offers as object[]).slice(0, 2);
    await send(service, "PATCH", `/v1/links/${id}`, { offers }, { key });
    const rules = await created(
      choiceBody({
        ...{ forwardQuery: true, page: { pick: "first" }, fallbackUrl: "https://a.example/else" },
        offers: [
          {
            key: "a",
            retailer: "custom",
            intent: "custom_url",
            customUrl: "https://a.example/a",
            when: { sources: ["a"] },
          },
          {
            key: "b",
            retailer: "custom",
            intent: "custom_url",
            customUrl: "https://a.example/b",
            when: { sources: ["b"] },
          },
        ],
      }),
    );
    expect(await led(`${rules.shortId}?via=b&gclid=1`)).toBe("https://a.example/b?gclid=1");
    expect(await led(`${rules.shortId}?gclid=1`)).toBe("https://a.example/else?gclid=1");
  });
});

test("the source of a visit becomes utm_source, if the link says so", async () => {
  const tracking = { utm: { medium: "mail" }, viaAsUtmSource: true };
  const { shortId } = await created(own({ forwardQuery: undefined, tracking }));
  expect(await led(`${shortId}?via=News&gclid=1`)).toBe(
    "https://a.example/p?b=2&utm_medium=mail&utm_source=news#end",
  );
  expect(await led(shortId)).toBe("https://a.example/p?b=2&utm_medium=mail#end");
});
