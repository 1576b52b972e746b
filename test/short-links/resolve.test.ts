import { describe, expect, test } from "vitest";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { redirectMemory } from "../../src/features/short-links/redirect-memory.ts";
import {
  queryShortLink,
  type RedirectSources,
  recallShortLink,
} from "../../src/features/short-links/resolve.ts";
import { DEADLINES, within } from "../../src/ground/platform/deadlines.ts";

/** Features that the local runtime lacks: replicas that lag behind their primary, and a count of calls. */

const entry = (version = 1): RedirectEntry => ({
  linkId: "lnk_1",
  status: "active",
  destination: "https://example.com/",
  version,
  project: { organizationId: "acme", projectId: "main" },
});
const fails = () => Promise.reject(new Error("down"));
const hangs = () => new Promise<never>(() => {});

/** An isolate with these stores; `asked` lists every call in order. */
function isolate(stores: Partial<Pick<RedirectSources, "published" | "nearest" | "primary">>) {
  const asked: string[] = [];
  const all = {
    published: async () => null,
    nearest: async () => ({ entry: null, final: false }),
    primary: async () => null,
    ...stores,
  };
  const noted = <T>(name: string, call: () => T): T => {
    asked.push(name);
    return call();
  };
  const sources: RedirectSources = {
    published: (id) => noted("KV", () => all.published(id)),
    nearest: (id, now) => noted("replica", () => all.nearest(id, now)),
    primary: (id) => noted("primary", () => all.primary(id)),
    repair: () => void asked.push("repair"),
    // Deadlines a hundredth of the real ones, for the calls that hang.
    within: (limit, call) => within(limit / 100, call),
  };
  const memory = redirectMemory();
  return { asked, memory, ask: (now = 0) => queryShortLink("abcdefgh", now, memory, sources) };
}

const link = (version = 1) => ({ kind: "link", entry: entry(version) });

describe("design: the order of queries", () => {
  test("a link in KV needs only KV", async () => {
    const { ask, asked } = isolate({ published: async () => entry() });
    expect(await ask()).toEqual(link());
    expect(asked).toEqual(["KV"]);
  });

  test("an unknown id needs one KV get and one D1 read, if the primary is the nearest instance", async () => {
    const { ask, asked } = isolate({ nearest: async () => ({ entry: null, final: true }) });
    expect(await ask()).toEqual({ kind: "unknown" });
    expect(asked).toEqual(["KV", "replica"]);
  });

  test("an unknown id on a replica needs the primary, whose result is final", async () => {
    const { ask, asked } = isolate({});
    expect(await ask()).toEqual({ kind: "unknown" });
    expect(asked).toEqual(["KV", "replica", "primary"]);
  });

  test("a link that KV lacks comes from the nearest replica, and KV is repaired", async () => {
    const { ask, asked } = isolate({ nearest: async () => ({ entry: entry(), final: false }) });
    expect(await ask()).toEqual(link());
    expect(asked).toEqual(["KV", "replica", "repair"]);
  });

  test("a new link that neither KV nor the replica has comes from the primary, and KV is repaired", async () => {
    const { ask, asked } = isolate({ primary: async () => entry() });
    expect(await ask()).toEqual(link());
    expect(asked).toEqual(["KV", "replica", "primary", "repair"]);
  });

  test("with the primary down, a link on a replica is used, but a missing link is not", async () => {
    const yes = isolate({ primary: fails, nearest: async () => ({ entry: entry(), final: false }) });
    expect(await yes.ask()).toEqual(link());
    const no = isolate({ primary: fails });
    expect(await no.ask()).toMatchObject({ kind: "unavailable" });
  });

  test.each([fails, hangs])(
    "with KV down, the nearest replica is used, and KV is left alone",
    async (published) => {
      const { ask, asked } = isolate({ published, nearest: async () => ({ entry: entry(), final: false }) });
      expect(await ask()).toEqual(link());
      expect(asked).toEqual(["KV", "replica"]);
    },
  );

  test("with KV down, a missing link on a replica needs the primary", async () => {
    const lagging = isolate({ published: fails, primary: async () => entry() });
    expect(await lagging.ask()).toEqual(link());
    expect(lagging.asked).toEqual(["KV", "replica", "primary"]);
    const final = isolate({ published: fails, nearest: async () => ({ entry: null, final: true }) });
    expect(await final.ask()).toEqual({ kind: "unknown" });
    expect(final.asked).toEqual(["KV", "replica"]);
  });
});

