import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type LinkResource, linkResource } from "../../src/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { expectApiHeaders, expectError, expectLink } from "../expectations.ts";
import { DOWN, get, post, type RequestOptions, send } from "../requests.ts";
import { type IssuedKey, type Service, startService } from "../service.ts";

/** design.md, "Beyond the spec", Links: `GET /v1/links`. Links are listed alike before and after they are indexed. */

const page = z.strictObject({ data: linkResource.array(), nextCursor: z.string().optional() });

let service: Service;
let full: IssuedKey;
beforeAll(async () => {
  service = await startService({ config: { main: "test/faults/worker.ts" } });
  full = await service.issueKey({ createProjects: ["main", "shop"] });
});
afterAll(() => service.close());

const create = async (changes: object = {}, key: RequestOptions = full, pair?: string) =>
  expectLink(await post(service, "/v1/links", linkBody(pair, changes), key));

async function list(query: Record<string, string | number> = {}, key: RequestOptions = full) {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await get(service, `/v1/links?${text}`, key);
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  expectApiHeaders(answer);
  return page.parse(answer.json);
}

/** Every link of a list, page by page. */
async function all(query: Record<string, string | number> = {}, key: RequestOptions = full) {
  const links: LinkResource[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const next = await list({ ...query, ...(cursor !== undefined && { cursor }) }, key);
    links.push(...next.data);
    cursor = next.nextCursor;
  }
  return links;
}
const names = async (query: Record<string, string | number>, key: RequestOptions = full) =>
  (await all(query, key)).map(({ name }) => name).sort();

const index = () => service.scheduled("* * * * *", new Date());

/** Runs `check` while the links are new, and again once the job has indexed them. */
async function beforeAndAfterIndexing(check: () => Promise<void>): Promise<void> {
  await check();
  await index();
  const { results } = await service.env.DB.prepare(
    `SELECT id FROM links WHERE id > coalesce((SELECT last_link_id FROM link_search_state), '')`,
  ).all();
  expect(results).toEqual([]);
  await check();
}

