import { describe, expect, test } from "vitest";
import { checkDestinations } from "../../src/extras/health/check-destinations.ts";
import { openDependencies } from "../../src/wiring.ts";
import { expectError } from "../expectations.ts";
import { get, send } from "../requests.ts";
import { DAY, startHealth } from "./internet.ts";

const { service, key, pages, requests, most, at, check, create, health, events } = await startHealth();

const outcomeOf = async (linkId: string) => (await health(linkId))[0]?.outcome;
const listed = async () =>
  (await get(service, "/v1/links?health=broken", key)).json.data.map(({ id }: { id: string }) => id);

describe("a check", () => {
  test.each([
    ["200", "fine"],
    ["404", "gone"],
    ["410", "gone"],
    ["401", "blocked"],
    ["403", "blocked"],
    ["429", "blocked"],
    ["500", "failing"],
    ["530", "gone"],
  ])("of a page that responds with %s says %s", async (status, outcome) => {
    pages.set("shop.example.com/page", Number(status));
    const linkId = await create({ customUrl: "https://shop.example.com/page" });
    await check();
    expect(await health(linkId)).toEqual([
      {
        ...{ url: "https://shop.example.com/page", outcome, broken: false, status: Number(status) },
        ...{ redirects: [], checkedAt: expect.any(String) },
        ...(["gone", "failing"].includes(outcome) && { failingSince: expect.any(String) }),
      },
    ]);
  });

  test("is made once for all links with a URL, also those that come later, until it is due again", async () => {
    const customUrl = "https://shop.example.com/shared";
    pages.set("shop.example.com/shared", 200);
    const links = [await create({ customUrl }), await create({ customUrl })];
    await check();
    links.push(await create({ customUrl }));
    await check();
    const made = () => requests.filter(({ url }) => url === "shop.example.com/shared").length;
    expect(made()).toBe(1);
    for (const linkId of links)
      expect(await health(linkId)).toMatchObject([{ outcome: "fine", status: 200 }]);
    pages.set("shop.example.com/shared", 410);
    await check(8);
    // A HEAD and a GET.
    expect(made()).toBe(3);
    await check(2);
    expect(made()).toBe(5);
    for (const linkId of links) {
      expect(await health(linkId)).toMatchObject([{ outcome: "gone", broken: true }]);
      expect(await events(linkId)).toHaveLength(1);
    }
  });

  test("of a link that has not begun is not made", async () => {
    const customUrl = "https://shop.example.com/later";
    const activeFrom = new Date(Date.now() + 300 * DAY).toISOString();
    const linkId = await create({ customUrl, schedule: { activeFrom } });
    await check();
    expect(requests.filter(({ url }) => url === "shop.example.com/later")).toEqual([]);
    expect(await health(linkId)).toEqual([]);
  });

  test("follows redirects itself, shows them, and knows which are for good", async () => {
    pages.set("a.example.com/", (response) =>
      response.writeHead(301, { Location: "https://b.example.com/x#part" }).end(),
    );
    pages.set("b.example.com/x", "/y");
    const moved = await create({ customUrl: "https://a.example.com/" });
    const away = await create({ customUrl: "https://b.example.com/x" });
    await check();
    expect((await health(moved))[0]).toMatchObject({
      outcome: "moved",
      redirects: ["https://b.example.com/x", "https://b.example.com/y"],
    });
    expect((await health(away))[0]).toMatchObject({
      outcome: "fine",
      redirects: ["https://b.example.com/y"],
    });
  });

  test("follows ten redirects and no more", async () => {
    for (let hop = 0; hop < 20; hop++) pages.set(`hops.example.com/${hop}`, `/${hop + 1}`);
    const ten = await create({ customUrl: "https://hops.example.com/10" });
    const eleven = await create({ customUrl: "https://hops.example.com/9" });
    await check();
    expect([await outcomeOf(ten), await outcomeOf(eleven)]).toEqual(["fine", "blocked"]);
    expect((await health(eleven))[0].redirects).toHaveLength(10);
  });

  test("sends HEAD with an honest user agent, and GET only where HEAD does not work", async () => {
    pages.set("shop.example.com/get", (response, request) =>
      response.writeHead(request.method === "HEAD" ? 405 : 200).end("x".repeat(1_000_000)),
    );
    const linkId = await create({ customUrl: "https://shop.example.com/get" });
    const other = await create({ customUrl: "https://shop.example.com/head" });
    await check();
    expect([await outcomeOf(linkId), await outcomeOf(other)]).toEqual(["fine", "fine"]);
    expect(requests.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      "GET shop.example.com/get",
      "HEAD shop.example.com/get",
      "HEAD shop.example.com/head",
    ]);
    const agents = new Set(requests.map(({ userAgent }) => userAgent));
    expect([...agents]).toEqual(["shoppable-links-health/1.0 (+https://go.example.net/)"]);
  });

  test("says gone where there is no connection, and slow where the response does not come", async () => {
    pages.set("dead.example.com/", (response) => response.socket?.destroy());
    pages.set("slow.example.com/", () => {});
    const dead = await create({ customUrl: "https://dead.example.com/" });
    const slow = await create({ customUrl: "https://slow.example.com/" });
    await check();
    expect([await outcomeOf(dead), await outcomeOf(slow)]).toEqual(["gone", "slow"]);
  });

  test("sends at most two requests side by side, and one to each host", async () => {
    most.open = most.perHost = 0;
    const answers: (() => void)[] = [];
    const wait: Parameters<typeof pages.set>[1] = (response) => {
      answers.push(() => response.end());
      if (answers.length === 2) for (const answer of answers.splice(0)) answer();
    };
    for (const path of [1, 2, 3])
      for (const host of ["a", "b"]) {
        pages.set(`${host}.example.com/${path}`, wait);
        await create({ customUrl: `https://${host}.example.com/${path}` });
      }
    await check();
    expect(requests).toHaveLength(6);
    expect(most).toEqual({ open: 2, perHost: 1 });
  });

  test.each([
    "http://localhost:8080/",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://[::1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://printer/",
    "http://db.internal/",
    "http://nas.local./",
    "http://nas.local../",
    "http://go.example.net../",
  ])("never requests %s, also by a redirect", async (url) => {
    const direct = await create({ customUrl: url });
    pages.set("shop.example.com/in", url);
    const redirected = await create({ customUrl: "https://shop.example.com/in" });
    await check();
    expect([await outcomeOf(direct), await outcomeOf(redirected)]).toEqual(["blocked", "blocked"]);
    expect(requests.map((request) => request.url)).toEqual(["shop.example.com/in"]);
  });

  test("never requests this service, its domains, or a cart", async () => {
    await service.env.DB.prepare(
      `INSERT INTO domains (host, organization_id, token, created_at, confirmed_at) VALUES ('go.brand.example', 'acme', ?1, '', '')`,
    )
      .bind("0".repeat(32))
      .run();
    pages.set("shop.example.com/to-us", "https://go.example.net/abc");
    pages.set("shop.example.com/to-domain", "https://go.brand.example./abc");
    const us = await create({ customUrl: "https://shop.example.com/to-us" });
    const domain = await create({ customUrl: "https://shop.example.com/to-domain" });
    const products = [{ retailerProductId: "1234567" }];
    const cart = await create({ retailer: "bigbox_w", intent: "add_to_cart", products });
    const list = await create({
      ...{ retailer: "delivery_app", intent: "shopping_list" },
      options: { delivery_app: { shoppingList: { title: "Soup", lineItems: [{ name: "Leek" }] } } },
    });
    await check(11 / 86_400);
    expect(requests.map(({ url }) => url).sort()).toEqual([
      "shop.example.com/to-domain",
      "shop.example.com/to-us",
    ]);
    expect([await outcomeOf(us), await outcomeOf(domain)]).toEqual(["blocked", "blocked"]);
    expect([await health(cart), await health(list)]).toEqual([[], []]);
  });

  test("asks for each URL that a link can redirect to, once a week, and only while it redirects", async () => {
    const until = new Date(Date.parse(at()) + 10 * DAY).toISOString();
    const linkId = await create({
      ...{ retailer: "choice", intent: "choose_retailer", publicName: "Soup" },
      offers: [
        { retailer: "custom", intent: "custom_url", customUrl: "https://one.example.com/" },
        {
          ...{ retailer: "bigbox_w", intent: "add_to_cart", products: [{ retailerProductId: "1234567" }] },
          fallbackUrl: "https://two.example.com/",
        },
      ],
      schedule: { activeUntil: until, endedUrl: "https://ended.example.com/" },
    });
    const expected = ["ended.example.com/", "one.example.com/", "two.example.com/"];
    const asked = () =>
      requests
        .splice(0)
        .map(({ url }) => url)
        .sort();
    await check();
    expect(asked()).toEqual(expected);
    await check(6);
    expect(asked()).toEqual([]);
    await check(1);
    expect(asked()).toEqual(expected);
    expect((await health(linkId)).map(({ url }: { url: string }) => url).sort()).toEqual(
      expected.map((url) => `https://${url}`),
    );
    await check(7);
    expect(asked()).toEqual([]);
  });

  test("no longer asks for the URLs of an offer that was removed", async () => {
    const offer = (key: string) => ({
      ...{ key, retailer: "custom", intent: "custom_url" },
      ...{ customUrl: `https://${key}.example.com/`, fallbackUrl: `https://${key}.example.com/else` },
    });
    const linkId = await create({
      ...{ retailer: "choice", intent: "choose_retailer", publicName: "Soup" },
      offers: ["kept", "other", "removed"].map(offer),
    });
    await check();
    expect(await health(linkId)).toHaveLength(6);
    const changed = await send(
      service,
      "PATCH",
      `/v1/links/${linkId}`,
      { offers: ["kept", "other"].map(offer) },
      key,
    );
    expect([changed.status, changed.text]).toEqual([200, expect.any(String)]);
    requests.length = 0;
    await check(7);
    const left = ["kept", "other"].flatMap((key) => [
      `https://${key}.example.com/`,
      `https://${key}.example.com/else`,
    ]);
    expect(requests.map(({ url }) => `https://${url}`).sort()).toEqual(left);
    expect((await health(linkId)).map(({ url }: { url: string }) => url).sort()).toEqual(left);
  });

  test("finds links that were added with an old id", async () => {
    await create({ customUrl: "https://new.example.com/" });
    await check();
    const linkId = await create({ customUrl: "https://old.example.com/" });
    await service.env.DB.batch(
      [
        "PRAGMA defer_foreign_keys = ON",
        "UPDATE qr_codes SET link_id = 'lnk_00000000000000000000000000'",
        "UPDATE links SET id = 'lnk_00000000000000000000000000'",
      ]
        .map((sql, index) =>
          index === 0 ? sql : `${sql} WHERE ${index === 1 ? "link_id" : "id"} = '${linkId}'`,
        )
        .map((sql) => service.env.DB.prepare(sql)),
    );
    await check(7);
    expect(requests.map(({ url }) => url)).toContain("old.example.com/");
  });
});

