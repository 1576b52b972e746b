import { beforeEach, describe, expect, test, vi } from "vitest";
import { visitorEntries, visitorOf } from "../../src/features/visits/visitor-hash.ts";
import { makeVisitorKeys } from "../../src/features/visits/visitor-keys.ts";
import { readVisitors } from "../../src/features/visits/visitor-sketch.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { DB: db, LINKS } = service.env;

const [TODAY, TOMORROW] = ["2027-03-05", "2027-03-06"];
const NOON = new Date(`${TODAY}T12:00:00.000Z`);

beforeEach(async () => {
  await db.prepare("DELETE FROM visitor_keys").run();
  for (const day of [TODAY, TOMORROW]) await LINKS.delete(`visitors:${day}`);
});

/** KV whose calls `fails` rejects, and when the keys that were put expire. */
function kvThat(fails: (name: string) => boolean = () => false) {
  const puts: [name: string, expires: string][] = [];
  const visitorKeys = new Proxy(LINKS, {
    get: (target, name) => {
      if (fails(String(name))) return () => Promise.reject(new Error("KV is down"));
      if (name !== "put") return Reflect.get(target, name);
      const put = async (key: string, value: string, { expiration }: { expiration: number }) => {
        puts.push([key, new Date(expiration * 1_000).toISOString()]);
        await LINKS.put(key, value, { expiration });
      };
      return put;
    },
  });
  return { puts, places: { visitorKeys, db } };
}

/** An isolate that knows no key. */
async function newIsolate() {
  vi.resetModules();
  const { visitorKey } = await import("../../src/features/visits/visitor-keys.ts");
  return visitorKey;
}

const LINK = { linkId: "lnk_1", project: { organizationId: "acme", projectId: "main" } };
const SOMEBODY = visitorOf("203.0.113.7", "Mozilla/5.0 (iPhone)");
/** What an isolate with the key says of a visitor; null without a key. */
const entriesWith = async (key: CryptoKey | null) => key && visitorEntries(key, LINK, [SOMEBODY]);

