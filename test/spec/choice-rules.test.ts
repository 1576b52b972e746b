import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { choiceBody } from "../bodies.ts";
import { expectError } from "../expectations.ts";
import { get, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { ago, CHROME, publishChoice, visit } from "./choice-links.ts";

const service = await useService();
const { key } = await service.issueKey();
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const IPAD_AS_MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";

const to = (name: string) => `https://${name}.example/`;
const offer = (name: string, changes: object = {}) => ({
  ...{ key: name, retailer: "custom", intent: "custom_url", customUrl: to(name) },
  ...changes,
});
const create = async (changes: object): Promise<{ id: string; shortId: string }> => {
  const { status, json } = await post(service, "/v1/links", choiceBody(changes), { key });
  expect(json.data).toBeDefined();
  expect(status).toBe(201);
  return json.data;
};
/** Where a visit redirects; `page` if it gets a page. */
const led = async (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<string> => {
  const answer = await visit(service, `/${path}`, headers, method);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  return answer.status === 200 ? "page" : (answer.headers.get("Location") ?? String(answer.status));
};

const APPS = {
  page: { pick: "first" },
  fallbackUrl: to("else"),
  tracking: { utm: { source: "box" } },
  offers: [
    offer("iphone", { when: { countries: ["CA"], devices: ["phone", "ios"] } }),
    offer("france", { when: { languages: ["fr"] } }),
    offer("ipad", { when: { devices: ["tablet", "ios"] } }),
    offer("wall", { when: { qrCodes: ["Wall-1"] } }),
    offer("news", { when: { sources: ["News"] } }),
    offer("taiwan", { when: { languages: ["zh-TW", "es-419", "sr-Latn", "iw"] } }),
    offer("kosovo", { when: { countries: ["XK"], regions: ["XK-01", "XK-02"] } }),
    offer("past", { when: { until: "2026-01-01T00:00:00Z" } }),
  ],
};

describe("a choice by the first rule that fits", () => {
  const utm = "?utm_source=box";
  test("redirects each visit, also HEAD, and the rest to fallbackUrl", async () => {
    const { shortId } = await create(APPS);
    for (const [path, headers, name] of [
      ["", { "User-Agent": IPHONE, "CF-IPCountry": "CA" }, "iphone"],
      ["", { "User-Agent": IPHONE, "CF-IPCountry": "US" }, "else"],
      ["", { "CF-IPCountry": "CA" }, "else"],
      ["", { "User-Agent": IPHONE, "CF-IPCountry": "XX" }, "else"],
      ["", { "User-Agent": IPAD_AS_MAC }, "ipad"],
      ["", { "Accept-Language": "fr-CA,en;q=0.5" }, "france"],
      ["", { "Accept-Language": "en,fr;q=0.5" }, "else"],
      ["", { "Accept-Language": "zh-Hant-TW,zh;q=0.9" }, "taiwan"],
      ["", { "Accept-Language": "es-419" }, "taiwan"],
      ["", { "Accept-Language": "he-IL" }, "taiwan"],
      ["", { "Accept-Language": "sr_RS_#Latn" }, "taiwan"],
      ["", { "Accept-Language": "zh-Hans-CN" }, "else"],
      ["?qr=wall-1", {}, "wall"],
      ["?x=1&amp;qr=WALL-1", {}, "wall"],
      ["?via=NEWS", {}, "news"],
      ["?via=news_letter", {}, "else"],
      ["?via=news).", {}, "news"],
    ] as const)
      for (const method of ["GET", "HEAD"])
        expect([path, headers, await led(shortId + path, { ...headers }, method)]).toEqual([
          path,
          headers,
          to(name) + utm,
        ]);
    expect(await led(`${shortId}?choose=1`)).toBe("page");
    expect(await led(`${shortId}?all=1`)).toBe("page");
    expect(await led(`${shortId}/past`)).toBe(to("past") + utm);
    expect((await visit(service, `/${shortId}?choose=1`)).text).not.toContain("remember=1");
  });

  test("programs get the first offer, and messengers the card of the link", async () => {
    const { shortId } = await create(APPS);
    for (const agent of ["curl/8.5.0", "Mozilla/5.0 (compatible; Googlebot/2.1)"])
      expect(await led(shortId, { "User-Agent": agent })).toBe(to("iphone") + utm);
    expect(await led(shortId, { "Sec-Purpose": "prefetch" })).toBe(to("iphone") + utm);
    const preview = await visit(service, `/${shortId}`, { "User-Agent": FACEBOOK });
    expect([preview.status, preview.text.includes("Honey cereal")]).toEqual([200, true]);
  });

  test("shows the page where nothing fits and there is no fallbackUrl", async () => {
    const { shortId } = await create({ ...APPS, fallbackUrl: undefined });
    expect(await led(shortId)).toBe("page");
  });

  test("passes over what is sold out, unless everything that fits is", async () => {
    const sold = { retailer: "custom", soldOut: ago(1) };
    const [a, b] = ["a", "b"].map((name) => ({ key: name, label: name, destination: to(name), ...sold }));
    if (!a || !b) throw new Error("no offers");
    const { soldOut: _, ...inStock } = b;
    const page = { pick: "first" } as const;
    expect(await led(await publishChoice(service, { offers: [a, inStock], page }))).toBe(to("b"));
    expect(await led(await publishChoice(service, { offers: [a, b], page }))).toBe(to("a"));
    expect(
      await led(await publishChoice(service, { offers: [a, inStock], page: { ...page, soldOut: "show" } })),
    ).toBe(to("a"));
  });

  test("reads regions, and decides the same from KV, from D1 and after a change", async () => {
    const offers = [offer("west", { when: { regions: ["US-CA"] }, weight: 7 }), offer("rest")];
    const { id, shortId } = await create({ ...APPS, offers });
    const inRegion = async (regionCode: string) => {
      const cf = { country: "US", regionCode };
      const init = { redirect: "manual", cf, headers: { "User-Agent": CHROME } } as RequestInit;
      return (await service.fetch(`/${shortId}`, init)).headers.get("Location");
    };
    const { LINKS } = service.env;
    await expect.poll(() => LINKS.get(redirectKey(shortId))).not.toBeNull();
    const published = await LINKS.get(redirectKey(shortId), "json");
    await LINKS.delete(redirectKey(shortId));
    expect([await inRegion("CA"), await inRegion("NY")]).toEqual([to("west") + utm, to("rest") + utm]);
    await expect.poll(() => LINKS.get(redirectKey(shortId), "json")).toEqual(published);
    const definition = (await get(service, `/v1/links/${id}/definition`, { key })).json.data;
    expect(definition).toMatchObject({ page: { pick: "first" }, fallbackUrl: to("else"), offers });
    const unknown = { fallbackUrl: service.url.origin };
    expectError(await send(service, "PATCH", `/v1/links/${id}`, unknown, { key }), 422, "url_not_allowed");
  });

  test("times without an offset are on the clocks of the organization", async () => {
    await service.env.DB.prepare("UPDATE organizations SET time_zone = 'America/New_York' WHERE id = ?1")
      .bind(service.organization)
      .run();
    const offers = [
      offer("a", { when: { from: "2026-07-01T09:00", until: "2099-12-01T09:00:00" } }),
      offer("b", { when: { until: "2026-12-01T09:00:00+01:00" } }),
    ];
    const { id } = await create({ ...APPS, offers });
    const { data } = (await get(service, `/v1/links/${id}/definition`, { key })).json;
    expect(data.offers.map(({ when }: { when: object }) => when)).toEqual([
      { from: "2026-07-01T13:00:00.000Z", until: "2099-12-01T14:00:00.000Z" },
      { until: "2026-12-01T08:00:00.000Z" },
    ]);
    const days = [offer("a", { when: { from: "2026-07-01", until: "2026-07-01" } }), offer("b")];
    const ofDays = await create({ ...APPS, offers: days });
    const read = (await get(service, `/v1/links/${ofDays.id}/definition`, { key })).json.data;
    expect(read.offers[0].when).toEqual({
      from: "2026-07-01T04:00:00.000Z",
      until: "2026-07-02T04:00:00.000Z",
    });
    const picked = async (at: string) => {
      const tried = choiceBody({ ...APPS, offers: days, visit: { at } });
      return (await post(service, "/v1/links/preview", tried, { key })).json.data.picked.offers[0].fits;
    };
    expect(await Promise.all(["2026-06-30", "2026-07-01", "2026-07-02"].map(picked))).toEqual([
      ...[false, true, false],
    ]);
    const reversed = [
      offer("a", { when: { from: "2026-07-02T09:00", until: "2026-07-01T09:00" } }),
      offer("b"),
    ];
    const answer = await post(service, "/v1/links", choiceBody({ offers: reversed }), { key });
    expect(expectError(answer, 400, "validation_failed").details?.map(({ field }) => field)).toEqual([
      "offers[0].when.until",
    ]);
  });
});

test("a split redirects by weight, people by chance and programs to the first", async () => {
  const offers = [offer("a", { weight: 1 }), offer("b", { weight: 3 }), offer("c", { countries: ["CA"] })];
  const { shortId } = await create({ offers, page: { pick: "split" } });
  const seen = new Map<string, number>();
  for (let count = 0; count < 200; count++) {
    const name = await led(shortId, { "CF-IPCountry": "US" });
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  expect([...seen.keys()].sort()).toEqual([to("a"), to("b")]);
  // Six standard deviations around 50.
  expect(Math.abs((seen.get(to("a")) ?? 0) - 50)).toBeLessThan(37);
  expect(await led(shortId, { "User-Agent": "curl/8.5.0" })).toBe(to("a"));
});

test("which offer each visit got is counted, beside the visit", async () => {
  const { id, shortId } = await create(APPS);
  await led(`${shortId}?via=news`);
  await led(`${shortId}?qr=wall-1`);
  await led(shortId);
  const totals = async () =>
    (await get(service, `/v1/links/${id}/visits?by=choice`, { key })).json.data.totals;
  await expect.poll(totals, { timeout: 20_000 }).toMatchObject({ scans: 0, clicks: 3, taps: 2 });
  const { rows } = (await get(service, `/v1/links/${id}/visits?by=choice`, { key })).json.data;
  expect(rows.map((row: { key: string }) => row.key).sort()).toEqual(["news", "wall"]);
});

describe("a preview with a visit", () => {
  const preview = async (visit: object, changes: object = {}) =>
    (await post(service, "/v1/links/preview", { ...choiceBody({ ...APPS, ...changes }), visit }, { key }))
      .json.data.picked;
  test("says which rule decides and why the others do not", async () => {
    const { outcome, destination, offers } = await preview({
      country: "DE",
      device: "phone",
      system: "ios",
      source: "news",
    });
    expect([outcome, destination]).toEqual(["offer", "https://news.example/?utm_source=box"]);
    expect(
      offers.map(({ key: name, fits, share, misfit }: Record<string, unknown>) => [
        name,
        fits,
        share,
        misfit,
      ]),
    ).toEqual([
      ["iphone", false, 0, { code: "countries", text: "Only for visits from CA." }],
      ["france", false, 0, { code: "unknown", text: "The language of the visit is unknown." }],
      ["ipad", false, 0, { code: "devices", text: "Only for devices: tablet, ios." }],
      ["wall", false, 0, { code: "qrCodes", text: "Only for scans of Wall-1." }],
      ["news", true, 100, undefined],
      ["taiwan", false, 0, { code: "unknown", text: "The language of the visit is unknown." }],
      ["kosovo", false, 0, { code: "countries", text: "Only for visits from XK." }],
      ["past", false, 0, { code: "until", text: "Only until 2026-01-01T00:00:00.000Z." }],
    ]);
  });
  test("knows times, chances, fallbackUrl and the page", async () => {
    expect(await preview({ at: "2025-06-01T12:00" })).toMatchObject({
      outcome: "offer",
      destination: "https://past.example/?utm_source=box",
    });
    expect(await preview({})).toMatchObject({ outcome: "fallback" });
    expect(await preview({}, { page: { pick: "shopper" } })).toMatchObject({
      outcome: "page",
      destination: null,
    });
    const sharesOf = async (offers: object[]) => {
      const split = await preview({}, { offers, page: { pick: "split" } });
      return [split.outcome, split.offers.map(({ share }: { share: number }) => share)];
    };
    expect(await sharesOf([offer("a"), offer("b", { weight: 3 })])).toEqual(["split", [25, 75]]);
    expect(await sharesOf([offer("a"), offer("b"), offer("c")])).toEqual(["split", [34, 33, 33]]);
  });
  test("is for choices only", async () => {
    const body = {
      projectId: "main",
      name: "a",
      retailer: "custom",
      intent: "custom_url",
      customUrl: to("a"),
      visit: {},
    };
    const answer = await post(service, "/v1/links/preview", body, { key });
    expect(expectError(answer, 400, "validation_failed").details?.[0]?.field).toBe("visit");
    const wrong = await post(
      service,
      "/v1/links/preview",
      { ...choiceBody(), visit: { country: "de" } },
      { key },
    );
    expect(expectError(wrong, 400, "validation_failed").details?.[0]?.field).toBe("visit.country");
  });
});