describe("whatever fails", () => {
  test("a run sends at most 30 requests, and checks without one say nothing", async () => {
    const links: string[] = [];
    for (let chain = 0; chain < 4; chain++) {
      for (let hop = 0; hop < 10; hop++)
        pages.set(`chain${chain}.example.com/${hop}`, (response, { method }) =>
          method === "HEAD"
            ? response.writeHead(405).end()
            : response.writeHead(302, { Location: `/${hop + 1}` }).end(),
        );
      links.push(await create({ customUrl: `https://chain${chain}.example.com/0` }));
    }
    const counts: number[] = [];
    for (let minute = 1; minute <= 4; minute++) {
      const before = requests.length;
      await service.scheduled("* * * * *", new Date(Date.parse(at()) + minute * 60_000));
      counts.push(requests.length - before);
    }
    expect([Math.max(...counts), counts.every((count) => count <= 30)]).toEqual([30, true]);
    const results = await Promise.all(links.map(outcomeOf));
    expect(
      results.filter((outcome) => outcome !== undefined && outcome !== "fine" && outcome !== "slow"),
    ).toEqual([]);
    expect(results).toContain("slow");
  });

  test("two runs of the same minute ask each host once", async () => {
    for (let page = 0; page < 15; page++)
      await create({ customUrl: `https://shop.example.com/twice-${page}` });
    const run = () => service.scheduled("* * * * *", new Date(at()));
    for (let minute = 0; minute < 3; minute++) await Promise.all([run(), run()]);
    const urls = requests.map(({ url }) => url);
    expect([urls.length, new Set(urls).size]).toEqual([15, 15]);
  });

  test("a run that dies before it stores its results leaves its checks to a later run", async () => {
    const linkId = await create({ customUrl: "https://192.0.2.1/" });
    await service.scheduled("* * * * *", new Date(at()));
    const dependencies = (minutes: number) =>
      openDependencies(
        { ...service.env, CHECK_DESTINATIONS: "on" },
        () => {},
        () => new Date(Date.parse(at()) + minutes * 60_000),
      );
    const dying = dependencies(1);
    const store = async () => {
      throw new Error("died");
    };
    await expect(checkDestinations({ ...dying, health: { ...dying.health, store } })).rejects.toThrow("died");
    await checkDestinations(dependencies(2));
    expect(await health(linkId)).toEqual([]);
    await checkDestinations(dependencies(12));
    expect(await outcomeOf(linkId)).toBe("blocked");
  });
});

