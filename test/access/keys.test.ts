import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../src/access/actor.ts";
import { isUsable } from "../../src/access/api-key.ts";
import { apiKeyStore } from "../../src/access/api-key-store.ts";
import { issueFirstKey, issueKey as issueKeyVerb, type KeyRequest } from "../../src/access/issue-key.ts";
import { listKeys } from "../../src/access/list-keys.ts";
import { projectStore } from "../../src/access/project-store.ts";
import { revokeKey } from "../../src/access/revoke-key.ts";
import { type Grace, rotateKey as rotateKeyVerb } from "../../src/access/rotate-key.ts";
import { SCOPES } from "../../src/core/vocabulary.ts";
import { madeBy } from "../../src/idempotency/claim.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { get } from "../requests.ts";
import { type Service, startService } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const HOUR = 3_600_000;
const NOW = new Date("2026-11-21T12:00:00.000Z");
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

const job: Actor = { type: "job", id: "test" };
const member = (role: "owner" | "editor" | "viewer", organizationId = "acme"): Actor => ({
  type: "member",
  id: "member",
  organizationId,
  role,
});
const program: Actor = {
  type: "api_key",
  id: "key_1",
  organizationId: "acme",
  scopes: SCOPES,
  projects: "all",
};

function deps(now = NOW, fault?: Fault) {
  const db = fault ? faulty(service.env.DB, fault) : service.env.DB;
  return { apiKeys: apiKeyStore(db, () => {}), projects: projectStore(db), now: () => now };
}
type Deps = ReturnType<typeof deps>;
/** The verbs without an idempotency key. */
const issueKey = async (actor: Actor, request: KeyRequest, dependencies: Deps) =>
  madeBy(await issueKeyVerb(actor, { request, idempotency: null }, dependencies));
const rotateKey = async (actor: Actor, input: { id: string; grace: Grace }, dependencies: Deps) =>
  madeBy(await rotateKeyVerb(actor, { ...input, idempotency: null }, dependencies));
const request = (changes: Partial<KeyRequest> = {}): KeyRequest => ({
  organization: "acme",
  projects: "all",
  createProjects: [],
  scopes: ["links:read"],
  name: "key",
  expiresAt: null,
  ...changes,
});
const issue = (changes: Partial<KeyRequest> = {}, now = NOW) => issueKey(job, request(changes), deps(now));
const code = (expected: string) => expect.objectContaining({ code: expected });
const rows = async (sql: string) => (await service.env.DB.prepare(sql).all()).results;

