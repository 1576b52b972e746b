import { describe, expect, test } from "vitest";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { expectError, expectLink } from "../expectations.ts";
import { DOWN, get, post, type RequestOptions } from "../requests.ts";
import { startLinkListService } from "./link-list-service.ts";

/** Beyond the specification: the pages of `GET /v1/links`, and access to them. */

const { service, full, create, list, all, names } = await startLinkListService();

describe("a page", () => {
  test("lists links newest first, as reads return them, and the last page has no cursor", async () => {
    const key = await service.issueKey({ organization: "paged", createProjects: ["main"] });
    const made: LinkResource[] = [];
    for (let number = 1; number <= 5; number++) made.unshift(await create({ name: `${number}` }, key));
    for (const { id } of made) await post(service, `/v1/links/${id}/qr-codes`, {}, key);
    const read = await Promise.all(
      made.map(async ({ id }) => expectLink(await get(service, `/v1/links/${id}`, key), 200)),
    );
    for (const filter of [{}, { status: "active" }]) {
      expect(await list(filter, key)).toEqual({ data: read });
      expect(await list({ ...filter, limit: 5 }, key)).toEqual({ data: read });
      const first = await list({ ...filter, limit: 2 }, key);
      expect(first).toEqual({ data: read.slice(0, 2), nextCursor: expect.any(String) });
      const second = await list({ ...filter, limit: 2, cursor: first.nextCursor ?? "" }, key);
      expect(second.data).toEqual(read.slice(2, 4));
      // The limit is not a filter.
      const third = await list({ ...filter, limit: 100, cursor: second.nextCursor ?? "" }, key);
      expect(third).toEqual({ data: read.slice(4) });
    }
  });

  test("has 25 links by default and at most 100", async () => {
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

  test("is stable while links are added: no link is repeated or missing", async () => {
    const key = await service.issueKey({ organization: "growing", createProjects: ["main"] });
    const made: string[] = [];
    for (let number = 0; number < 6; number++) made.unshift((await create({}, key)).id);
    for (const filter of [{}, { q: "spring" }, { retailer: "custom" }]) {
      const shown: string[] = [];
      const atFirst = [...made];
      let cursor: string | undefined;
      do {
        const next = await list({ ...filter, limit: 2, ...(cursor !== undefined && { cursor }) }, key);
        shown.push(...next.data.map(({ id }) => id));
        cursor = next.nextCursor;
        if (cursor !== undefined) made.unshift((await create({}, key)).id);
      } while (cursor !== undefined);
      expect(shown).toEqual(atFirst);
    }
  });

  test("ends early if links are too large for memory", { tags: "all" }, async () => {
    const key = await service.issueKey({ organization: "large", createProjects: ["main"] });
    const upcs = Array.from({ length: 100 }, (_, upc) => `${"😀".repeat(15)}${upc}`);
    const shoppingList = { title: "Long", lineItems: Array(200).fill({ name: "item", upcs }) };
    const options = { delivery_app: { shoppingList } };
    const made: string[] = [];
    for (let number = 0; number < 8; number++) {
      made.unshift((await create({ options }, key, "delivery_app shopping_list")).id);
    }
    for (const filter of [{}, { q: "spring" }]) {
      const first = await list({ ...filter, limit: 100 }, key);
      expect(first.data.length).toBeLessThan(8);
      expect((await all({ ...filter, limit: 100 }, key)).map(({ id }) => id)).toEqual(made);
    }
  });
});

describe("cursors", () => {
  const refused = async (query: Record<string, string>, key: RequestOptions) => {
    const answer = await get(service, `/v1/links?${new URLSearchParams(query)}`, key);
    const { details } = expectError(answer, 400, "validation_failed");
    expect(details?.map(({ field }) => field)).toEqual(["cursor"]);
  };

  test("are rejected if damaged anywhere", async () => {
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

  test("are rejected with other filters or for another organization", async () => {
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
      expect(cursor).not.toBe("");
      await refused({ ...filter, cursor }, other);
      for (const wrong of filters) if (wrong !== filter) await refused({ ...wrong, cursor }, key);
    }
  });

  test("work for another key of the organization, with that key's access", async () => {
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
  test("a key lists the links of its projects and of no other organization", async () => {
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

  test("filtering by an inaccessible project returns 403, whether it exists or not", async () => {
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

  test("access is checked again for each page", async () => {
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

test("with D1 down, the list returns 503", async () => {
  await list({ q: "spring" });
  const answer = await get(service, "/v1/links?q=spring", { ...full, headers: { [DOWN]: "DB" } });
  expectError(answer, 503, "service_unavailable");
  expect(answer.headers.get("Retry-After")).toBe("5");
});