describe("a product page of a shop", () => {
  const product = (retailer: string, retailerProductId: string) =>
    create({ retailer, intent: "product_detail", products: [{ retailerProductId }] });

  test.each([
    [
      "bigbox_w",
      "1234567",
      "www.walmart.com/ip/1234567",
      "https://www.walmart.com/search?q=soup",
      "soft_404",
    ],
    [
      "bigbox_w",
      "1234568",
      "www.walmart.com/ip/1234568",
      "https://www.walmart.com/browse/food/1",
      "soft_404",
    ],
    ["bigbox_w", "1234569", "www.walmart.com/ip/1234569", "https://www.walmart.com/ip/soup/1234569", "fine"],
    ["bigbox_w", "1234560", "www.walmart.com/ip/1234560", "https://www.walmart.com/blocked?url=x", "blocked"],
    ["bigbox_t", "1234567", "www.target.com/p/-/A-1234567", "https://www.target.com/", "soft_404"],
    [
      "grocer_a",
      "0001111041700",
      "www.kroger.com/p/-/0001111041700",
      "https://www.kroger.com/search?query=x",
      "soft_404",
    ],
    ["marketplace", "B000000001", "www.amazon.com/dp/B000000001", "https://www.amazon.com/", "soft_404"],
  ])("%s %s: %s to %s is %s", async (retailer, id, page, target, outcome) => {
    pages.set(page, target);
    const linkId = await product(retailer, id);
    await check();
    expect(await outcomeOf(linkId)).toBe(outcome);
  });

  test("is blocked where Amazon responds to programs with 503", async () => {
    pages.set("www.amazon.com/dp/B000000002", 503);
    const linkId = await product("marketplace", "B000000002");
    await check();
    expect(await outcomeOf(linkId)).toBe("blocked");
  });

  test("is requested without the affiliate wrapper and tag, so that a check is no click", async () => {
    const inner = encodeURIComponent("https://www.walmart.com/ip/77");
    await create({ customUrl: `https://goto.walmart.com/m/1/2/3?veh=aff&u=${inner}` });
    await create({ customUrl: "https://www.amazon.com/dp/B000000003?tag=brand-20" });
    await create({ customUrl: "https://www.amazon.co.uk/dp/B000000004?th=1&tag=brand-21&utm_source=x" });
    const nested = encodeURIComponent(`https://goto.walmart.com/m/1/2/3?u=${inner}`);
    await create({ customUrl: `https://clicks.example.com/c?u=${nested}` });
    await check();
    expect(requests.map(({ url }) => url).sort()).toEqual([
      "www.amazon.co.uk/dp/B000000004?th=1",
      "www.amazon.com/dp/B000000003",
      "www.walmart.com/ip/77",
      "www.walmart.com/ip/77",
    ]);
  });

  test.each([
    "https://www.walmart.com/sc/cart/addToCart?items=1",
    "https://affil.walmart.com/cart/addToCart?items=1",
    "https://www.amazon.de/gp/aws/cart/add.html?ASIN.1=B000000005",
    `https://goto.walmart.com/m/1?u=${encodeURIComponent("https://www.walmart.com/sc/cart/addToCart?items=2")}`,
  ])("and a cart is not requested by a redirect either: %s", async (cart) => {
    pages.set("shop.example.com/cart", cart);
    const linkId = await create({ customUrl: "https://shop.example.com/cart" });
    await check();
    expect([requests.map(({ url }) => url), await outcomeOf(linkId)]).toEqual([
      ["shop.example.com/cart"],
      "blocked",
    ]);
  });

  test("is requested without the affiliate wrapper by a redirect either", async () => {
    const inner = encodeURIComponent("https://www.walmart.com/ip/78");
    pages.set("shop.example.com/short", `https://goto.walmart.com/m/1/2/3?u=${inner}`);
    await create({ customUrl: "https://shop.example.com/short" });
    await check();
    expect(requests.map(({ url }) => url)).toEqual(["shop.example.com/short", "www.walmart.com/ip/78"]);
  });
});

