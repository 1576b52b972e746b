import { describe, expect, test } from "vitest";
import { availabilityStore } from "../../src/features/availability/check-store.ts";
import { type LinkPart, partsOf } from "../../src/features/links/link-part.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { countedD1 } from "../links/counted-d1.ts";
import {
  addLink as addLinkTo,
  addVisits,
  checked,
  idsOf,
  later,
  NOW,
  useCheckStore,
} from "./stored-checks.ts";

const { DB, store } = await useCheckStore();
const addLink = (index: number, fields?: Record<string, unknown>, text?: string) =>
  addLinkTo(DB, index, fields, text);

describe("taking checks", () => {
  test("takes the most visited links of the last week first, then the oldest checks", async () => {
    const links = [];
    for (let index = 1; index <= 4; index++) links.push(await addLink(index));
    const [first, second, third, fourth] = links as [LinkPart, LinkPart, LinkPart, LinkPart];
    await addVisits(DB, first, "2026-11-20T10", "robot", 50);
    await addVisits(DB, first, "2026-11-12T10", "person", 50);
    await addVisits(DB, second, "2026-11-20T10", "person", 3);
    await addVisits(DB, second, "2026-11-13T12", "person", 2);
    await addVisits(DB, third, "2026-11-20T10", "person", 4);
    await store.store([checked(second), checked(third), checked(first, { checkedAt: later(-1) })], NOW);
    await store.enroll([fourth], fourth.id, NOW);
    const order: string[][] = [];
    for (let round = 0; round < 5; round++) {
      order.push(idsOf(await store.take("bigbox_w", later(7), later(8), 1)));
    }
    expect(order).toEqual([[second.id], [third.id], [fourth.id], [first.id], []]);
  });

  test("the visits read for a check do not depend on visits of other links", async () => {
    const link = await addLink(1);
    await addVisits(DB, link, "2026-11-20T10", "person", 3);
    const { db, taken } = countedD1(DB);
    /** How much is read where so many links of another organization, of another project and of the same one were visited. */
    const readBeside = async (links: number) => {
      await DB.prepare(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
         INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart)
         SELECT '2026-11-20', column1, column2, 'lnk_' || n, 'custom', 0, 1, 0, 0, 0, '{}', '{}', '{}'
         FROM numbers, (VALUES ('aaa', ?1), ('acme', 'aaa'), ('acme', ?1)) WHERE TRUE ON CONFLICT DO NOTHING`,
      )
        .bind(link.projectId, links)
        .run();
      await availabilityStore(db).enroll([link], link.id, NOW);
      return taken().read;
    };
    // The first time, the check is added.
    await readBeside(1);
    const few = await readBeside(5);
    expect(await readBeside(50)).toBe(few);
  });

  test("concurrent runs never lease the same check, and leases of a dead run expire", async () => {
    const links = [];
    for (let index = 1; index <= 6; index++) links.push(await addLink(index));
    await store.enroll(links, links.at(-1)?.id ?? "", NOW);
    const [one, other] = await Promise.all([
      store.take("bigbox_w", NOW, later(0.2), 4),
      store.take("bigbox_w", NOW, later(0.2), 4),
    ]);
    expect(idsOf([...one, ...other])).toEqual(links.map(({ id }) => id));
    expect(await store.take("bigbox_w", later(0.1), later(1), 10)).toEqual([]);
    expect(await store.take("bigbox_w", later(0.2), later(1), 10)).toHaveLength(6);
  });

  test("large links are loaded in small batches to fit into memory", async () => {
    const text = "x".repeat(1_500_000);
    const links: LinkPart[] = [];
    for (let index = 1; index <= 6; index++) links.push(await addLink(index, {}, text));
    links.push(await addLink(7));
    const windows: string[][] = [];
    for (let round = 0; round < 3; round++) {
      const found = await store.unseen(["bigbox_w"], "lnk_z", 100);
      if (!found) break;
      windows.push(found.links.map(({ id }) => id));
      await store.enroll(found.links.flatMap(partsOf), found.last, NOW);
    }
    const ids = links.map(({ id }) => id);
    expect(windows).toEqual([ids.slice(0, 5), ids.slice(5)]);
    const slices: number[] = [];
    for (let round = 0; round < 3; round++) {
      slices.push((await store.take("bigbox_w", NOW, later(1), 40)).length);
    }
    expect(slices).toEqual([5, 2, 0]);
    expect(await store.unseen([], "lnk_z", 100)).toBeNull();
  });

  test("takes only active links of the retailer", async () => {
    const [link, inactive] = [await addLink(1), await addLink(2)];
    await store.enroll([link, inactive], inactive.id, NOW);
    await DB.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(inactive.id).run();
    expect(await store.take("grocer_a", NOW, later(1), 10)).toEqual([]);
    expect(await store.take("bigbox_w", NOW, later(1), 10)).toEqual([
      { linkId: link.id, offerKey: "", outcome: null, checkedAt: null, failures: 0 },
    ]);
  });
});

describe("storing results", () => {
  const moved = {
    url: "https://www.walmart.com/ip/9",
    urlType: "pdp" as const,
    reason: "backup_chosen" as const,
  };

  test("switches the link and returns it", async () => {
    const link = await addLink(1);
    const kept = await store.store([checked(link, { destination: moved, outcome: "replaced" })], later(1));
    const { offerKey: _, ...before } = link;
    const wanted = {
      ...before,
      destination: moved.url,
      reason: moved.reason,
      version: 2,
      updatedAt: later(1).toISOString(),
    };
    expect(kept).toEqual({ switched: [link], changed: [link.shortId] });
    expect(await linkStore(DB).findAll([link.id])).toEqual([wanted]);
  });

  test("switches a link if only its destination's type changed", async () => {
    const link = await addLink(1);
    const destination = {
      url: link.destination,
      urlType: "long_link" as const,
      reason: "fallback_url" as const,
    };
    expect(await store.store([checked(link, { destination })], NOW)).toMatchObject({
      switched: [{ id: link.id }],
    });
    expect(await linkStore(DB).find(link.id)).toMatchObject({ urlType: "long_link", version: 2 });
  });

  test("skips a link that changed concurrently and keeps its check due", async () => {
    const [link, other] = [await addLink(1), await addLink(2)];
    await store.enroll([link, other], other.id, NOW);
    await DB.prepare("UPDATE links SET version = 2 WHERE id = ?1").bind(link.id).run();
    const results = [link, other].map((each) => checked(each, { destination: moved }));
    expect((await store.store(results, NOW)).switched.map(({ id }) => id)).toEqual([other.id]);
    expect(await linkStore(DB).findAll([link.id])).toMatchObject([
      { destination: link.destination, version: 2 },
    ]);
    expect(idsOf(await store.take("bigbox_w", NOW, later(1), 10))).toEqual([link.id]);
  });

  test("writes nothing for a missing link", async () => {
    const link = await addLink(1);
    await DB.prepare("DELETE FROM links").run();
    expect(await store.store([checked(link)], NOW)).toEqual({ switched: [], changed: [] });
    expect(await store.take("bigbox_w", later(9), later(10), 10)).toEqual([]);
  });
});

test("enrollment sees each link once, in windows, and skips other retailers", async () => {
  const custom = {
    retailer: "custom",
    intent: "custom_url",
    customUrl: "https://a.example/",
    products: undefined,
  };
  const links = [
    await addLink(1),
    await addLink(2, custom),
    await addLink(3),
    await addLink(4),
    await addLink(5),
  ];
  const before = links[4]?.id ?? "";
  const seen: string[][] = [];
  for (let found = await store.unseen(["bigbox_w"], before, 2); found; ) {
    seen.push(found.links.map(({ id }) => id));
    await store.enroll(found.links.flatMap(partsOf), found.last, NOW);
    found = await store.unseen(["bigbox_w"], before, 2);
  }
  expect(seen).toEqual([[links[0]?.id], [links[2]?.id, links[3]?.id]]);
  // A slower run does not turn it back.
  await store.enroll([], links[0]?.id ?? "", NOW);
  expect(await store.unseen(["bigbox_w"], before, 2)).toBeNull();
});

test("calls are counted by retailer, purpose and day, never above the limit", async () => {
  const take = () => store.reserveCall("bigbox_w", "recheck", "2026-11-20", 3);
  expect(await Promise.all([take(), take(), take(), take(), take()])).toEqual(
    expect.arrayContaining([true, true, true, false, false]),
  );
  expect(await store.callsTaken("bigbox_w", "recheck", "2026-11-20")).toBe(3);
  expect(await store.reserveCall("bigbox_w", "creation", "2026-11-20", 3)).toBe(true);
  expect(await store.reserveCall("bigbox_w", "recheck", "2026-11-21", 3)).toBe(true);
  expect(await store.reserveCall("grocer_a", "recheck", "2026-11-20", 0)).toBe(false);
  await store.forgetCalls("2026-11-21");
  expect(await store.callsTaken("bigbox_w", "recheck", "2026-11-20")).toBe(0);
  expect(await store.callsTaken("bigbox_w", "recheck", "2026-11-21")).toBe(1);
});
