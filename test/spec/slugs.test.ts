import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectExtendedLink, expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { expectRows, madeLink, outcomesOf, sendRows } from "./bulk.ts";

const service = await useService();
const { key } = await service.issueKey();
const other = await service.issueKey({ organization: "slug-globex" });

let made = 0;
const body = (changes: object = {}) => {
  made++;
  const customUrl = `https://example.com/${made}`;
  return linkBody("custom custom_url", { customUrl, ...changes });
};
const create = async (slug: string, changes: object = {}) =>
  expectExtendedLink(await post(service, "/v1/links?include=all", body({ slug, ...changes }), { key }));
const patch = (id: string, changes: object) =>
  send(service, "PATCH", `/v1/links/${id}?include=all`, changes, { key });
const read = async (id: string): Promise<Json> =>
  (await get(service, `/v1/links/${id}?include=all`, { key })).json.data;
const visit = (path: string) => get(service, path);
const leads = async (path: string) => (await visit(path)).headers.get("Location");

describe("a slug has the letters a to z, digits and hyphens", () => {
  test.each(["\u212Aelvin-1", "kelvin-\u212A", "\u017Foup-1", "\u0130stanbul", "soup\u2010s"])(
    "%j is rejected although it looks similar",
    async (slug) => {
      for (const path of ["/v1/links", "/v1/links/preview"]) {
        const error = expectError(
          await post(service, path, body({ slug }), { key }),
          400,
          "validation_failed",
        );
        expect(error.details?.map(({ field }) => field)).toEqual(["slug"]);
      }
      const link = expectLink(await post(service, "/v1/links", body(), { key }));
      expectError(await patch(link.id, { slug }), 400, "validation_failed");
    },
  );
});

