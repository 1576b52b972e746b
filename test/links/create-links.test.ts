import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CreateLinksDependencies } from "../../src/features/links/create-links.ts";
import { createLinks } from "../../src/features/links/create-links.ts";
import { type ExtensionStatements, hooksByEdit } from "../../src/features/links/extension.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import type { CreatedLink } from "../../src/features/links/new-link.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { idsOf } from "../../src/ground/platform/json-rows.ts";
import { openDependencies } from "../../src/wiring.ts";
import { linkBody } from "../bodies.ts";
import { type SharedService, useService } from "../use-service.ts";
import { countedD1 } from "./counted-d1.ts";
import { storedLink } from "./links.ts";

const ORIGINS = { shortLink: "https://go.example.com", api: "https://api.example.com", problem: null };
const EDITOR = {
  type: "member",
  id: "mem_1",
  organizationId: "acme",
  role: "editor",
  projects: "all",
} as const;
const VIEWER = { ...EDITOR, role: "viewer" } as const;

let service: SharedService;
beforeAll(async () => {
  service = await useService({}, "acme");
  await service.issueKey();
});
const { waitUntil, settled } = gatherWork();
afterAll(async () => {
  await settled();
});

const dependencies = (changes: Partial<CreateLinksDependencies> = {}): CreateLinksDependencies => ({
  ...openDependencies(service.env, waitUntil),
  origins: ORIGINS,
  log: () => {},
  ...changes,
});

let used = 0;
async function request(count: number) {
  const name = `Rows ${++used}`;
  const identity = await idempotencyRequest("acme", "POST", "/rows", `key-${used}-of-the-file`, { name });
  const receipt = ({ link }: CreatedLink) => `receipt of ${link.id}`;
  const rows = Array.from({ length: count }, (_, row) =>
    linkBody("custom custom_url", { name: `${name} ${row}` }),
  );
  return { name, rows, idempotency: { ...identity, receipt } };
}
const stored = async (name: string): Promise<string[]> =>
  (
    await service.env.DB.prepare("SELECT name FROM links WHERE name LIKE ?1 || ' %' ORDER BY id")
      .bind(name)
      .all<{ name: string }>()
  ).results.map((row) => row.name);
const kinds = (results: { kind: string }[]) => results.map(({ kind }) => kind);

test("a member may create links; a viewer may not", async () => {
  const { name, rows } = await request(2);
  await expect(createLinks(VIEWER, { rows, idempotency: null }, dependencies())).rejects.toMatchObject({
    code: "insufficient_scope",
  });
  expect(kinds(await createLinks(EDITOR, { rows, idempotency: null }, dependencies()))).toEqual([
    "made",
    "made",
  ]);
  expect(await stored(name)).toEqual([`${name} 0`, `${name} 1`]);
});

test("docs/costs.md: a link writes 15 rows with an Idempotency-Key, alone and in bulk, and the count one", async () => {
  const { db, taken } = countedD1(service.env.DB);
  const counted = () => ({
    ...dependencies({ links: linkStore(db) }),
    db,
  });
  for (const count of [1, 10]) {
    const { rows, idempotency } = await request(count);
    expect(kinds(await createLinks(EDITOR, { rows, idempotency }, counted()))).toEqual(
      rows.map(() => "made"),
    );
    expect(taken().written).toBe(15 * count + 1);
  }
});

describe("a short id that is taken", () => {
  /** The real store; in its first `collisions` writes, the second link is given a short id that another link has. */
  async function colliding(collisions: number) {
    const { shortId } = await storedLink(service.env.DB);
    const store = linkStore(service.env.DB);
    let sent = 0;
    const create: typeof store.create = (write) => {
      const last = write.writes.length - 1;
      const writes = write.writes.map((each, place) =>
        place === Math.min(1, last) ? { ...each, link: { ...each.link, shortId } } : each,
      );
      return store.create(sent++ < collisions ? { ...write, writes } : write);
    };
    return { ...store, create };
  }

  test("is not reused: only that row gets another id", async () => {
    const { name, rows, idempotency } = await request(4);
    const results = await createLinks(
      EDITOR,
      { rows, idempotency },
      dependencies({ links: await colliding(4) }),
    );
    expect(kinds(results)).toEqual(["made", "made", "made", "made"]);
    expect((await stored(name)).toSorted()).toEqual([0, 1, 2, 3].map((row) => `${name} ${row}`));
  });

  test("five times in a row is our bug for that row only, and does not use up the key", async () => {
    const { name, rows, idempotency } = await request(3);
    const input = { rows, idempotency };
    const first = await createLinks(EDITOR, input, dependencies({ links: await colliding(5) }));
    expect(kinds(first)).toEqual(["made", "rejected", "made"]);
    const second = await createLinks(EDITOR, input, dependencies());
    expect(kinds(second)).toEqual(["replayed", "made", "replayed"]);
    expect(await stored(name)).toHaveLength(3);
  });

  test("of two rows with the same short id, one gets another", async () => {
    const { name, rows } = await request(3);
    const store = linkStore(service.env.DB);
    let sent = 0;
    const create: typeof store.create = (write) => {
      const shortId = write.writes[0]?.link.shortId ?? "";
      const writes = write.writes.map((each) => ({ ...each, link: { ...each.link, shortId } }));
      return store.create(sent++ === 0 ? { ...write, writes } : write);
    };
    const links = { ...store, create };
    const results = await createLinks(EDITOR, { rows, idempotency: null }, dependencies({ links }));
    expect(kinds(results)).toEqual(["made", "made", "made"]);
    expect(await stored(name)).toHaveLength(3);
  });
});

test("a row that D1 rejects is our bug; all others are created", async () => {
  const { name, rows, idempotency } = await request(21);
  const bad = `${name} 13`;
  const refuse: ExtensionStatements = (links) => [
    service.env.DB.prepare(
      "INSERT INTO delivery_app_routes (link_id, offer_key, routes, refreshed_at) SELECT value, '', 'no JSON', '' FROM json_each(?1)",
    ).bind(idsOf(links)),
  ];
  const extensions: CreateLinksDependencies["extensions"] = [
    {
      name: "test follower",
      hooksFor: (edits) =>
        hooksByEdit(edits, ({ definition }) =>
          definition?.name === bad ? { rows: { key: "refuse", call: refuse } } : null,
        ),
    },
  ];
  const results = await createLinks(EDITOR, { rows, idempotency }, dependencies({ extensions }));
  expect(kinds(results)).toEqual(rows.map((row) => (row.name === bad ? "rejected" : "made")));
  expect(await stored(name)).toHaveLength(20);
  const again = await createLinks(EDITOR, { rows, idempotency }, dependencies());
  expect(kinds(again)).toEqual(rows.map((row) => (row.name === bad ? "made" : "replayed")));
});

test("an extension's rows and work are done in one call for all links", async () => {
  const { rows } = await request(5);
  const calls: [string, number][] = [];
  const hookedLinks: ExtensionStatements = (links) => {
    calls.push(["rows", links.length]);
    return [];
  };
  const work = async (links: readonly unknown[]) => void calls.push(["work", links.length]);
  const extensions: CreateLinksDependencies["extensions"] = [
    {
      name: "test follower",
      hooksFor: (edits) =>
        hooksByEdit(edits, () => ({
          rows: { key: "rows", call: hookedLinks },
          afterCommit: { key: "work", call: work },
        })),
    },
  ];
  await createLinks(EDITOR, { rows: [...rows, {}], idempotency: null }, dependencies({ extensions }));
  expect(calls).toEqual([
    ["rows", 5],
    ["work", 5],
  ]);
});