describe("a page", () => {
  test("is newest first, shows each link as reading does, and ends without a cursor", async () => {
    const key = await service.issueKey({ organization: "paged", createProjects: ["main"] });
    const made: LinkResource[] = [];
    for (let number = 1; number <= 5; number++) made.unshift(await create({ name: `${number}` }, key));
    for (const { id } of made) await post(service, `/v1/links/${id}/qr-codes`, {}, key);
    const read = await Promise.all(
      made.map(async ({ id }) => expectLink(await get(service, `/v1/links/${id}`, key), 200)),
    );
    await beforeAndAfterIndexing(async () => {
      for (const filter of [{}, { status: "active" }]) {
        expect(await list(filter, key)).toEqual({ data: read });
        expect(await list({ ...filter, limit: 5 }, key)).toEqual({ data: read });
        const first = await list({ ...filter, limit: 2 }, key);
        expect(first).toEqual({ data: read.slice(0, 2), nextCursor: expect.any(String) });
        const second = await list({ ...filter, limit: 2, cursor: first.nextCursor ?? "" }, key);
        expect(second.data).toEqual(read.slice(2, 4));
        // Another limit is no other filter.
        const third = await list({ ...filter, limit: 100, cursor: second.nextCursor ?? "" }, key);
        expect(third).toEqual({ data: read.slice(4) });
      }
    });
  });

  test("holds 25 links unless told otherwise, and 100 at most", async () => {
    const key = await service.issueKey({ organization: "many", createProjects: ["main"] });
    const made = await Promise.all(Array.from({ length: 103 }, () => create({}, key)));
    expect((await list({}, key)).data).toHaveLength(25);
    expect((await list({ limit: 100, q: "spring" }, key)).data).toHaveLength(100);
    const listed = await all({ limit: 7 }, key);
    expect(listed.map(({ id }) => id)).toEqual(
      made
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  test("stays where it is while links are added: none is shown twice, none is left out", async () => {
    const key = await service.issueKey({ organization: "growing", createProjects: ["main"] });
    const made: string[] = [];
    for (let number = 0; number < 6; number++) made.unshift((await create({}, key)).id);
    for (const filter of [{}, { q: "spring" }, { retailer: "custom" }]) {
      const shown: string[] = [];
      let cursor: string | undefined;
      do {
        const next = await list({ ...filter, limit: 2, ...(cursor !== undefined && { cursor }) }, key);
        shown.push(...next.data.map(({ id }) => id));
        cursor = next.nextCursor;
        if (cursor !== undefined) made.unshift((await create({}, key)).id);
        await index();
      } while (cursor !== undefined);
      const until = made.indexOf(shown[0] ?? "");
      expect(shown).toEqual(made.slice(until));
    }
  });

  test("ends before links that hold more than memory does", async () => {
    const key = await service.issueKey({ organization: "large", createProjects: ["main"] });
    const upcs = Array.from({ length: 30_000 }, (_, upc) => `${"😀".repeat(10)}${upc}`);
    const shoppingList = { title: "Long", lineItems: [{ name: "item", upcs }] };
    const options = { delivery_app: { shoppingList } };
    const made: string[] = [];
    for (let number = 0; number < 8; number++) {
      made.unshift((await create({ options }, key, "delivery_app shopping_list")).id);
    }
    await beforeAndAfterIndexing(async () => {
      for (const filter of [{}, { q: "spring" }]) {
        const first = await list({ ...filter, limit: 100 }, key);
        expect(first.data.length).toBeLessThan(8);
        expect((await all({ ...filter, limit: 100 }, key)).map(({ id }) => id)).toEqual(made);
      }
    });
  });
});

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
  test("each alone and together", async () => {
    await beforeAndAfterIndexing(async () => {
      for (const [query, expected] of CASES) {
        expect([query, (await names(query, key)).join("")]).toEqual([query, expected]);
      }
    });
  });

  test("what a PATCH changes is seen at once, and once it is indexed", async () => {
    const { id } = await create({ name: "switched" }, key);
    await index();
    for (const [patch, query, gone] of [
      [{ status: "inactive" }, { q: "switched", status: "inactive" }, { q: "switched", status: "active" }],
      [{ name: "renamed" }, { q: "renamed" }, { q: "switched" }],
      [{ customUrl: "https://example.org/autumn" }, { q: "ORG/autumn" }, { q: "renamed", tag: "autumn" }],
      [{ tracking: { tags: ["autumn"] } }, { tag: "autumn" }, { q: "autumn", tag: "summer" }],
      [{ tracking: null }, { q: "autumn" }, { tag: "autumn" }],
    ] as const) {
      expect((await send(service, "PATCH", `/v1/links/${id}`, patch, key)).status).toBe(200);
      await beforeAndAfterIndexing(async () => {
        expect((await all(query, key)).map((link) => link.id)).toEqual([id]);
        expect(await all(gone, key)).toEqual([]);
      });
    }
  });

  test("times: from inclusive, to exclusive, a date to its end", async () => {
    const times = await service.issueKey({ organization: "times", createProjects: ["main"] });
    const { id, createdAt } = await create({ name: "now" }, times);
    const at = Date.parse(createdAt);
    const iso = (offset: number) => new Date(at + offset).toISOString();
    const today = createdAt.slice(0, 10);
    const found = async (query: Record<string, string>) => (await all(query, times)).map((link) => link.id);
    await beforeAndAfterIndexing(async () => {
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
});

describe("the search text", () => {
  let key: IssuedKey;
  beforeAll(async () => {
    key = await service.issueKey({ organization: "texts", createProjects: ["main"] });
  });

  test("is found in name, public name, short id, link id, customUrl and product ids", async () => {
    const products = Array.from({ length: 100 }, (_, number) => ({
      retailerProductId: `SKU-${number}-x`,
      backupProductIds: [`spare-${number}`],
    }));
    const link = await create({ name: "Mixed CASE name", publicName: "Öffentlich", products }, key);
    const { id, shortId } = link;
    const found = async (q: string) => (await all({ q }, key)).map((each) => each.id);
    await beforeAndAfterIndexing(async () => {
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
      ]) {
        expect([q, await found(q)]).toEqual([q, [id]]);
      }
      // Backups are left out, nothing is found across two fields, and of the rest nothing is looked through.
      for (const q of ["spare-1", "name\u00d6ff", "nameöff", "main-", "custom_url", "active"]) {
        expect([q, await found(q)]).toEqual([q, []]);
      }
    });
  });

  test("is taken literally, whatever it is made of", async () => {
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
    await beforeAndAfterIndexing(async () => {
      for (const name of odd) expect(await names({ q: name }, key)).toEqual([name]);
      expect(await names({ q: '"OR" NOT' }, key)).toEqual(['say "OR" NOT x*']);
      for (const q of ["%%%", "___", "***", "...", 'a" OR "b', "' OR 1=1 --", "?1 ?2", "\\\\\\", '","']) {
        expect([q, await names({ q }, key)]).toEqual([q, []]);
      }
    });
  });

  test("of 120 characters at most, of 3 at least", async () => {
    const name = "ß😀é".repeat(40);
    await create({ name }, key);
    await beforeAndAfterIndexing(async () => {
      expect(await names({ q: name }, key)).toEqual([name]);
      expect(await names({ q: "😀éß" }, key)).toEqual([name]);
    });
  });
});

describe("bad input: 400 names what is wrong, and there is no 5xx", () => {
  const CASES: [string, string][] = [
    ["q=", "q"],
    ["q=ab", "q"],
    [`q=${"x".repeat(121)}`, "q"],
    ["q=%F0%9F%98%80%F0%9F%98%80", "q"],
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

  test("every problem at once", async () => {
    const answer = await get(service, "/v1/links?q=a&limit=0&status=x&page=1", full);
    const { details } = expectError(answer, 400, "validation_failed");
    expect(details?.map(({ field }) => field).sort()).toEqual(["limit", "page", "q", "status"]);
  });
});

describe("cursors", () => {
  const refused = async (query: Record<string, string>, key: RequestOptions) => {
    const answer = await get(service, `/v1/links?${new URLSearchParams(query)}`, key);
    const { details } = expectError(answer, 400, "validation_failed");
    expect(details?.map(({ field }) => field)).toEqual(["cursor"]);
  };

  test("a damaged one is refused, wherever it is damaged", async () => {
    const key = await service.issueKey({ organization: "cursors", createProjects: ["main"] });
    for (let number = 0; number < 3; number++) await create({}, key);
    const { nextCursor: cursor = "" } = await list({ limit: 1 }, key);
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === "A" ? "B" : "A";
      await refused({ cursor: cursor.slice(0, at) + other + cursor.slice(at + 1) }, key);
    }
    for (const cut of [cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, ` ${cursor}`]) {
      await refused({ cursor: cut }, key);
    }
    expect((await list({ cursor }, key)).data).toHaveLength(2);
  });

  test("one of other filters or of another organization is refused", async () => {
    const key = await service.issueKey({ organization: "cursors", createProjects: ["main"] });
    const other = await service.issueKey({ organization: "other-cursors", createProjects: ["main"] });
    for (let number = 0; number < 3; number++) await create({}, key);
    const filters: Record<string, string>[] = [
      {},
      { q: "spring" },
      { q: "sprin" },
      { status: "active" },
      { projectId: "main" },
      { createdFrom: "2020-01-01" },
      { createdFrom: "2020-01-02" },
    ];
    for (const filter of filters) {
      const { nextCursor: cursor = "" } = await list({ ...filter, limit: 1 }, key);
      await refused({ ...filter, cursor }, other);
      for (const wrong of filters) if (wrong !== filter) await refused({ ...wrong, cursor }, key);
    }
  });

  test("one goes on for another key of the organization, with that key's access", async () => {
    const organization = "shared-cursors";
    const key = await service.issueKey({ organization, createProjects: ["main", "shop"] });
    const selected = await service.issueKey({ organization, projects: ["shop"] });
    await create({ name: "1", projectId: "shop" }, key);
    await create({ name: "2" }, key);
    await create({ name: "3" }, key);
    const { nextCursor: cursor = "" } = await list({ limit: 1 }, key);
    expect((await list({ cursor }, key)).data.map(({ name }) => name)).toEqual(["2", "1"]);
    expect((await list({ cursor }, selected)).data.map(({ name }) => name)).toEqual(["1"]);
  });
});

describe("access", () => {
  test("a key sees the projects that it reaches, and no other organization's", async () => {
    const organization = "reach";
    const key = await service.issueKey({ organization, createProjects: ["main", "shop", "blog"] });
    for (const projectId of ["main", "shop", "blog"]) await create({ name: projectId, projectId }, key);
    const theirs = await service.issueKey({ organization: "theirs", createProjects: ["main"] });
    const secret = await create({ name: "secret blog" }, theirs);
    const reached: [string[], string[]][] = [
      [[], []],
      [["shop"], ["shop"]],
      [
        ["shop", "blog"],
        ["blog", "shop"],
      ],
    ];
    await beforeAndAfterIndexing(async () => {
      expect(await names({}, key)).toEqual(["blog", "main", "shop"]);
      for (const q of ["blog", "secret", secret.id, secret.shortId]) {
        expect(await names({ q }, key)).toEqual(q === "blog" ? ["blog"] : []);
      }
      for (const [projects, expected] of reached) {
        const selected = await service.issueKey({ organization, projects });
        expect(await names({}, selected)).toEqual(expected);
        expect(await names({ status: "active" }, selected)).toEqual(expected);
        expect(await names({ q: "main" }, selected)).toEqual([]);
      }
    });
  });

  test("naming a project out of reach is a 403, whether it exists or not", async () => {
    const selected = await service.issueKey({ projects: ["main"] });
    await service.issueKey({ organization: "elsewhere", createProjects: ["foreign"] });
    for (const [projectId, key] of [
      ["shop", selected],
      ["ghost", full],
      ["foreign", full],
    ] as const) {
      expectError(await get(service, `/v1/links?projectId=${projectId}`, key), 403, "project_access_denied");
    }
  });

  test("access is judged anew at each page", async () => {
    const organization = "anew";
    const key = await service.issueKey({ organization, createProjects: ["main"] });
    for (let number = 0; number < 3; number++) await create({}, key);
    const { nextCursor: cursor = "" } = await list({ limit: 1 }, key);
    const poor = await service.issueKey({ organization, scopes: ["links:write"] });
    expectError(await get(service, `/v1/links?cursor=${cursor}`, poor), 403, "insufficient_scope");
    const none = await service.issueKey({ organization, projects: [] });
    expect(await list({ cursor }, none)).toEqual({ data: [] });
  });
});

test("with D1 down, the list is a 503", async () => {
  await list({ q: "spring" });
  const answer = await get(service, "/v1/links?q=spring", { ...full, headers: { [DOWN]: "DB" } });
  expectError(answer, 503, "service_unavailable");
  expect(answer.headers.get("Retry-After")).toBe("5");
});
