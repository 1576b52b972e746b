import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CreateLinkDependencies, createLink } from "../../src/features/links/create-link.ts";
import {
  type ExtensionStatements,
  hooksByEdit,
  type LinkExtension,
  type WriteHooks,
} from "../../src/features/links/extension.ts";
import type { Link } from "../../src/features/links/link.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import type { CreatedLink } from "../../src/features/links/new-link.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { guardSql } from "../../src/ground/platform/guard.ts";
import { idsOf } from "../../src/ground/platform/json-rows.ts";
import { openDependencies } from "../../src/wiring.ts";
import { custom, definition } from "../retailers/definitions.ts";
import { type SharedService, useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

const ORIGINS = { shortLink: "https://go.example.com", api: "https://api.example.com", problem: null };
const EDITOR = {
  type: "member",
  id: "mem_1",
  organizationId: "acme",
  role: "editor",
  projects: "all",
} as const;

let service: SharedService;
beforeAll(async () => {
  service = await useService({}, "acme");
  await service.issueKey();
});
/** What goes on after the answers of all tests. */
const background: Promise<unknown>[] = [];
afterAll(async () => {
  await Promise.all(background);
});

let used = 0;
/** A definition with a name of its own, and what identifies a request for it. */
async function request(customUrl = "https://example.com/welcome") {
  const name = `Request ${++used}`;
  const identity = await idempotencyRequest("acme", "POST", "/v1/links", `key-${used}-of-the-file`, { name });
  const idempotency = { ...identity, receipt: ({ link }: CreatedLink) => `receipt of ${link.shortId}` };
  return { definition: definition({ ...custom(customUrl), name }), idempotency };
}

/** The real dependencies, changed, with the work after the answer and the log gathered. */
function dependencies(changes: Partial<CreateLinkDependencies> = {}) {
  const work: Promise<unknown>[] = [];
  const logged: unknown[][] = [];
  const real = openDependencies(service.env, (promise) => {
    work.push(promise);
    background.push(promise);
  });
  const log: CreateLinkDependencies["log"] = (...line) => void logged.push(line);
  return { work, logged, all: { ...real, origins: ORIGINS, log, ...changes } };
}
const linksNamed = async (name: string) =>
  (
    await service.env.DB.prepare("SELECT id, short_id FROM links WHERE name = ?1")
      .bind(name)
      .all<{ id: string; short_id: string }>()
  ).results;

describe("a short id that is taken", () => {
  /** The real store, whose first `collisions` links are given a short id that another link has. */
  async function colliding(collisions: number) {
    const { shortId } = await storedLink(service.env.DB);
    const store = linkStore(service.env.DB);
    const tried: Link[] = [];
    const create: typeof store.create = (write) => {
      const links = write.writes.map(({ link }) => link);
      tried.push(...links);
      const taken = write.writes.map((each) => ({ ...each, link: { ...each.link, shortId } }));
      return store.create(tried.length > collisions ? write : { ...write, writes: taken });
    };
    return { tried, links: { ...store, create } };
  }

  test("is not reused: the link gets another id, which its receipt contains", async () => {
    const { tried, links } = await colliding(4);
    const input = await request();
    const made = await createLink(EDITOR, input, dependencies({ links }).all);
    const last = tried.at(-1);
    expect(new Set(tried.map(({ shortId }) => shortId)).size).toBe(5);
    expect(made).toMatchObject({ kind: "made", value: { link: last } });
    expect(await linksNamed(input.definition.name)).toEqual([{ id: last?.id, short_id: last?.shortId }]);
    const again = await createLink(EDITOR, input, dependencies().all);
    expect(again).toEqual({ kind: "replayed", receipt: `receipt of ${last?.shortId}` });
  });

  test("five times in a row is our bug, and does not use up the key", async () => {
    const { tried, links } = await colliding(5);
    const input = await request();
    await expect(createLink(EDITOR, input, dependencies({ links }).all)).rejects.toThrow(
      "no free short id in 5 attempts",
    );
    expect(tried).toHaveLength(5);
    expect(await linksNamed(input.definition.name)).toEqual([]);
    expect(await createLink(EDITOR, input, dependencies().all)).toMatchObject({ kind: "made" });
  });
});

test("a URL on a host that later became ours: a repeat is replayed, a new request rejected", async () => {
  const input = await request("https://shop.example.com/");
  const moved = { origins: { ...ORIGINS, api: "https://shop.example.com" } };
  const made = await createLink(EDITOR, input, dependencies().all);
  expect(made).toMatchObject({ kind: "made" });
  expect(await createLink(EDITOR, input, dependencies(moved).all)).toMatchObject({ kind: "replayed" });
  const changed = { ...input, idempotency: { ...input.idempotency, fingerprint: "0".repeat(64) } };
  await expect(createLink(EDITOR, changed, dependencies(moved).all)).rejects.toMatchObject({
    code: "idempotency_conflict",
  });
  for (const other of [await request("https://shop.example.com/"), { ...input, idempotency: null }]) {
    await expect(createLink(EDITOR, other, dependencies(moved).all)).rejects.toMatchObject({
      code: "url_not_allowed",
    });
  }
});

describe("a link extension", () => {
  const follower = (writeHooks: WriteHooks): LinkExtension[] => [
    { name: "test follower", hooksFor: (edits) => hooksByEdit(edits, () => writeHooks) },
  ];

  test("has its rows written with the link, and starts its work after the commit", async () => {
    const seen: unknown[] = [];
    const extensions = follower({
      rows: {
        key: "route",
        call: (links, written) => [
          service.env.DB.prepare(
            `INSERT INTO delivery_app_routes (link_id, offer_key, routes, refreshed_at) SELECT id, '', NULL, 'test' FROM links
             WHERE id IN (SELECT value FROM json_each(?1)) AND ${guardSql(written, 2)}`,
          ).bind(idsOf(links), ...written.values),
        ],
      },
      afterCommit: {
        key: "find",
        call: async (links) => {
          seen.push(...(await linkStore(service.env.DB).findAll(links.map(({ id }) => id))));
        },
      },
    });
    const input = await request();
    const { work, all } = dependencies({ extensions });
    const made = await createLink(EDITOR, input, all);
    await Promise.all(work);
    expect(made).toMatchObject({ kind: "made" });
    expect(seen).toEqual(made.kind === "made" ? [made.value.link] : []);
    const [link] = await linksNamed(input.definition.name);
    const row = await service.env.DB.prepare(
      "SELECT refreshed_at FROM delivery_app_routes WHERE link_id = ?1",
    )
      .bind(link?.id ?? "")
      .first("refreshed_at");
    expect(row).toBe("test");
    // A repeat writes nothing, so no hook is called.
    const again = dependencies({ extensions });
    expect(await createLink(EDITOR, input, again.all)).toMatchObject({ kind: "replayed" });
    await Promise.all(again.work);
    expect(seen).toHaveLength(1);
  });

  test("whose work fails is logged under its name, and the link exists", async () => {
    const cause = new Error("the follower's own");
    const { work, logged, all } = dependencies({
      extensions: follower({ afterCommit: { key: "fail", call: async () => Promise.reject(cause) } }),
    });
    const input = await request();
    const made = await createLink(EDITOR, input, all);
    await Promise.all(work);
    const [link] = await linksNamed(input.definition.name);
    expect(made).toMatchObject({ kind: "made", value: { link: { id: link?.id } } });
    expect(logged).toEqual([["error", "test follower", { linkIds: [link?.id], cause }]]);
  });

  test("whose rows can't be written prevents the link", async () => {
    const call: ExtensionStatements = (links) => [
      service.env.DB.prepare(
        "INSERT INTO delivery_app_routes (link_id, offer_key, routes, refreshed_at) SELECT value, '', 'no JSON', '' FROM json_each(?1)",
      ).bind(idsOf(links)),
    ];
    const input = await request();
    await expect(
      createLink(
        EDITOR,
        input,
        dependencies({ extensions: follower({ rows: { key: "refuse", call } }) }).all,
      ),
    ).rejects.toThrow("CHECK constraint failed");
    expect(await linksNamed(input.definition.name)).toEqual([]);
    expect(await createLink(EDITOR, input, dependencies().all)).toMatchObject({ kind: "made" });
  });
});
