import { beforeEach, expect, test } from "vitest";
import { publishChanges } from "../../src/features/short-links/publish-changes.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB, LINKS } = service.env;
const { redirects } = dependenciesOf(service.env);
const DUE = new Date("2026-11-23T12:00:00.000Z");
const NOW = new Date("2026-11-23T12:00:05.000Z");

/** A link that was changed so many milliseconds before the run is due; returns its short id. */
async function changed(ms: number): Promise<string> {
  const { shortId } = await storedLink(DB);
  await change(shortId, ms);
  return shortId;
}
/** Changes of links that do not exist, which count as published; returns their short ids. */
async function imagined(amount: number, ms: number, organizationId = "acme"): Promise<string[]> {
  const ids = Array.from({ length: amount }, (_, index) => `${organizationId}-${ms}-${index}`);
  await DB.batch(
    ids.map((id, index) =>
      DB.prepare(
        "INSERT INTO link_changes (short_id, organization_id, queued_at, changed_at) VALUES (?1, ?2, ?3, ?3)",
      ).bind(id, organizationId, new Date(DUE.getTime() - ms + index).toISOString()),
    ),
  );
  return ids;
}
/** Records a change of a link. */
const change = (shortId: string, ms: number) =>
  DB.prepare(
    `INSERT INTO link_changes (short_id, organization_id, queued_at, changed_at) VALUES (?1, 'acme', ?2, ?2)
     ON CONFLICT DO UPDATE SET changed_at = ?2`,
  )
    .bind(shortId, new Date(DUE.getTime() - ms).toISOString())
    .run();
/** The place of each recorded change. */
async function noted() {
  const statement = DB.prepare("SELECT short_id, queued_at FROM link_changes");
  const { results } = await statement.all<{ short_id: string; queued_at: string }>();
  return Object.fromEntries(results.map(({ short_id, queued_at }) => [short_id, queued_at]));
}
const copyOf = (shortId: string) => LINKS.get(`link:${shortId}`);

const asked: string[] = [];
let refused: string[] = [];
/** Publishes, except what KV refuses. */
const publishAll: typeof redirects.publishAll = async (shortIds) => {
  asked.push(...shortIds);
  const result = await redirects.publishAll(shortIds.filter((id) => !refused.includes(id)));
  const failures = refused
    .filter((id) => shortIds.includes(id))
    .map((address) => ({ address, cause: serviceUnavailable(new Error("down")) }));
  return { ...result, failures: [...result.failures, ...failures], isDown: failures.length > 5 };
};
const logged: unknown[] = [];
const run = (due = DUE, times: Date[] = []) =>
  publishChanges({
    db: DB,
    redirects: { publishAll },
    due,
    now: () => times.shift() ?? NOW,
    log: (...line) => void logged.push(line),
  });

beforeEach(async () => {
  await DB.prepare("DELETE FROM link_changes").run();
  for (const list of [asked, logged]) list.length = 0;
  refused = [];
});

test("changes older than a minute are published once more, and failures wait behind the others", async () => {
  const [old, settled, recent, failing] = [
    await changed(120_000),
    await changed(60_000),
    await changed(59_999),
    await changed(90_000),
  ];
  refused = [failing];
  await run();
  expect(asked).toEqual([old, failing, settled]);
  expect(
    await Promise.all([old, settled, recent, failing].map(async (id) => (await copyOf(id)) !== null)),
  ).toEqual([true, true, false, false]);
  expect(await noted()).toEqual({
    [recent]: new Date(DUE.getTime() - 59_999).toISOString(),
    [failing]: NOW.toISOString(),
  });
  expect(logged).toEqual([["error", "publish", { shortId: failing, cause: expect.anything() }]]);
  await run();
  expect(asked).toHaveLength(3);
});

test("later changes of a link do not postpone it: it is published in its turn, and once more for them", async () => {
  const busy = await changed(90_000);
  await change(busy, 1_000);
  await run();
  expect(asked).toEqual([busy]);
  expect(await copyOf(busy)).not.toBeNull();
  expect(await noted()).toEqual({ [busy]: new Date(DUE.getTime() - 1_000).toISOString() });
  await run(new Date(DUE.getTime() + 60_000));
  expect(asked).toEqual([busy, busy]);
  expect(await noted()).toEqual({});
});

test("organizations take turns, however many links one of them has changed", async () => {
  const many = await imagined(250, 200_000, "aaa");
  const few = await imagined(3, 61_000, "zzz");
  const [one = ""] = await imagined(1, 61_000, "mmm");
  await run();
  // In the first turn of 100, each organization has a third.
  const first = asked.slice(0, 37);
  expect([...few, one].every((shortId) => first.includes(shortId))).toBe(true);
  expect(first.filter((shortId) => many.includes(shortId))).toEqual(many.slice(0, 33));
  expect(asked).toHaveLength(254);
  expect(new Set(asked).size).toBe(254);
  expect(await noted()).toEqual({});
});

test("of more organizations than fit into a turn, each has a turn before the first has another", async () => {
  for (let index = 0; index < 105; index++)
    await imagined(2, 90_000, `organization-${String(index).padStart(3, "0")}`);
  await run();
  expect(new Set(asked.slice(0, 105)).size).toBe(105);
  const owners = await DB.prepare("SELECT count(*) AS left FROM link_changes").first("left");
  expect([asked.length, owners]).toEqual([210, 0]);
});

test("a run ends before the next one begins, and leaves the rest to it", async () => {
  await imagined(150, 90_000);
  await run(DUE, [NOW, NOW, new Date(NOW.getTime() + 45_000)]);
  expect(asked).toHaveLength(100);
  expect(Object.keys(await noted())).toHaveLength(50);
});

test("a run stops if KV is down, and keeps what it has not tried in its place", async () => {
  const all = await imagined(120, 200_000);
  refused = all.slice(0, 6);
  await expect(run()).rejects.toMatchObject({ code: "service_unavailable" });
  expect(asked).toHaveLength(100);
  expect(Object.keys(await noted())).toHaveLength(26);
});

test("a row that can't be read does not keep others from being published", async () => {
  const [bad, good] = [await changed(90_000), await changed(80_000)];
  const content = await DB.prepare("SELECT content FROM links WHERE short_id = ?1")
    .bind(bad)
    .first("content");
  const set = (text: unknown) =>
    DB.prepare("UPDATE links SET content = ?2 WHERE short_id = ?1").bind(bad, text).run();
  await set('{"gtin":"');
  await run();
  await set(content);
  expect(await copyOf(good)).not.toBeNull();
  expect(await noted()).toEqual({ [bad]: NOW.toISOString() });
});

test("a link that changes while it is published is published with its newest version", async () => {
  const shortId = await changed(90_000);
  let writes = 0;
  const kv = new Proxy(LINKS, {
    get: (target, name) =>
      name !== "put"
        ? Reflect.get(target, name)
        : async (key: string, text: string) => {
            if (writes++ === 0)
              await DB.prepare(
                "UPDATE links SET public_name = 'Newest', version = version + 1 WHERE short_id = ?1",
              )
                .bind(shortId)
                .run();
            await target.put(key, text);
          },
  });
  const store = dependenciesOf({ ...service.env, LINKS: kv }).redirects;
  expect(await store.publishAll([shortId])).toMatchObject({ published: [shortId], failures: [], puts: 2 });
  expect(await copyOf(shortId)).toContain("Newest");
});
