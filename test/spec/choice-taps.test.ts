import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import {
  AMAZON,
  KROGER,
  offersWith,
  publishChoice,
  remembering,
  rowsOf,
  visit,
  WALMART,
} from "./choice-links.ts";

const service = await useService({ vars: { AMAZON_ASSOCIATES_TAG: "brand-20" } });
const { origin } = service.url;
const ask = (path: string, headers?: Record<string, string>, method?: string) =>
  visit(service, path, headers, method);
const link = await publishChoice(service, { removed: ["target"] });

describe("design: a tap on an offer", () => {
  test.each([
    ["walmart", WALMART],
    ["amazon", `${AMAZON}?tag=brand-20`],
    ["amazon?qr=shelf-1", AMAZON],
    ["AMAZON/?utm_source=x&qr=shelf-1", AMAZON],
    ["kroger/", KROGER],
  ])("%s redirects to %s", async (key, destination) => {
    for (const method of ["GET", "HEAD", "GET"]) {
      const { status, headers, text } = await ask(`/${link}/${key}`, {}, method);
      expect([status, headers.get("Location"), text]).toEqual([302, destination, ""]);
      expect(headers.get("Cache-Control")).toBe("private, no-store");
      expect(headers.get("X-Robots-Tag")).toBe("noindex");
      expect(headers.get("Set-Cookie")).toBeNull();
    }
  });

  test("a removed offer redirects to the page; an unknown offer is a 404 page", async () => {
    const removed = await ask(`/${link}/target?qr=shelf-1`);
    expect([removed.status, removed.headers.get("Location")]).toEqual([302, `${origin}/${link}?qr=shelf-1`]);
    expect((await ask(`/${link}/target`)).headers.get("Location")).toBe(`${origin}/${link}`);
    const never = await ask(`/${link}/costco`);
    expect([never.status, never.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(never.text).toContain("<h1>Page not found</h1>");
    const json = await ask(`/${link}/costco`, { Accept: "application/json" });
    expect([json.status, json.json.error.code]).toEqual([404, "not_found"]);
  });

  test("supports no other method", async () => {
    const { status, headers } = await ask(`/${link}/walmart`, {}, "POST");
    expect([status, headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("redirects to a path of the service for a list", async () => {
    const list = await publishChoice(service, {
      offers: offersWith({ walmart: { destination: "/lists/abcdefgh", retailer: "delivery_app" } }),
    });
    expect((await ask(`/${list}/walmart`)).headers.get("Location")).toBe(`${origin}/lists/abcdefgh`);
    expect((await ask(`/${list}`)).text).toContain(`<small>${service.url.hostname}</small>`);
  });
});

test("a new choice link shows its page immediately, and the same page after KV is refilled from D1", async () => {
  const { key } = await service.issueKey();
  const product = (retailer: string, id: string, changes: object = {}) => ({
    retailer,
    intent: "product_detail",
    products: [{ retailerProductId: id }],
    ...changes,
  });
  const body = {
    projectId: "main",
    name: "Tortillas",
    publicName: "Corn tortillas",
    retailer: "choice",
    intent: "choose_retailer",
    offers: [product("bigbox_w", "123456789"), product("marketplace", "B000000001", { key: "amazon" })],
  };
  const { status, json } = await post(service, "/v1/links", body, { key });
  expect(status).toBe(201);
  const { shortId } = json.data;
  const { LINKS } = service.env;
  await expect.poll(() => LINKS.get(redirectKey(shortId))).not.toBeNull();
  const published = await LINKS.get(redirectKey(shortId), "json");
  expect(published).toMatchObject({ project: { organizationId: service.organization, projectId: "main" } });
  await LINKS.delete(redirectKey(shortId));
  expect(rowsOf(await ask(`/${shortId}`))).toEqual(["bigbox-w", "amazon"]);
  await expect.poll(() => LINKS.get(redirectKey(shortId), "json")).toEqual(published);
  expect((await ask(`/${shortId}/bigbox-w`)).headers.get("Location")).toBe(WALMART);
  expect((await ask(`/${shortId}/amazon?qr=default`)).headers.get("Location")).toBe(AMAZON);
});

describe("design: Remember my choice, only when the shopper asks on the page", () => {
  const LIFE = "Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000";
  const setBy = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
    (await ask(path, headers, method)).headers.get("Set-Cookie");
  const OWN = { Referer: `${origin}/${link}` };

  test("a tap on the page with remember=1 sets the cookie", async () => {
    expect((await ask(`/${link}?qr=shelf-1`)).text).toContain(
      `href="${origin}/${link}?qr=shelf-1&amp;remember=1"`,
    );
    const page = await ask(`/${link}?qr=shelf-1&remember=1`, { Referer: `${origin}/${link}?qr=shelf-1` });
    expect(page.headers.get("Set-Cookie")).toBeNull();
    expect(page.text).toContain(`href="${origin}/${link}/walmart?qr=shelf-1&amp;remember=1"`);
    expect(page.text).toContain("180 days");
    const Referer = `${origin}/${link}?qr=shelf-1&remember=1`;
    const tap = await ask(`/${link}/walmart?qr=shelf-1&remember=1`, { Referer });
    expect([tap.status, tap.headers.get("Location")]).toEqual([302, WALMART]);
    expect(tap.headers.get("Set-Cookie")).toBe(`${remembering("bigbox_w")}; ${LIFE}`);
    // Responses of other organizations have none.
    expect(await setBy(`/${link}/walmart`, { Referer })).toBeNull();
  });

  test("remember=1 in a printed URL or on another site has no effect", async () => {
    const other = await publishChoice(service);
    const referrers = [
      undefined,
      "",
      "https://evil.example/",
      `https://evil.example/${link}`,
      `${origin}.evil.example/${link}`,
      `${origin}/`,
      `${origin}/${other}`,
      `${origin}/${link}/walmart`,
      `${origin}/lists/${link}`,
      `https://evil.example/?${origin}/${link}`,
    ];
    for (const Referer of referrers) {
      const headers = Referer === undefined ? {} : { Referer };
      expect([Referer, await setBy(`/${link}/walmart?remember=1`, headers)]).toEqual([Referer, null]);
      const page = await ask(`/${link}?remember=1`, headers);
      expect([Referer, page.status, page.text.includes("180 days")]).toEqual([Referer, 200, false]);
      expect(page.text).not.toContain("/walmart?remember=1");
      const Cookie = remembering("bigbox_w");
      expect([Referer, await setBy(`/${link}?remember=0`, { ...headers, Cookie })]).toEqual([Referer, null]);
    }
  });

  test("HEAD requests and prefetches set no cookie", async () => {
    const path = `/${link}/walmart?remember=1`;
    expect(await setBy(path, OWN, "HEAD")).toBeNull();
    expect(await setBy(path, { ...OWN, "Sec-Purpose": "prefetch" })).toBeNull();
    expect(await setBy(path, OWN)).not.toBeNull();
  });

  test("with the cookie, the shop opens directly, by the rules of scans", async () => {
    const Cookie = `a=b; ${remembering("marketplace")}; c=d`;
    expect((await ask(`/${link}`, { Cookie })).headers.get("Location")).toBe(`${AMAZON}?tag=brand-20`);
    expect((await ask(`/${link}?qr=shelf-1`, { Cookie })).headers.get("Location")).toBe(AMAZON);
  });

  test("the choice is remembered per organization", async () => {
    const project = { organizationId: "globex", projectId: "main" };
    const theirs = await publishChoice(service, { link: { project } });
    const cookie = remembering("bigbox_w");
    expect((await ask(`/${theirs}`, { Cookie: cookie })).status).toBe(200);
    const both = await setBy(`/${theirs}/kroger?remember=1`, {
      Cookie: cookie,
      Referer: `${origin}/${theirs}`,
    });
    const Cookie = both?.split(";")[0] ?? "";
    expect((await ask(`/${theirs}`, { Cookie })).headers.get("Location")).toBe(KROGER);
    expect((await ask(`/${link}`, { Cookie })).headers.get("Location")).toBe(WALMART);
    const forgotten = await setBy(`/${theirs}?choose=1&remember=0`, {
      Cookie,
      Referer: `${origin}/${theirs}?choose=1`,
    });
    expect(forgotten).toBe(`${cookie}; ${LIFE}`);
  });

  test.each([
    ["HEAD", {}, "HEAD"],
    ["a robot", { "User-Agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" }, "GET"],
    ["a preview", { "User-Agent": "facebookexternalhit/1.1" }, "GET"],
    ["a prefetch", { "Sec-Purpose": "prefetch;prerender" }, "GET"],
    [
      "a cookie with another name",
      { Cookie: `x${remembering("bigbox_w")}; __Host-${remembering("bigbox_w")}` },
      "GET",
    ],
    ["a cookie for a shop that is not offered", { Cookie: remembering("bigbox_t") }, "GET"],
    ["a cookie without an organization", { Cookie: "shop=bigbox_w" }, "GET"],
    ["a damaged cookie", { Cookie: "shop=<script>" }, "GET"],
  ])("the choice is ignored for %s", async (_, headers, method) => {
    const answer = await ask(`/${link}`, { Cookie: remembering("bigbox_w"), ...headers }, method);
    expect(answer.status).toBe(200);
  });

  test("the choice is ignored if the shop is not among the rows", async () => {
    const elsewhere = await publishChoice(service, {
      offers: offersWith({ walmart: { countries: ["CA"] } }),
    });
    const headers = { Cookie: remembering("bigbox_w"), "CF-IPCountry": "US" };
    expect(rowsOf(await ask(`/${elsewhere}`, headers))).toEqual(["amazon", "kroger"]);
  });

  test("choose=1 shows the page, which names the remembered choice and can forget it", async () => {
    const Cookie = remembering("bigbox_w");
    const page = await ask(`/${link}?choose=1`, { Cookie });
    expect(page.text).toContain('Your shop: <b dir="auto">Walmart</b>');
    expect(page.text).toContain(`href="${origin}/${link}?choose=1&amp;remember=0"`);
    const Referer = `${origin}/${link}?choose=1`;
    const forgotten = await ask(`/${link}?choose=1&remember=0`, { Cookie, Referer });
    expect(forgotten.status).toBe(200);
    expect(forgotten.headers.get("Set-Cookie")).toBe("shop=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    expect(forgotten.text).not.toContain("Your shop:");
  });

  test("cookies do not change the page of others", async () => {
    const words = ["qr", "scan", "click", "remembers", "remember=1", "more", "en", "+walmart", "bigbox_t"];
    for (const word of words) {
      const shortId = await publishChoice(service, {
        offers: offersWith({ kroger: { countries: ["CA"] } }),
      });
      const at = (query: string, headers: Record<string, string> = {}) =>
        ask(`/${shortId}${query}`, { "CF-IPCountry": "US", ...headers });
      for (const Cookie of [`shop=${word}`, remembering(word)]) await at("", { Cookie });
      const plain = await at("");
      expect(plain.text).not.toContain("\0");
      expect(plain.text).not.toContain("?qr=");
      expect(plain.text).not.toContain("180 days");
      expect(plain.text).not.toContain("Your shop:");
      for (const Cookie of [`shop=${word}`, remembering(word)])
        expect((await at("?qr=shelf-1", { Cookie })).text).toContain("?qr=shelf-1");
      expect((await at("?qr=shelf-2")).text).toContain("?qr=shelf-2");
      expect((await at("?remember=1", { Referer: `${origin}/${shortId}` })).text).toContain("180 days");
    }
  });

  test("ordinary links ignore the cookie", async () => {
    const ordinary = await publishChoice(service, { link: { choice: undefined } });
    const answer = await ask(`/${ordinary}`, { Cookie: remembering("marketplace") });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, WALMART]);
    expect((await ask(`/${ordinary}/walmart`)).status).toBe(404);
  });
});
