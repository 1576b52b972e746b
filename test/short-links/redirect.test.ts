import { beforeEach, describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import type { ShopperPages } from "../../src/features/short-links/short-link-visit.ts";
import { newShortId } from "../../src/ground/core/ids.ts";
import { useService } from "../use-service.ts";
import { HOST, pages, redirects } from "./redirects.ts";

const service = await useService();
const { counted, logged, down, published, visit } = redirects(service.env);
const OFFER = { key: "a", destination: "https://a.example/", label: "A", retailer: "custom" };
const PAGE = { soldOut: "hide" as const, skipSingle: true };

beforeEach(() => {
  counted.length = 0;
  logged.length = 0;
});

describe("a visit", () => {
  test("is redirected from KV and then from memory, and counted with its properties", async () => {
    const id = await published();
    const headers = { "User-Agent": "Camera", "CF-IPCountry": "DE", Referer: "https://news.example/a" };
    expect(await visit(`${id}?qr=front`, { headers })).toMatchObject({
      status: 302,
      location: "https://example.com/",
    });
    await service.env.LINKS.delete(redirectKey(id));
    expect((await visit(id, { headers, method: "HEAD" })).location).toBe("https://example.com/");
    expect((await visit(id, { headers: { "Sec-Purpose": "prefetch" } })).status).toBe(302);
    const link = expect.objectContaining({
      linkId: "lnk_1",
      project: { organizationId: "acme", projectId: "main" },
    });
    const said = { link, qr: "", head: false, prefetch: false, time: expect.any(Number) };
    expect(counted).toEqual([
      { ...said, qr: "front", country: "DE", userAgent: "Camera", referrer: undefined },
      { ...said, head: true, country: "DE", userAgent: "Camera", referrer: "news.example" },
      { ...said, prefetch: true, country: undefined, userAgent: "", referrer: undefined },
    ]);
  });

  test("gets a 503 if no store responds, which is logged", async () => {
    const { status, response } = await visit(newShortId(), down);
    expect([status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    const correlationId = response.headers.get("X-Correlation-ID");
    expect(logged).toContainEqual([
      "error",
      "redirect",
      { correlationId, status: 503, cause: expect.anything() },
    ]);
  });
});

describe("a link that does not redirect", () => {
  const NOW = Date.now();
  const HOUR_MS = 3_600_000;

  test("has a page, and a reason for programs", async () => {
    const off = await published({ status: "inactive" });
    expect(await visit(off, { headers: { Accept: "text/html" } })).toMatchObject({
      status: 410,
      text: "lnk_1: link_inactive",
    });
    const from = NOW + HOUR_MS;
    const later = await visit(await published({ schedule: { from } }), {
      headers: { Accept: "application/json" },
    });
    expect([later.status, JSON.parse(later.text)]).toEqual([
      410,
      {
        error: expect.objectContaining({
          details: [
            { field: "state", message: "scheduled" },
            { field: "schedule.activeFrom", message: new Date(from).toISOString() },
          ],
        }),
      },
    ]);
    expect(counted).toHaveLength(1);
    const failing = { shopperPages: () => Promise.reject(new Error("not loaded")) };
    expect((await visit(off, { ...failing, headers: { Accept: "text/html" } })).text).toContain(
      "This offer has ended",
    );
    expect(logged).toEqual([
      ["error", "redirect", { correlationId: expect.any(String), cause: expect.anything() }],
    ]);
  });
});

describe("a choice link", () => {
  const other = (key: string, destination: string) => ({ ...OFFER, key, destination });
  const choice = {
    offers: [
      OFFER,
      other("bad", "no url"),
      other("word", "nowhere"),
      other("odd", "https://a.example/ü"),
      other("own", "/lists/abcd2345"),
    ],
    page: PAGE,
  };
  const chosen = () => published({ choice: { ...choice, removed: ["gone"] } });

  test("responds with its page, which counts, or redirects immediately", async () => {
    const id = await chosen();
    expect((await visit(id)).text).toBe("the page of lnk_1");
    expect(counted.map(({ tap }) => tap)).toEqual([undefined, "a"]);
    const same: ShopperPages = {
      ...pages,
      choice: async () => ({ response: new Response("again"), isSamePage: true }),
    };
    expect((await visit(id, { shopperPages: async () => same })).text).toBe("again");
    expect(counted).toHaveLength(2);
  });

  test("redirects from an offer's URL to its shop, and counts only a tap", async () => {
    const id = await chosen();
    expect((await visit(`${id}/a?qr=front`)).location).toBe("https://a.example/");
    expect(counted).toEqual([expect.objectContaining({ tap: "a", qr: "front", userAgent: "" })]);
    expect((await visit(`${id}/gone?qr=front`)).location).toBe(`${HOST}/${id}?qr=front`);
    for (const key of ["word", "odd"]) expect((await visit(`${id}/${key}`)).location).toBe(`${HOST}/${id}`);
    logged.length = 0;
    expect((await visit(`${id}/bad`)).location).toBe(`${HOST}/${id}`);
    expect(logged).toEqual([["error", "redirect", { name: id, offer: "bad", cause: expect.anything() }]]);
    expect((await visit(`${id}/other`)).status).toBe(404);
    expect(counted).toHaveLength(1);
    expect((await visit(`${id}/own`)).location).toBe(`${HOST}/lists/abcd2345`);
  });

  test("that became another link redirects from the URLs of its offers to the link", async () => {
    const id = await published({ removed: ["gone"] });
    expect((await visit(`${id}/gone`)).location).toBe(`${HOST}/${id}`);
    expect((await visit(`${id}/other`)).status).toBe(404);
    expect((await visit(`${await published()}/a`)).status).toBe(404);
    expect(counted).toEqual([]);
  });
});