describe("design: without any response, memory is used, however old", () => {
  test.each([fails, hangs])("both down", async (down) => {
    const { ask, memory } = isolate({ published: down, nearest: down, primary: down });
    expect(await ask()).toMatchObject({ kind: "unavailable" });
    memory.remember("abcdefgh", entry(), 0);
    expect(await ask(1e12)).toEqual(link());
  });

  test("an id that was unknown is not called unknown from old memory", async () => {
    const { ask, memory } = isolate({ published: fails, nearest: fails, primary: fails });
    memory.rememberUnknown("abcdefgh", 0);
    expect(recallShortLink("abcdefgh", 4_999, memory)).toEqual({ kind: "unknown" });
    expect(recallShortLink("abcdefgh", 5_000, memory)).toBeUndefined();
    expect(await ask(5_000)).toMatchObject({ kind: "unavailable" });
  });
});

describe("design: the deadlines of the stores", () => {
  /** Queries with KV slower than its deadline; `limits` lists the deadlines of all other calls. */
  function late(stores: Pick<RedirectSources, "published" | "nearest">) {
    const limits: number[] = [];
    const sources: RedirectSources = {
      ...stores,
      primary: fails,
      repair: () => {},
      within(limit, call) {
        if (limit === DEADLINES.redirectKv) return Promise.reject(new Error("late"));
        limits.push(limit);
        return call;
      },
    };
    const memory = redirectMemory();
    return { limits, memory, ask: () => queryShortLink("abcdefgh", 0, memory, sources) };
  }

  test("are shorter if memory has the link", async () => {
    const unseen = late({ published: hangs, nearest: async () => ({ entry: entry(), final: true }) });
    expect(await unseen.ask()).toEqual(link());
    expect(new Set(unseen.limits)).toEqual(new Set([DEADLINES.redirect]));
    const seen = late({ published: hangs, nearest: async () => ({ entry: entry(), final: true }) });
    seen.memory.remember("abcdefgh", entry(), -100_000);
    expect(await seen.ask()).toEqual(link());
    expect(new Set(seen.limits)).toEqual(new Set([DEADLINES.redirectWithMemory]));
  });

  test("a late KV without a copy does not count: D1, later still, does", async () => {
    const kv = Promise.withResolvers<null>();
    const { ask } = late({
      published: () => kv.promise,
      async nearest() {
        kv.resolve(null);
        // By now, all effects of KV's response have happened.
        await new Promise((resolve) => setImmediate(resolve));
        return { entry: entry(), final: true };
      },
    });
    expect(await ask()).toEqual(link());
  });
});

test("an older version from any store does not replace a newer version in memory", async () => {
  const { ask, memory } = isolate({ published: async () => entry(1) });
  memory.remember("abcdefgh", entry(2), 0);
  expect(await ask(10_000)).toEqual(link(2));
  expect(recallShortLink("abcdefgh", 19_999, memory)).toEqual(link(2));
});

test("another link at the address replaces the one in memory, whatever their versions", async () => {
  const other = { ...entry(1), linkId: "lnk_2" };
  const { ask, memory } = isolate({ published: async () => other });
  memory.remember("abcdefgh", entry(2), 0);
  expect(await ask(10_000)).toEqual({ kind: "link", entry: other });
});

test("a cached entry ages from the start of its query", async () => {
  const { ask, memory } = isolate({ published: async () => entry() });
  await ask(1_000);
  expect(recallShortLink("abcdefgh", 10_999, memory)).toEqual(link());
  expect(recallShortLink("abcdefgh", 11_000, memory)).toBeUndefined();
});

test("scanning random ids drops no link, and links drop the least used", () => {
  const memory = redirectMemory();
  memory.remember("known000", entry(), 0);
  for (let number = 0; number < 30_000; number++) memory.rememberUnknown(`u${number}`, 0);
  expect(memory.find("known000", 0)).toBeDefined();
  for (let number = 0; number < 10_000; number++) memory.remember(`k${number}`, entry(), 0);
  expect(memory.find("known000", 0)).toBeUndefined();
  expect(memory.find("k0", 0)).toBeDefined();
});
