import { beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../expectations.ts";
import { get, send } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { startLinkListService } from "./link-list-service.ts";

/**
 * Beyond the specification: the filters of `GET /v1/links`, and the queries that it rejects.
 */

const { service, full, create, all, names } = await startLinkListService();

describe("filters", () => {
  let key: IssuedKey;
  beforeAll(async () => {
    key = await service.issueKey({ organization: "filtered", createProjects: ["main", "shop"] });
    await create({ name: "A", tracking: { tags: ["summer", "Sale"] } }, key);
    await create({ name: "B", projectId: "shop", tracking: { tags: ["summer"] } }, key);
    await create({ name: "C", projectId: "shop" }, key, "bigbox_w add_to_cart");
    await create({ name: "D" }, key, "bigbox_w product_detail");
    const off = await create({ name: "E", tracking: { tags: ["Sale"] } }, key, "delivery_app recipe");
    await service.env.DB.prepare("UPDATE links SET status = 'inactive', version = version + 1 WHERE id = ?1")
      .bind(off.id)
      .run();
  });

  const CASES: [Record<string, string>, string][] = [
    [{}, "ABCDE"],
    [{ projectId: "main" }, "ADE"],
    [{ projectId: "shop" }, "BC"],
    [{ retailer: "bigbox_w" }, "CD"],
    [{ retailer: "grocer_a" }, ""],
    [{ intent: "recipe" }, "E"],
    [{ status: "inactive" }, "E"],
    [{ status: "active" }, "ABCD"],
    [{ tag: "summer" }, "AB"],
    [{ tag: "Sale" }, "AE"],
    [{ tag: "sale" }, ""],
    [{ tag: "summe" }, ""],
    [{ projectId: "shop", status: "active" }, "BC"],
    [{ projectId: "shop", q: "welcome" }, "B"],
    [{ retailer: "bigbox_w", intent: "product_detail" }, "D"],
    [{ retailer: "bigbox_w", status: "inactive" }, ""],
    [{ tag: "Sale", status: "inactive" }, "E"],
    [{ tag: "summer", q: "EXAMPLE.com", projectId: "main", retailer: "custom", intent: "custom_url" }, "A"],
  ];
  test("work alone and combined", async () => {
    for (const [query, expected] of CASES) {
      expect([query, (await names(query, key)).join("")]).toEqual([query, expected]);
    }
  });

  test("filter by the state at the time of the request, alone and combined", async () => {
    const timed = await service.issueKey({ organization: "timed", createProjects: ["main", "shop"] });
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const past = { schedule: { activeUntil: at(-1) } };
    const future = { schedule: { activeFrom: at(1) } };
    await create({ name: "A" }, timed);
    await create({ name: "B", ...past, tracking: { tags: ["sale"] } }, timed);
    await create({ name: "C", ...future, projectId: "shop" }, timed);
    await create(
      { name: "D", schedule: { activeFrom: at(-1), activeUntil: at(1) } },
      timed,
      "bigbox_w add_to_cart",
    );
    const off = await create({ name: "E", ...past }, timed);
    expect((await send(service, "PATCH", `/v1/links/${off.id}`, { status: "inactive" }, timed)).status).toBe(
      200,
    );
    const cases: [Record<string, string>, string][] = [
      [{ state: "running" }, "AD"],
      [{ state: "scheduled" }, "C"],
      [{ state: "ended" }, "B"],
      [{ state: "off" }, "E"],
      [{ state: "off", status: "active" }, ""],
      [{ state: "ended", status: "active" }, "B"],
      [{ state: "ended", projectId: "shop" }, ""],
      [{ state: "scheduled", projectId: "shop", retailer: "custom" }, "C"],
      [{ state: "running", retailer: "bigbox_w" }, "D"],
      [{ state: "ended", tag: "sale" }, "B"],
      [{ state: "running", tag: "sale" }, ""],
      [{ state: "scheduled", q: "welcome" }, "C"],
      [{ state: "running", q: "welcome" }, "A"],
    ];
    for (const [query, expected] of cases)
      expect([query, (await names(query, timed)).join("")]).toEqual([query, expected]);
    expectError(await get(service, "/v1/links?state=on", timed), 400, "validation_failed");
  });

  test("see the changes of a PATCH immediately", async () => {
    const { id } = await create({ name: "switched" }, key);
    for (const [patch, query, gone] of [
      [{ status: "inactive" }, { q: "switched", status: "inactive" }, { q: "switched", status: "active" }],
      [{ name: "renamed" }, { q: "renamed" }, { q: "switched" }],
      [{ customUrl: "https://example.org/autumn" }, { q: "ORG/autumn" }, { q: "renamed", tag: "autumn" }],
      [{ tracking: { tags: ["autumn"] } }, { tag: "autumn" }, { q: "autumn", tag: "summer" }],
      [{ tracking: null }, { q: "autumn" }, { tag: "autumn" }],
    ] as const) {
      expect((await send(service, "PATCH", `/v1/links/${id}`, patch, key)).status).toBe(200);
      expect((await all(query, key)).map((link) => link.id)).toEqual([id]);
      expect(await all(gone, key)).toEqual([]);
    }
  });

  test("treat createdFrom as inclusive, createdTo as exclusive, and a date as the whole day", async () => {
    const times = await service.issueKey({ organization: "times", createProjects: ["main"] });
    const { id, createdAt } = await create({ name: "now" }, times);
    const at = Date.parse(createdAt);
    const iso = (offset: number) => new Date(at + offset).toISOString();
    const today = createdAt.slice(0, 10);
    const found = async (query: Record<string, string>) => (await all(query, times)).map((link) => link.id);
    for (const more of [{}, { status: "active" }] as Record<string, string>[]) {
      expect(await found({ ...more, createdFrom: createdAt })).toEqual([id]);
      expect(await found({ ...more, createdFrom: iso(1) })).toEqual([]);
      expect(await found({ ...more, createdTo: createdAt })).toEqual([]);
      expect(await found({ ...more, createdTo: iso(1) })).toEqual([id]);
      expect(await found({ ...more, createdFrom: today, createdTo: today })).toEqual([id]);
      expect(await found({ ...more, createdTo: iso(-86_400_000).slice(0, 10) })).toEqual([]);
      expect(await found({ ...more, createdFrom: createdAt.replace("Z", "+00:00") })).toEqual([id]);
      expect(await found({ ...more, createdFrom: iso(0), createdTo: iso(0) })).toEqual([]);
      expect(await found({ ...more, createdFrom: "0001-01-01", createdTo: "9999-12-31" })).toEqual([id]);
    }
  });
});

describe("the search text", () => {
  let key: IssuedKey;
  beforeAll(async () => {
    key = await service.issueKey({ organization: "texts", createProjects: ["main"] });
  });

  test("matches names, ids, short URLs, customUrl, tags, the shop's name, product and backup ids", async () => {
    const products = Array.from({ length: 100 }, (_, number) => ({
      retailerProductId: `SKU-${number}-x`,
      backupProductIds: [`spare-${number}`],
    }));
    const tracking = { tags: ["Ostern 2027"] };
    const fields = {
      name: "Mixed CASE name",
      publicName: "Öffentlich",
      products,
      tracking,
      slug: "old-slug",
    };
    const { id, shortId } = await create(fields, key);
    const walmart = await create({ name: "Shop" }, key, "bigbox_w add_to_cart");
    expect((await send(service, "PATCH", `/v1/links/${id}`, { slug: "new-slug" }, key)).status).toBe(200);
    const found = async (q: string) => (await all({ q }, key)).map((each) => each.id);
    for (const q of [
      "mixed case",
      "D cas",
      "öFFENT",
      "O\u0308ffentlich",
      shortId,
      shortId.slice(2, 6).toUpperCase(),
      id,
      id.slice(10),
      id.slice(12, 20).toUpperCase(),
      "https://example.com/welcome",
      "COM/wel",
      "sku-99-x",
      "-57-",
      "SPARE-99",
      "ostern 20",
      "Old-Slug",
      "new-slug",
    ]) {
      expect([q, await found(q)]).toEqual([q, [id]]);
    }
    // No match spans two fields, and other fields are not searched.
    for (const q of ["name\u00d6ff", "nameöff", "main-", "custom_url", "active"]) {
      expect([q, await found(q)]).toEqual([q, []]);
    }
    for (const q of ["walmart", "bigbox_w"]) expect([q, await found(q)]).toEqual([q, [walmart.id]]);
  });

  test("is matched literally, whatever its characters", async () => {
    const odd = [
      'say "OR" NOT x*',
      "100%_sure",
      "a\\b'c;--",
      "[a-z]{3}.*",
      "NEAR(a b)^2",
      "日本語テスト",
      "🍅🍅🍅",
      'tail\\"',
      "tab\there",
    ];
    for (const name of odd) await create({ name }, key);
    for (const name of odd) expect(await names({ q: name }, key)).toEqual([name]);
    expect(await names({ q: '"OR" NOT' }, key)).toEqual(['say "OR" NOT x*']);
    for (const q of ["%%%", "___", "***", "...", 'a" OR "b', "' OR 1=1 --", "?1 ?2", "\\\\\\", '","']) {
      expect([q, await names({ q }, key)]).toEqual([q, []]);
    }
  });

  test("has 1 to 120 characters", async () => {
    const name = "ß😀é".repeat(40);
    await create({ name }, key);
    expect(await names({ q: name }, key)).toEqual([name]);
    expect(await names({ q: "😀éß" }, key)).toEqual([name]);
  });

  test("is found in every script, by one or two characters, with or without accents and in any width", async () => {
    const other = await service.issueKey({ organization: "scripts", createProjects: ["main"] });
    const found: Record<string, string[]> = {
      "Café des Halles": ["cafe", "CAFÉ", "café", "cafe\u0301"],
      "Straße in Łódź": ["strasse", "STRASSE", "lodz", "łó"],
      Smørrebrød: ["smorre", "ØR"],
      İzmir: ["iz", "İZ", "ızmir"],
      "Ελλάδα ΟΔΟΣ": ["ελλαδα", "οδος", "ΟΔΌΣ"],
      Ёлка: ["елка", "ЁЛ"],
      主婦の友: ["主婦", "婦", "友"],
      がっこう: ["が", "か\u3099"],
      "ﾃｽﾄ Ｑ４": ["テスト", "q4", "ﾃｽ"],
      서울: ["서", "\u1109\u1165"],
      مُحَمَّد: ["محمد"],
      ภาษาไทย: ["ไทย"],
      "UK launch": ["UK", "uk"],
      "Ben’s “best” – 2027": ["ben's", 'best" -'],
    };
    for (const name of Object.keys(found)) await create({ name }, other);
    // Ids of other links may have these letters too.
    for (const [name, texts] of Object.entries(found))
      for (const q of texts)
        expect([q, await names({ q }, other)]).toEqual([q, expect.arrayContaining([name])]);
    // Another letter, a part of a letter, and a mark alone are no match.
    for (const q of ["か", "\u1109", "\u0301", "\u200d", "主友"])
      expect([q, await names({ q }, other)]).toEqual([q, []]);
    expect(await names({ q: "婦" }, other)).toEqual(["主婦の友"]);
    expect(await names({ q: "主婦" }, key)).toEqual([]);
  });
});

describe("invalid filters return 400 with the field, never 5xx", () => {
  const CASES: [string, string][] = [
    ["q=", "q"],
    [`q=${"x".repeat(121)}`, "q"],
    ["q=abc%00", "q"],
    ["retailer=nobody", "retailer"],
    ["intent=", "intent"],
    ["status=deleted", "status"],
    ["tag=", "tag"],
    [`tag=${"x".repeat(81)}`, "tag"],
    ["projectId=", "projectId"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=1e1", "limit"],
    ["createdFrom=yesterday", "createdFrom"],
    ["createdFrom=2026-02-30", "createdFrom"],
    ["createdTo=2026-11-21T25:00:00Z", "createdTo"],
    ["createdTo=2026-11-21T10:00:00", "createdTo"],
    ["createdFrom=2026-11-22&createdTo=2026-11-20", "createdTo"],
    ["createdFrom=2026-11-21T10:00:01Z&createdTo=2026-11-21T10:00:00Z", "createdTo"],
    ["cursor=", "cursor"],
    ["cursor=%00", "cursor"],
    ["cursor=nonsense", "cursor"],
    ["cursor=%F0%9F%98%80", "cursor"],
    [`cursor=${"A".repeat(300)}`, "cursor"],
    ["page=2", "page"],
    ["Q=abc", "Q"],
    ["__proto__=1", "__proto__"],
    ["status=active&status=inactive", "status"],
    ["limit=5&limit=5", "limit"],
  ];
  test.each(CASES)("%s: %s", async (query, field) => {
    const { details } = expectError(await get(service, `/v1/links?${query}`, full), 400, "validation_failed");
    expect(details?.map((problem) => problem.field)).toEqual([field]);
  });

  test("all problems are reported together", async () => {
    const answer = await get(service, "/v1/links?q=&limit=0&status=x&page=1", full);
    const { details } = expectError(answer, 400, "validation_failed");
    expect(details?.map(({ field }) => field).sort()).toEqual(["limit", "page", "q", "status"]);
  });
});
