import { expect, test } from "vitest";
import { rememberedShop, shopCookie } from "../../src/features/short-links/remembered-shop.ts";

const request = (url: string, cookie?: string) =>
  new Request(url, cookie === undefined ? {} : { headers: { Cookie: cookie } });
const HTTPS = "https://go.example.com/abcd2345";
const HTTP = "http://localhost:8787/abcd2345";
/** The part of Set-Cookie that a browser sends back. */
const sent = (setCookie: string): string => setCookie.split(";")[0] ?? "";

test("over HTTPS the cookie is bound to the host, and lasts 180 days", () => {
  expect(shopCookie(request(HTTPS), "acme", "bigbox_w")).toMatch(
    /^__Host-shop=bigbox_w\.[a-z0-9]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=15552000$/,
  );
  expect(shopCookie(request(HTTPS), "acme", null)).toBe(
    "__Host-shop=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0",
  );
});

test("over HTTP, for local development, it is a plain cookie", () => {
  expect(shopCookie(request(HTTP), "acme", "bigbox_w")).toMatch(
    /^shop=bigbox_w\.[a-z0-9]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/,
  );
});

test.each([HTTPS, HTTP])("the shop is remembered only for the same organization: %s", (url) => {
  const cookie = sent(shopCookie(request(url), "acme", "marketplace"));
  expect(rememberedShop(request(url, `a=b; ${cookie}; c`), "acme")).toBe("marketplace");
  expect(rememberedShop(request(url, cookie), "acme2")).toBeUndefined();
  const [name] = cookie.split("=");
  for (const other of [`x${cookie}`, `${name}=`, `${name}=marketplace`, `${name}=BIG%20`, undefined])
    expect([other, rememberedShop(request(url, other), "acme")]).toEqual([other, undefined]);
  // Browsers don't send the cookie of the other scheme.
  const there = url === HTTPS ? HTTP : HTTPS;
  expect(rememberedShop(request(there, cookie), "acme")).toBeUndefined();
});

test("each of ten organizations keeps its shop, and the eleventh replaces the oldest", () => {
  let cookie = "";
  for (let index = 0; index < 11; index++)
    cookie = sent(
      shopCookie(request(HTTPS, cookie), `organization-${index}`, `shop_${"abcdefghijk"[index]}`),
    );
  const shops = Array.from({ length: 11 }, (_, index) =>
    rememberedShop(request(HTTPS, cookie), `organization-${index}`),
  );
  expect(shops).toEqual([undefined, ..."bcdefghijk"].map((letter) => letter && `shop_${letter}`));
  const changed = sent(shopCookie(request(HTTPS, cookie), "organization-5", "shop_z"));
  expect(rememberedShop(request(HTTPS, changed), "organization-5")).toBe("shop_z");
  expect(rememberedShop(request(HTTPS, changed), "organization-4")).toBe("shop_e");
  const forgotten = sent(shopCookie(request(HTTPS, changed), "organization-5", null));
  expect(rememberedShop(request(HTTPS, forgotten), "organization-5")).toBeUndefined();
  expect(rememberedShop(request(HTTPS, forgotten), "organization-4")).toBe("shop_e");
});