describe("a broken destination", () => {
  const URL = "https://shop.example.com/sale";
  const needsAttention = async (linkId: string) => (await listed()).includes(linkId);

  test("is reported after two failures a day apart, once, and again when it responds", async () => {
    pages.set("shop.example.com/sale", 404);
    const linkId = await create({ customUrl: URL });
    await check();
    expect([await events(linkId), await needsAttention(linkId)]).toEqual([[], false]);
    await check(0.9);
    expect(await events(linkId)).toEqual([]);
    await check(0.2);
    const { failingSince } = (await health(linkId))[0];
    expect((await health(linkId))[0]).toMatchObject({ broken: true, outcome: "gone", url: URL });
    const [broken, ...others] = await events(linkId);
    expect(broken).toMatchObject({
      type: "link.broken",
      data: { linkId, projectId: "main", destination: URL, outcome: "gone", failingSince },
    });
    expect([others, await needsAttention(linkId)]).toEqual([[], true]);
    await check(3);
    expect(await events(linkId)).toHaveLength(1);
    pages.set("shop.example.com/sale", 403);
    await check(1);
    expect([(await health(linkId))[0].broken, await needsAttention(linkId)]).toEqual([true, true]);
    pages.delete("shop.example.com/sale");
    await check(1);
    expect((await events(linkId))[1]).toMatchObject({
      type: "link.mended",
      data: { linkId, destination: URL, reason: "responds" },
    });
    expect([(await health(linkId))[0].broken, await needsAttention(linkId)]).toEqual([false, false]);
  });

  test("leaves the lists when its link is changed, and a later event says so", async () => {
    pages.set("shop.example.com/sale", 410);
    const linkId = await create({ customUrl: URL });
    await check();
    await check(1);
    expect(await needsAttention(linkId)).toBe(true);
    const patch = { customUrl: "https://shop.example.com/new" };
    const changed = await send(service, "PATCH", `/v1/links/${linkId}`, patch, key);
    expect(changed.status).toBe(200);
    expect([await needsAttention(linkId), await health(linkId)]).toEqual([false, []]);
    await check(1);
    expect((await events(linkId)).map(({ type, data }) => [type, data.reason])).toEqual([
      ["link.broken", undefined],
      ["link.mended", "changed"],
    ]);
    expect(await health(linkId)).toMatchObject([{ url: patch.customUrl, outcome: "fine" }]);
  });
});

test("a wrong word in include is a 400, and without it nothing is added", async () => {
  const linkId = await create({ customUrl: "https://shop.example.com/plain" });
  await check();
  const path = `/v1/links/${linkId}/destination`;
  expectError(await get(service, `${path}?include=schedule`, key), 400, "validation_failed");
  expect((await get(service, path, key)).json.data.health).toBeUndefined();
  expect((await get(service, `${path}?include=all`, key)).json.data.health).toHaveLength(1);
});

test("where checks are switched off, nothing is requested and results are forgotten", async () => {
  const linkId = await create({ customUrl: "https://shop.example.com/off" });
  await check();
  expect(await health(linkId)).toHaveLength(1);
  requests.length = 0;
  const off = { ...service.env, CHECK_DESTINATIONS: "off" };
  const later = new Date(Date.parse(at()) + 8 * DAY);
  await checkDestinations(
    openDependencies(
      off,
      () => {},
      () => later,
    ),
  );
  expect([await health(linkId), requests]).toEqual([[], []]);
});