describe("the key of a day", () => {
  test("is made the day before, once, and is gone an hour after the day", async () => {
    const { puts, places } = kvThat();
    await makeVisitorKeys({ ...places, due: NOON });
    await makeVisitorKeys({ ...places, due: NOON });
    expect(puts).toEqual([
      [`visitors:${TODAY}`, `${TOMORROW}T01:00:00.000Z`],
      [`visitors:${TOMORROW}`, "2027-03-07T01:00:00.000Z"],
    ]);
    await makeVisitorKeys({ ...places, due: new Date(`${TOMORROW}T00:00:00.000Z`) });
    expect(puts.slice(2)).toEqual([["visitors:2027-03-07", "2027-03-08T01:00:00.000Z"]]);
    const { results } = await db.prepare("SELECT day FROM visitor_keys ORDER BY day").all();
    expect(results).toEqual([{ day: TOMORROW }, { day: "2027-03-07" }]);
  });

  test("is the same for all isolates, however many make it at the same time", async () => {
    const { puts, places } = kvThat();
    const jobs = [1, 2, 3].map(() => makeVisitorKeys({ ...places, due: NOON }));
    const isolates = await Promise.all([1, 2, 3].map(newIsolate));
    const visits = isolates.flatMap((find) => [1, 2].map(() => find(TODAY, places, NOON.getTime())));
    const keys = await Promise.all(visits);
    await Promise.all(jobs);
    expect(puts.filter(([name]) => name.endsWith(TODAY))).toHaveLength(1);
    const entries = await Promise.all(keys.map(entriesWith));
    expect([new Set(entries).size, entries[0]?.length]).toEqual([1, 8]);
  });

  test("is waited for by a visit, three times, and then looked for again after half a minute", async () => {
    const { places } = kvThat();
    await makeVisitorKeys({ ...places, due: NOON });
    await LINKS.delete(`visitors:${TODAY}`);
    const find = await newIsolate();
    const waits: number[] = [];
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    expect(await find(TODAY, places, NOON.getTime(), wait)).toBeNull();
    expect(await find(TODAY, places, NOON.getTime() + 29_999, wait)).toBeNull();
    expect(waits).toEqual([500, 500]);
    await LINKS.put(`visitors:${TODAY}`, "a key");
    expect(await find(TODAY, places, NOON.getTime() + 30_000, wait)).not.toBeNull();
  });

  test("is made by the first visit of a deployment, if no job did before", async () => {
    const { puts, places } = kvThat();
    const find = await newIsolate();
    expect(await find(TODAY, places, NOON.getTime())).not.toBeNull();
    expect(puts).toHaveLength(1);
    // But not for the visits of yesterday that are sent after midnight: isolates that had its key have counted with another.
    expect(await find("2027-03-04", places, NOON.getTime(), async () => {})).toBeNull();
  });

  test("is made by the next run if the run that began it failed", async () => {
    const failing = kvThat((name) => name === "put");
    await expect(makeVisitorKeys({ ...failing.places, due: NOON })).rejects.toThrow("KV is down");
    const { puts, places } = kvThat();
    const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000);
    await makeVisitorKeys({ ...places, due: later(59) });
    expect(puts.map(([name]) => name)).toEqual([`visitors:${TOMORROW}`]);
    await makeVisitorKeys({ ...places, due: later(61) });
    expect(puts.map(([name]) => name)).toEqual([`visitors:${TOMORROW}`, `visitors:${TODAY}`]);
  });

  test("is read once by an isolate, and looked for again after half a minute while KV is down", async () => {
    let reads = 0;
    let isDown = true;
    const { places } = kvThat((name) => {
      if (name === "get") reads++;
      return name === "get" && isDown;
    });
    const find = await newIsolate();
    await expect(find(TODAY, places, NOON.getTime())).rejects.toThrow("KV is down");
    expect(await find(TODAY, places, NOON.getTime() + 29_999)).toBeNull();
    isDown = false;
    expect(await find(TODAY, places, NOON.getTime() + 30_000)).not.toBeNull();
    expect(await find(TODAY, places, NOON.getTime() + 30_001)).not.toBeNull();
    expect(reads).toBe(2);
  });

  test("can't be read out of an isolate's memory", async () => {
    const { places } = kvThat();
    const key = await (await newIsolate())(TODAY, places, NOON.getTime());
    expect([key?.extractable, key?.usages]).toEqual([false, ["sign"]]);
  });
});

describe("what a message says of a visitor", () => {
  const keyOf = (day: string) =>
    crypto.subtle.importKey("raw", new TextEncoder().encode(day), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
    ]);
  const entries = async (visitor: string, day = TODAY, link = LINK) => {
    const [only] = readVisitors(await visitorEntries(await keyOf(day), link, [visitor]));
    return only;
  };

  test("is another for another link, but the same for its project", async () => {
    const [one, other] = [
      await entries(SOMEBODY),
      await entries(SOMEBODY, TODAY, { ...LINK, linkId: "lnk_2" }),
    ];
    expect(one?.ofLink).not.toBe(other?.ofLink);
    expect(one?.ofProject).toBe(other?.ofProject);
    expect(one?.ofProject).not.toBe(one?.ofLink);
  });

  test.each([
    ["on another day", SOMEBODY, TOMORROW],
    ["with another address", visitorOf("203.0.113.8", "Mozilla/5.0 (iPhone)"), TODAY],
    ["with another user agent", visitorOf("203.0.113.7", "Mozilla/5.0 (Android)"), TODAY],
  ])("is another %s", async (_, visitor, day) => {
    expect(await entries(visitor, day)).not.toEqual(await entries(SOMEBODY));
  });

  test("is the same for all addresses of a client's IPv6 network", async () => {
    const [home, later, neighbor] = ["2001:db8:1:2:3::4", "2001:db8:1:2::ffff", "2001:db8:1:3::4"].map(
      (address) => visitorOf(address, "Mozilla/5.0 (iPhone)"),
    );
    expect(await entries(home ?? "")).toEqual(await entries(later ?? ""));
    expect(await entries(home ?? "")).not.toEqual(await entries(neighbor ?? ""));
  });
});
