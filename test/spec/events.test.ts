import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { feedOf } from "../events/feed.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const key = await service.issueKey({ createProjects: ["main", "other"] });
const limited = await service.issueKey({ projects: ["main"] });
const stranger = await service.issueKey({ organization: "strangers", createProjects: ["main"] });

const create = async (projectId = "main", by: IssuedKey = key) =>
  expectLink(await post(service, "/v1/links", linkBody("custom custom_url", { projectId }), by));
const page = (query: Record<string, string> = {}, by: IssuedKey = key) =>
  get(service, `/v1/events?${new URLSearchParams(query)}`, by);
const ids = (events: Json[]): string[] => events.map(({ related }) => related.id);

describe("events", () => {
  test("say what they are about: ids, revision and the names of what was changed, but no values", async () => {
    const feed = feedOf(service, key);
    const link = await create();
    const patch = { name: "Secret plans", metadata: { owner: "ann@acme.example" }, status: "inactive" };
    await send(service, "PATCH", `/v1/links/${link.id}`, patch, key);
    const [made, changed] = await feed.next();
    const url = `${service.url.origin}/v1/links/${link.id}`;
    const ofLink = { linkId: link.id, projectId: "main" };
    expect(made).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      type: "link.created",
      timestamp: link.createdAt,
      related: { type: "link", id: link.id, url },
      data: { ...ofLink, revision: 1 },
    });
    expect(changed).toMatchObject({
      type: "link.status_changed",
      data: { ...ofLink, revision: 2, status: "inactive", changed: ["name", "status", "metadata"] },
    });
    expect(JSON.stringify(changed)).not.toMatch(/Secret plans|@/);
    expect((await get(service, `/v1/events/${made.id}`, key)).json).toEqual({ data: made });
  });

  test("come in the order of their commits, each once, however many are made at once", async () => {
    const feed = feedOf(service, key);
    await feed.next();
    const made: string[] = [];
    const writers = Array.from({ length: 4 }, async () => {
      for (let n = 0; n < 10; n++) made.push((await create()).id);
    });
    const seen: Json[] = [];
    const reader = (async () => {
      while (seen.length < 40) seen.push(...(await feed.next({ limit: "3" })));
    })();
    await Promise.all([...writers, reader]);
    expect(ids(seen).sort()).toEqual(made.sort());
    expect(await feed.next()).toEqual([]);
  });

  test("are filtered by type and project, and a page may be empty while there are more", async () => {
    const feed = feedOf(service, key);
    await feed.next();
    const { nextCursor: after } = (await page({}, key)).json;
    const link = await create("other");
    await create("main");
    await send(service, "PATCH", `/v1/links/${link.id}`, { name: "New" }, key);
    const from = (await page({ limit: "100" })).json.nextCursor ?? after;
    expect((await page({ after: from, type: "link.updated" })).json.data).toEqual([]);
    const updated = await feed.next({ projectId: "other", type: "link.updated,qr_code.created" });
    expect(ids(updated)).toEqual([link.id]);
  });

  test("a search for rare events reads a bounded part at a time", async () => {
    const { organization } = service;
    await service.env.DB.prepare(
      `INSERT INTO activity (organization_id, sequence, id, at, actor_type, actor_id, object_type, object_id, changes)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
       SELECT ?1, 100000 + i, 'act_filler' || i, '2026-11-25T00:00:00.000Z', 'job', 'test', 'project', 'main', '[]' FROM n`,
    )
      .bind(organization)
      .run();
    const { id } = await create();
    const first = (await page({ type: "link.ended" })).json;
    expect(first).toMatchObject({ data: [], hasMore: true });
    const feed = feedOf(service, key);
    expect(ids(await feed.next())).toContain(id);
  });
});

describe("who may read events", () => {
  test("a key without the scope may not", async () => {
    const poor = await service.issueKey({ scopes: ["links:read"] });
    for (const path of ["/v1/events", "/v1/events/evt_1"])
      expect(expectError(await get(service, path, poor), 403, "insufficient_scope").message).toContain(
        "events:read",
      );
  });

  test("a key sees its organization and its projects, and no other", async () => {
    const feeds = [key, limited, stranger].map((each) => feedOf(service, each));
    for (const feed of feeds) await feed.next();
    const [main, other, theirs] = [
      await create("main"),
      await create("other"),
      await create("main", stranger),
    ];
    const [all, some, foreign] = await Promise.all(feeds.map((feed) => feed.next()));
    expect(ids(all ?? [])).toEqual([main.id, other.id]);
    expect(ids(some ?? [])).toEqual([main.id]);
    expect(ids(foreign ?? [])).toEqual([theirs.id]);
    const [, event] = all ?? [];
    expectError(await get(service, `/v1/events/${event.id}`, limited), 403, "project_access_denied");
    expectError(await get(service, `/v1/events/${event.id}`, stranger), 404, "not_found");
    expectError(await get(service, "/v1/events/evt_00000000000000000000000000", key), 404, "not_found");
    expectError(await page({ projectId: "other" }, limited), 403, "project_access_denied");
  });
});

test.each([
  ["after", "abc"],
  ["type", "link.deleted"],
  ["limit", "0"],
  ["since", "yesterday"],
])("%s=%s is refused", async (field, value) => {
  const error = expectError(await page({ [field]: value }), 400, "validation_failed");
  expect(error.details?.map((each) => each.field)).toEqual([field]);
});

test("a cursor is valid for no other organization", async () => {
  const { nextCursor: after } = (await page()).json;
  expectError(await page({ after }, stranger), 400, "validation_failed");
});