describe("design: a slug replaces the short id, and every short URL redirects", () => {
  test("the response has the slug, the domain and all short URLs; the code encodes the slug", async () => {
    const link = await create("Summer-Soups");
    const { origin, host } = new URL(link.shortLink);
    expect(link).toMatchObject({ slug: "summer-soups", domain: host, shortLink: `${origin}/summer-soups` });
    expect(link.addresses).toEqual([
      { url: `${origin}/summer-soups`, kind: "slug", current: true },
      { url: `${origin}/${link.shortId}`, kind: "short_id", current: false },
    ]);
    expect(link.qrCode?.encodedUrl).toBe(`${origin}/summer-soups?qr=default`);
    const to = (await read(link.id)).products === undefined && (await leads(`/${link.shortId}`));
    expect(to).toMatch(/^https:\/\/example\.com\//);
    for (const path of ["/summer-soups", "/SUMMER-soups/", "/summer-soups?qr=default", "/%73ummer-soups"])
      expect(await leads(path), path).toBe(to);
  });

  test("PATCH sets a new slug for new codes; existing codes keep theirs, and old slugs redirect", async () => {
    const link = await create("first-word");
    const image = (await visit(new URL(link.qrCode?.imageUrl ?? "").pathname)).text;
    const changed = expectExtendedLink(await patch(link.id, { slug: "second-word" }), 200);
    expect(changed.addresses?.map(({ url, current }) => [new URL(url).pathname, current])).toEqual([
      ["/second-word", true],
      ["/first-word", false],
      [`/${link.shortId}`, false],
    ]);
    expect(changed.qrCode).toEqual(link.qrCode);
    expect((await visit(new URL(link.qrCode?.imageUrl ?? "").pathname)).text).toBe(image);
    const code = await post(service, `/v1/links/${link.id}/qr-codes`, { identifier: "poster" }, { key });
    expect(code.json.data.encodedUrl).toMatch(/\/second-word\?qr=poster$/);
    for (const path of ["/first-word", "/second-word", `/${link.shortId}`])
      expect(await leads(path), path).not.toBeNull();
    // A change is published for all short URLs.
    await patch(link.id, { customUrl: "https://example.com/changed" });
    for (const kv of ["slug:/first-word", "slug:/second-word", `link:${link.shortId}`])
      await expect.poll(() => service.env.LINKS.get(kv)).toContain("https://example.com/changed");
  });

  test("null removes the slug from the short link, but printed URLs keep working; history names it", async () => {
    const link = await create("taken-off");
    const changed = expectExtendedLink(await patch(link.id, { slug: null }), 200);
    expect(changed.slug).toBeUndefined();
    expect(new URL(changed.shortLink).pathname).toBe(`/${link.shortId}`);
    expect(changed.addresses?.map(({ kind, current }) => [kind, current])).toEqual([
      ["slug", false],
      ["short_id", true],
    ]);
    expect(await leads("/taken-off")).not.toBeNull();
    const history = await get(service, `/v1/links/${link.id}/history`, { key });
    expect(history.json.data[0].changes).toEqual([{ field: "slug", from: "taken-off" }]);
    const definition = await get(service, `/v1/links/${link.id}/definition`, { key });
    expect(definition.json.data.slug).toBeUndefined();
    expectExtendedLink(await patch(link.id, { slug: "taken-off" }), 200);
  });

  test("a link can have ten slugs; an eleventh returns 400", async () => {
    const link = await create("number-1");
    for (let n = 2; n <= 10; n++) expectExtendedLink(await patch(link.id, { slug: `number-${n}` }), 200);
    expectError(await patch(link.id, { slug: "number-11" }), 400, "validation_failed");
    expect(expectExtendedLink(await patch(link.id, { slug: "number-3" }), 200).addresses).toHaveLength(11);
    expect(await leads("/number-1")).not.toBeNull();
  });

  test("a link without KV copies is found in D1 by its slug, and its copies are restored", async () => {
    const link = await create("from-d1");
    await expect.poll(() => service.env.LINKS.get("slug:/from-d1")).not.toBeNull();
    for (const damaged of ["{", JSON.stringify({ linkId: link.id })]) {
      await service.env.LINKS.put("slug:/from-d1", damaged);
      expect(await leads("/from-d1")).not.toBeNull();
    }
    await expect.poll(() => service.env.LINKS.get("slug:/from-d1")).toContain(link.id);
  });
});

describe("design: the format of a slug", () => {
  test.each([
    "ab",
    "x".repeat(65),
    "-summer",
    "summer-",
    "summer--soups",
    "summer soups",
    "sömmer",
    "summer.soups",
    "abcd2345",
    "SUMMERSO",
    "2026",
    "007",
    "health",
    "Dashboard",
  ])("%s is rejected with the rule", async (slug) => {
    const answer = await post(service, "/v1/links", body({ slug }), { key });
    expectError(answer, 400, "validation_failed");
    expect(answer.json.error.details.map(({ field }: { field: string }) => field)).toEqual(["slug"]);
  });

  test.each(["abc", "x".repeat(64), "12345", "abcd-345", "abcdefghi"])("%s is accepted", async (slug) => {
    expect((await create(slug)).slug).toBe(slug);
  });
});

describe("design: a slug is never reused for another link", () => {
  test("409 names the slug, even if its link belongs to another organization or has a new slug", async () => {
    const link = await create("given-once");
    await patch(link.id, { slug: "given-later" });
    for (const [slug, by] of [
      ["given-once", key],
      ["GIVEN-ONCE", other.key],
      ["given-later", other.key],
    ] as const) {
      const refused = await post(service, "/v1/links", body({ slug }), { key: by });
      expectError(refused, 409, "duplicate_slug");
      expect(refused.json.error.message).toContain(slug.toLowerCase());
      expect(refused.text).not.toContain(link.id);
    }
    const second = await create("second-link");
    expectError(await patch(second.id, { slug: "given-once" }), 409, "duplicate_slug");
    expect((await read(second.id)).slug).toBe("second-link");
  });

  test("one of many concurrent requests wins", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        post(service, "/v1/links", body({ slug: "at-once" }), { key: n % 2 ? key : other.key }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const [one, two] = [await create("racer-1"), await create("racer-2")];
    const patched = await Promise.all([one, two].map(({ id }) => patch(id, { slug: "race-goal" })));
    expect(patched.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("in a bulk request the first row with the slug wins, and the other links are created", async () => {
    const rows = ["bulk-same", undefined, "bulk-same", "bulk-own", "racer-1"].map((slug) => body({ slug }));
    const answered = expectRows(await sendRows(service, rows, { key, idempotencyKey: "bulk-slugs" }));
    expect(outcomesOf(answered)).toEqual(["201", "201", "409 duplicate_slug", "201", "409 duplicate_slug"]);
    const again = expectRows(await sendRows(service, rows, { key, idempotencyKey: "bulk-slugs" }));
    expect(madeLink(again[0])).toEqual(madeLink(answered[0]));
    expect(outcomesOf(again)).toEqual(outcomesOf(answered));
    expect(await leads("/bulk-same")).toBe(rows[0]?.customUrl);
  });

  test("a preview and a dry run report it before anything is created", async () => {
    await create("previewed-word");
    const preview = (slug: string) => post(service, "/v1/links/preview", body({ slug }), { key: other.key });
    expectError(await preview("Previewed-word"), 409, "duplicate_slug");
    expect((await preview("free-word")).status).toBe(200);
    const rows = ["previewed-word", "free-word", "free-word"].map((slug) => body({ slug }));
    const answered = await post(service, "/v1/links/bulk", { links: rows, dryRun: true }, { key });
    const codes = answered.json.data.map(({ status, body: { error } }: Json) => [status, error?.code]);
    expect(codes).toEqual([
      [409, "duplicate_slug"],
      [200, undefined],
      [409, "duplicate_slug"],
    ]);
  });

  test("a retry with the same key gets its link, not a 409", async () => {
    const sent = body({ slug: "repeated-word" });
    const [first, again] = [
      await post(service, "/v1/links", sent, { key, idempotencyKey: "slug-repeat" }),
      await post(service, "/v1/links", sent, { key, idempotencyKey: "slug-repeat" }),
    ];
    expect(again.json).toEqual(first.json);
    expect([first.status, again.status]).toEqual([201, 201]);
  });
});

test("design: all spellings of a short URL get the same response", async () => {
  await create("one-answer");
  const answers: [string, number][] = [
    ["/one-answer", 302],
    ["/One-Answer", 302],
    ["/one-answer/", 302],
    ["/one%2danswer", 302],
    ["/%6Fne-answer?qr=x", 302],
    ["/one-answer#part", 302],
    ["/./one-answer", 302],
    ["/x/../one-answer", 302],
    ["/one-answer//", 302],
    ["//one-answer", 302],
    ["/one-answer/?qr=x", 302],
    ["/one-answer.", 302],
    ["/one-answer%20", 302],
    ["/one-answer%00", 404],
    ["/one-answer%2F", 404],
    ["/one%252danswer", 404],
    ["/one-%C3%A4nswer", 404],
    ["/one-änswer", 404],
    ["/one-answer%E2%80%8B", 302],
    ["/one-answer/other", 404],
    ["/one--answer", 404],
    ["/no-such-word", 404],
  ];
  const seen = [];
  for (const [path] of answers) seen.push([path, (await visit(`${service.url.origin}${path}`)).status]);
  expect(seen).toEqual(answers);
  const browser = { headers: { Accept: "text/html,*/*;q=0.8" } };
  const unknown = await get(service, "/no-such-word", browser);
  expect(unknown.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expectError(await visit("/no-such-word"), 404, "not_found");
});

test("design: a choice link's offers have URLs below its slug", async () => {
  const offers = [
    { key: "a", retailer: "custom", intent: "custom_url", customUrl: "https://a.example/" },
    { key: "b", retailer: "custom", intent: "custom_url", customUrl: "https://b.example/" },
  ];
  const choice = { projectId: "main", name: "Choice", retailer: "choice", intent: "choose_retailer", offers };
  const link = expectExtendedLink(await post(service, "/v1/links", { ...choice, slug: "pick-one" }, { key }));
  const shown = await visit("/pick-one?all=1");
  expect([shown.status, shown.text.includes(`${link.shortLink}/a`)]).toEqual([200, true]);
  expect(await leads("/pick-one/b")).toBe("https://b.example/");
  const json = await get(service, "/pick-one", { headers: { Accept: "application/json" } });
  expect(json.json.data.offers[0].url).toBe(`${link.shortLink}/a`);
  expect((await visit("/pick-one/c")).status).toBe(404);
});

describe("design: an address is found as it is printed and typed", () => {
  test("with typeset dashes, invisible characters and doubled slashes, on the way to the 404", async () => {
    const { shortId } = await create("printed-soup", { customUrl: "https://example.com/printed" });
    await create("printed", { customUrl: "https://example.com/short" });
    const half = `${shortId.slice(0, 4)}%E2%80%8B${shortId.slice(4)}`;
    for (const path of [
      "/printed%E2%80%93soup",
      "/printed%E2%80%91soup?qr=default",
      "/printed-%C2%ADsoup",
      "/printed-%E2%80%8Bsoup).",
      "//printed-soup",
      "/printed-soup//?qr=default",
      `/${half}`,
      `//${shortId}`,
    ])
      expect([path, await leads(service.url.origin + path)]).toEqual([path, "https://example.com/printed"]);
    // The link of that name comes before the one that a sentence may go on behind.
    expect(await leads("/printed%E2%80%94our%20soups")).toBe("https://example.com/short");
    for (const path of ["/printed%E2%80%93", "/print%E2%80%93ed", "//v1/links", "//nothing-here"])
      expect([path, (await visit(service.url.origin + path)).status]).toEqual([
        path,
        path === "/printed%E2%80%93" ? 302 : 404,
      ]);
  });
});
