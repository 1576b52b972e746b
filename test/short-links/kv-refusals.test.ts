import { afterEach, expect, test, vi } from "vitest";
import { redirectEntry } from "../../src/features/links/redirect-entry.ts";
import { redirectStore } from "../../src/features/short-links/kv-copy.ts";
import { publishCurrent } from "../../src/features/short-links/publish-links.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB, LINKS } = service.env;
const NOW = new Date("2026-11-23T12:00:00.000Z");

afterEach(() => {
  vi.useRealTimers();
});

/** KV that refuses the writes of which `refuses`, called with how many there were, says so. */
function refusing(refuses: (puts: number) => boolean) {
  let puts = 0;
  const put = async (...[key, text]: [string, string]) => {
    if (refuses(++puts)) throw new Error("down");
    await LINKS.put(key, text);
  };
  const kv = new Proxy(LINKS, {
    get: (target, name) => (name === "put" ? put : Reflect.get(target, name)),
  });
  return { kv, puts: () => puts };
}

function storeWith(kv: KVNamespace) {
  const logged: unknown[] = [];
  const { waitUntil, settled } = gatherWork();
  return { logged, settled, store: redirectStore(kv, DB, waitUntil, (...line) => void logged.push(line)) };
}

const isPublished = async (shortId: string) => (await LINKS.get(`link:${shortId}`)) !== null;
const noted = async () => (await DB.prepare("SELECT short_id FROM link_changes").all()).results;

test("a single new link is put once more if KV rejects it", async () => {
  await DB.prepare("DELETE FROM link_changes").run();
  const link = await storedLink(DB);
  const { kv, puts } = refusing((count) => count === 1);
  const { store, settled, logged } = storeWith(kv);
  store.publishNew([[link, redirectEntry(link)]], NOW);
  await settled();
  expect([puts(), await isPublished(link.shortId), logged, await noted()]).toEqual([2, true, [], []]);
});

test("a change is put three times, more than a second apart, before it counts as unpublished", async () => {
  const { shortId } = await storedLink(DB);
  const first = Promise.withResolvers<void>();
  const { kv, puts } = refusing(() => {
    first.resolve();
    return true;
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const failed = publishCurrent(kv, DB, shortId).catch((error: unknown) => error);
  await first.promise;
  await vi.advanceTimersByTimeAsync(1_099);
  expect(puts()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(puts()).toBe(2);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(puts()).toBe(3);
  expect(await failed).toMatchObject({ code: "service_unavailable" });
});

test("a link that is removed while it is published is not published again", async () => {
  const { id, shortId } = await storedLink(DB);
  const { kv, puts } = refusing(() => false);
  const removing = new Proxy(kv, {
    get: (target, name) =>
      name !== "put"
        ? Reflect.get(target, name)
        : async (key: string, text: string) => {
            await target.put(key, text);
            await DB.prepare("DELETE FROM links WHERE id = ?1").bind(id).run();
          },
  });
  await publishCurrent(removing, DB, shortId);
  expect(puts()).toBe(1);
});