describe("who manages keys", () => {
  beforeAll(async () => {
    await issue();
    await issue({ organization: "globex" });
  });

  const refused: [string, Actor][] = [
    ["an editor", member("editor")],
    ["a viewer", member("viewer")],
    ["an API key with every scope", program],
  ];
  test.each(refused)("not %s", async (_, actor) => {
    const { id } = await issue();
    const attempts = [
      issueKey(actor, request(), deps()),
      issueFirstKey(actor, request(), deps()),
      listKeys(actor, { organization: null, limit: 10 }, deps()),
      rotateKey(actor, { id, grace: "0" }, deps()),
      revokeKey(actor, { id }, deps()),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toEqual(code("insufficient_scope"));
    expect(await deps().apiKeys.find(id)).toMatchObject({ expiresAt: null, revokedAt: null });
  });

  test("an owner, in the own organization", async () => {
    const owner = member("owner");
    await issue({ createProjects: ["by-owner"] });
    const issued = await issueKey(owner, request({ projects: ["by-owner"] }), deps());
    expect(issued).toMatchObject({ organizationId: "acme", projects: ["by-owner"] });
    const { keys } = await listKeys(owner, { organization: null, limit: 100 }, deps());
    expect(keys.map(({ id }) => id)).toContain(issued.id);
    expect(new Set(keys.map(({ organizationId }) => organizationId))).toEqual(new Set(["acme"]));
    const rotated = await rotateKey(owner, { id: issued.id, grace: "0" }, deps());
    expect(rotated.issued.projects).toEqual(["by-owner"]);
    const { key } = await revokeKey(owner, { id: rotated.issued.id }, deps());
    expect(key.revokedAt).toBe(NOW.toISOString());
  });

  test("an owner meets another organization's keys as keys that do not exist", async () => {
    const owner = member("owner");
    const theirs = await issue({ organization: "globex" });
    for (const id of [theirs.id, "key_unknown"]) {
      const refusal = { code: "not_found", message: "There is no such API key." };
      await expect(rotateKey(owner, { id, grace: "0" }, deps())).rejects.toMatchObject(refusal);
      await expect(revokeKey(owner, { id }, deps())).rejects.toMatchObject(refusal);
    }
    expect(await deps().apiKeys.find(theirs.id)).toMatchObject({ expiresAt: null, revokedAt: null });
  });

  test("an owner issues and lists nothing elsewhere, and makes no organization", async () => {
    const owner = member("owner");
    for (const organization of ["globex", "made-by-owner"]) {
      const refusal = code("insufficient_scope");
      await expect(issueKey(owner, request({ organization }), deps())).rejects.toEqual(refusal);
      await expect(listKeys(owner, { organization, limit: 1 }, deps())).rejects.toEqual(refusal);
    }
    expect(await rows("SELECT id FROM organizations WHERE id = 'made-by-owner'")).toEqual([]);
  });
});

describe("issueKey", () => {
  test.each([
    ["one character", "x"],
    ["120 characters beyond the basic plane", "🧺".repeat(120)],
  ])("takes a name of %s, twice", async (_, name) => {
    const [one, two] = [await issue({ name }), await issue({ name })];
    expect([one.name, two.name]).toEqual([name, name]);
    expect(one.id).not.toBe(two.id);
  });

  test.each([["", "x".repeat(121)]])("refuses the names %o and %o", async (...names) => {
    for (const name of names) {
      await expect(issue({ name })).rejects.toMatchObject({
        code: "validation_failed",
        details: [{ field: "name", message: "must have 1 to 120 characters" }],
      });
    }
  });

  test("creates what is missing and leaves what is there", async () => {
    await issue({ organization: "initech", projects: ["b", "a"], createProjects: ["c"] });
    await service.env.DB.prepare("UPDATE projects SET name = 'Shop' WHERE id = 'a'").run();
    await issue({ organization: "initech", projects: ["a", "d"] });
    expect(await rows("SELECT id, name FROM projects WHERE organization_id = 'initech' ORDER BY id")).toEqual(
      [
        { id: "a", name: "Shop" },
        { id: "b", name: "b" },
        { id: "c", name: "c" },
        { id: "d", name: "d" },
      ],
    );
  });

  test("issueFirstKey issues one key, also of several at once", async () => {
    const first = () => issueFirstKey(job, request({ organization: "fresh" }), deps());
    const issued = await Promise.all([first(), first(), first()]);
    expect(issued.filter(Boolean)).toHaveLength(1);
    expect(await first()).toBeNull();
    expect(await rows("SELECT count(*) AS keys FROM api_keys WHERE organization_id = 'fresh'")).toEqual([
      { keys: 1 },
    ]);
  });
});

describe("listKeys", () => {
  test("gives every key once, page by page, newest first", async () => {
    const ids: string[] = [];
    // Two share a millisecond: the id decides.
    for (const minute of [3, 1, 2, 2]) ids.push((await issue({ organization: "paged" }, later(minute))).id);
    const wanted = [ids[0], ...[ids[2], ids[3]].sort().reverse(), ids[1]];
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listKeys(job, { organization: "paged", limit: 2, cursor }, deps());
      seen.push(...page.keys.map(({ id }) => id));
      sizes.push(page.keys.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(wanted);
    expect(sizes).toEqual([2, 2]);
  });

  test.each([0, 101, 1.5])("refuses a page of %d", async (limit) => {
    const query = { organization: null, limit };
    await expect(listKeys(job, query, deps())).rejects.toEqual(code("validation_failed"));
  });
});

describe("rotateKey", () => {
  test.each([
    ["0", 0],
    ["24h", 24 * HOUR],
    ["7d", 7 * 24 * HOUR],
  ] as const)(
    "with a grace of %s, both keys work for %d ms, then only the new one",
    async (grace, length) => {
      const old = await issue({ name: "site", projects: ["web"], expiresAt: "2027-06-01T00:00:00.000Z" });
      const { issued, oldExpiresAt } = await rotateKey(job, { id: old.id, grace }, deps());
      expect(oldExpiresAt).toBe(later(length).toISOString());
      expect(issued).toMatchObject({
        name: "site",
        projects: ["web"],
        scopes: old.scopes,
        expiresAt: "2027-06-01T00:00:00.000Z",
      });
      expect([issued.id, issued.key]).not.toEqual([old.id, old.key]);
      const { apiKeys } = deps();
      const usable = async (now: Date) =>
        Promise.all([old, issued].map(async ({ id }) => isUsable((await apiKeys.find(id)) ?? old, now)));
      if (length > 0) expect(await usable(later(length - 1))).toEqual([true, true]);
      expect(await usable(later(length))).toEqual([false, true]);
    },
  );

  test("holds on every request: the old key during its grace, and not after", async () => {
    const status = async (key: string) => (await get(service, "/v1/retailers?limit=1", { key })).status;
    const long = await service.issueKey();
    const inGrace = await rotateKey(job, { id: long.id, grace: "24h" }, deps(new Date(Date.now() - HOUR)));
    expect([await status(long.key), await status(inGrace.issued.key)]).toEqual([200, 200]);
    const short = await service.issueKey();
    const ago = new Date(Date.now() - 25 * HOUR);
    const over = await rotateKey(job, { id: short.id, grace: "24h" }, deps(ago));
    expect([await status(short.key), await status(over.issued.key)]).toEqual([401, 200]);
  });

  test("leaves an end that comes before the end of the grace", async () => {
    const soon = later(HOUR).toISOString();
    const { id } = await issue({ expiresAt: soon });
    const { issued, oldExpiresAt } = await rotateKey(job, { id, grace: "7d" }, deps());
    expect([oldExpiresAt, issued.expiresAt]).toEqual([soon, soon]);
    expect(await deps().apiKeys.find(id)).toMatchObject({ expiresAt: soon });
  });

  test("refuses a key that is revoked or has ended", async () => {
    const revoked = await issue();
    await revokeKey(job, revoked, deps());
    const ended = await issue({ expiresAt: NOW.toISOString() });
    for (const { id } of [revoked, ended]) {
      await expect(rotateKey(job, { id, grace: "7d" }, deps())).rejects.toEqual(code("key_inactive"));
    }
  });

  test("of two at once, one makes a key", async () => {
    const { id } = await issue({ organization: "race" });
    const rotate = () => rotateKey(job, { id, grace: "24h" }, deps());
    const outcomes = await Promise.allSettled([rotate(), rotate()]);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refusals).toEqual([code("key_inactive")]);
    expect(await rows("SELECT count(*) AS keys FROM api_keys WHERE organization_id = 'race'")).toEqual([
      { keys: 2 },
    ]);
  });
});

test("revokeKey keeps the time of the first revocation", async () => {
  const { id } = await issue();
  expect(await revokeKey(job, { id }, deps())).toMatchObject({ already: false });
  const again = await revokeKey(job, { id }, deps(later(HOUR)));
  expect(again).toMatchObject({ already: true, key: { revokedAt: NOW.toISOString() } });
});

describe.each<Fault>(["loses first answer", "commits late"])("a database that %s", (fault) => {
  test("loses no key and makes none twice", async () => {
    const organization = `faulty ${fault}`;
    const first = await issueFirstKey(job, request({ organization }), deps(NOW, fault));
    expect(first).toMatchObject({ name: "key" });
    const second = await issueKey(job, request({ organization, projects: ["p"] }), deps(NOW, fault));
    const rotated = await rotateKey(job, { id: second.id, grace: "24h" }, deps(NOW, fault));
    expect(rotated.issued).toMatchObject({ projects: ["p"] });
    const revoked = await revokeKey(job, { id: second.id }, deps(NOW, fault));
    expect(revoked).toMatchObject({ already: false, key: { expiresAt: later(24 * HOUR).toISOString() } });
    const { keys } = await listKeys(job, { organization, limit: 10 }, deps());
    expect(keys.map(({ id }) => id).sort()).toEqual([first?.id, second.id, rotated.issued.id].sort());
  });
});

describe("activity", () => {
  const noted = (organization: string) =>
    rows(
      `SELECT actor_type, actor_id, object_type, object_id, changes FROM activity
       WHERE organization_id = '${organization}' ORDER BY object_type, object_id, changes`,
    );

  test("every change of a key is noted once, with the projects that it made, also where an answer was lost", async () => {
    const lossy = () => deps(NOW, "loses first answer");
    const key = await issueKey(
      job,
      request({ organization: "noted", createProjects: ["web"], expiresAt: "2099-01-01T00:00:00.000Z" }),
      lossy(),
    );
    const { issued } = await rotateKey(job, { id: key.id, grace: "0" }, lossy());
    await revokeKey(job, { id: issued.id }, lossy());
    await revokeKey(job, { id: issued.id }, deps());
    const entries = (await noted("noted")).map(({ object_id, object_type, actor_type, changes }) => [
      actor_type,
      object_type,
      object_id,
      JSON.parse(String(changes)),
    ]);
    const at = NOW.toISOString();
    expect(entries).toHaveLength(5);
    expect(entries).toEqual(
      expect.arrayContaining([
        ["job", "project", "web", [{ field: "name", to: "web" }]],
        [
          "job",
          "api_key",
          key.id,
          [
            { field: "name", to: "key" },
            { field: "projects", to: "all" },
            { field: "scopes", to: ["links:read"] },
            { field: "expiresAt", to: "2099-01-01T00:00:00.000Z" },
          ],
        ],
        ["job", "api_key", key.id, [{ field: "expiresAt", from: "2099-01-01T00:00:00.000Z", to: at }]],
        ["job", "api_key", issued.id, [{ field: "rotatedFrom", to: key.id }]],
        ["job", "api_key", issued.id, [{ field: "revokedAt", to: at }]],
      ]),
    );
    expect(JSON.stringify(entries)).not.toContain(key.key);
  });
});
