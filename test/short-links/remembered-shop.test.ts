import { expect, test } from "vitest";
import { rememberedShop, shopCookie } from "../../src/short-links/remembered-shop.ts";

const request = (url: string, cookie?: string) =>
  new Request(url, cookie === undefined ? {} : { headers: { Cookie: cookie } });
const HTTPS = "https://go.example.com/abcd2345";

test("over HTTPS the cookie is bound to the host, and is set for 180 days", () => {
  expect(shopCookie(request(HTTPS), "bigbox_w")).toBe(
    "__Host-shop=bigbox_w; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=15552000",
  );
  expect(shopCookie(request(HTTPS), null)).toBe(
    "__Host-shop=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0",
  );
});

test.each([
  ["__Host-shop=bigbox_w", "bigbox_w"],
  ["a=b; __Host-shop=marketplace; c", "marketplace"],
  ["shop=bigbox_w", undefined],
  ["x__Host-shop=bigbox_w", undefined],
  ["__Host-shop=", undefined],
  ["__Host-shop=BIG%20", undefined],
  [undefined, undefined],
])("over HTTPS, %s remembers %s", (cookie, shop) => {
  expect(rememberedShop(request(HTTPS, cookie))).toBe(shop);
});

test("over HTTP, as on one's own machine, the cookie is a plain one", () => {
  const http = (cookie?: string) => request("http://localhost:8787/abcd2345", cookie);
  expect(shopCookie(http(), "bigbox_w")).toBe(
    "shop=bigbox_w; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000",
  );
  expect(rememberedShop(http("a=b; shop=marketplace"))).toBe("marketplace");
  expect(rememberedShop(http("__Host-shop=marketplace"))).toBeUndefined();
});
