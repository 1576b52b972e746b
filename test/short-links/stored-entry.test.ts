import { expect, test } from "vitest";
import { addressStatements } from "../../src/features/addresses/address-statements.ts";
import { redirectEntry } from "../../src/features/links/redirect-entry.ts";
import { redirectStore } from "../../src/features/short-links/kv-copy.ts";
import {
  postponeChange,
  recordChanges,
  recordEveryLink,
  settleChanges,
} from "../../src/features/short-links/link-change-store.ts";
import { readPrimaryEntry, readPublication } from "../../src/features/short-links/stored-entry.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { ALWAYS } from "../../src/ground/platform/guard.ts";
import { CREATED, storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB, LINKS } = service.env;
const HOST = "go.brand.example";

const first = await storedLink(DB, { publicName: "First" });
const second = await storedLink(DB, { publicName: "Second" });
const slug = (host: string, name: string, linkId: string) => ({
  host,
  name,
  linkId,
  createdAt: CREATED.toISOString(),
});
await DB.batch(
  addressStatements(
    DB,
    [slug("", "soups", first.id), slug(HOST, "soups", second.id), slug(HOST, "noodles", first.id)],
    ALWAYS,
  ),
);

test("D1 finds a link by its short id, and by a slug only on its host", async () => {
  const named = async (address: string) => (await readPrimaryEntry(DB, address))?.publicName;
  expect(await named(first.shortId)).toBe("First");
  expect(await named(second.shortId)).toBe("Second");
  expect(await named("/soups")).toBe("First");
  expect(await named(`${HOST}/soups`)).toBe("Second");
  expect(await named(`${HOST}/noodles`)).toBe("First");
  for (const nothing of ["/noodles", "other.example/soups", "abcdefgh", "soups"])
    expect(await named(nothing)).toBeUndefined();
});

test("a publication has all addresses of a link", async () => {
  const published = await readPublication(DB, `${HOST}/noodles`);
  expect(published?.entry).toMatchObject({ linkId: first.id, publicName: "First" });
  expect(published?.addresses.sort()).toEqual(["/soups", first.shortId, `${HOST}/noodles`].sort());
  expect((await readPublication(DB, second.shortId))?.addresses).toEqual([second.shortId, `${HOST}/soups`]);
  expect(await readPublication(DB, "abcdefgh")).toBeNull();
});

/** The place of each recorded change, and its last change, in seconds. */
async function noted() {
  const statement = DB.prepare("SELECT short_id, queued_at, changed_at FROM link_changes");
  const { results } = await statement.all<Record<"short_id" | "queued_at" | "changed_at", string>>();
  const seconds = (time: string) => (Date.parse(time) - CREATED.getTime()) / 1_000;
  return Object.fromEntries(
    results.map(({ short_id, queued_at, changed_at }) => [short_id, [queued_at, changed_at].map(seconds)]),
  );
}
const at = (seconds: number) => new Date(CREATED.getTime() + 1_000 * seconds);

test("changes are recorded once per link, which keeps its place, and a postponed change waits alone", async () => {
  const [one, other] = [first.shortId, second.shortId];
  await recordChanges(DB, [one, other], at(1));
  expect(await noted()).toEqual({ [one]: [1, 1], [other]: [1, 1] });
  await postponeChange(DB, { shortId: one }, at(5));
  expect(await noted()).toEqual({ [one]: [5, 1], [other]: [1, 1] });
  await recordChanges(DB, [other], at(7));
  expect(await noted()).toEqual({ [one]: [5, 1], [other]: [1, 7] });
  expect(await recordEveryLink(DB, at(8))).toBe(2);
  expect(await noted()).toEqual({ [one]: [5, 8], [other]: [1, 8] });
  // It has changed since it was read.
  const read = { organizationId: "acme", shortId: other, changedAt: at(7).toISOString() };
  await settleChanges(DB, [read], at(9));
  expect(await noted()).toEqual({ [one]: [5, 8], [other]: [1, 8] });
});

test("new links are put into KV after the response, and links that KV rejects are recorded", async () => {
  await DB.prepare("DELETE FROM link_changes").run();
  const links = await Promise.all(Array.from({ length: 9 }, () => storedLink(DB)));
  const refused = new Set([links[2]?.shortId, links[7]?.shortId].map((id) => `link:${id}`));
  const kv = new Proxy(LINKS, {
    get: (target, name) =>
      name !== "put"
        ? Reflect.get(target, name)
        : async (key: string, text: string) => {
            if (refused.has(key)) throw new Error("down");
            await target.put(key, text);
          },
  });
  const logged: unknown[] = [];
  const { waitUntil, settled } = gatherWork();
  const store = redirectStore(kv, DB, waitUntil, (...line) => void logged.push(line));
  store.publishNew(
    links.map((link) => [link, redirectEntry(link)] as const),
    at(3),
  );
  await settled();
  const taken = await Promise.all(
    links.map(async ({ shortId }) => (await LINKS.get(`link:${shortId}`)) !== null),
  );
  expect(taken).toEqual(links.map(({ shortId }) => !refused.has(`link:${shortId}`)));
  expect(await noted()).toEqual(
    Object.fromEntries([links[2], links[7]].map((link) => [link?.shortId, [3, 3]])),
  );
  expect(logged).toEqual([["error", "publish", { links: 2, cause: expect.anything() }]]);
});
