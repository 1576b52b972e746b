import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pageStore, wantPagesStatement } from "../../src/features/delivery-app/page-store.ts";
import type { Link } from "../../src/features/links/link.ts";
import type { LinkPart } from "../../src/features/links/link-part.ts";
import { switchActivity } from "../../src/features/links/switch-statements.ts";
import { ALWAYS } from "../../src/ground/platform/guard.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { CREATED, storedLink } from "../links/links.ts";
import { page } from "../retailers/definitions.ts";
import { type SharedService, useService } from "../use-service.ts";

const MINUTE = 60_000;
const later = (minutes: number, milliseconds = 0) =>
  new Date(CREATED.getTime() + minutes * MINUTE + milliseconds);

let service: SharedService;
let link: Link;
beforeAll(async () => {
  service = await useService({}, "acme");
  await service.issueKey();
});
beforeEach(async () => {
  await service.env.DB.prepare("DELETE FROM delivery_app_pages").run();
  link = await wanted();
});

const store = (fault?: Fault) => pageStore(fault ? faulty(service.env.DB, fault) : service.env.DB);
const want = (id: string, at: Date) => {
  const { DB } = service.env;
  return DB.batch([
    DB.prepare("UPDATE links SET updated_at = ?2 WHERE id = ?1").bind(id, at.toISOString()),
    wantPagesStatement(DB, [{ id, offerKey: "" }], ALWAYS),
  ]);
};
/** A recipe link whose page is wanted from `at` on. */
async function wanted(at = CREATED): Promise<Link> {
  const made = await storedLink(
    service.env.DB,
    { customUrl: undefined, ...page("recipe") },
    { destination: "/lists/x", urlType: "instacart_recipe" },
  );
  await want(made.id, at);
  return made;
}
const part = ({ id }: Link) => ({ id, offerKey: "" });
const lease = (id = "lease 1") => ({ part: part(link), id });
const row = () =>
  service.env.DB.prepare(
    `SELECT state, attempts, next_attempt_at, last_error, page_url, expires_at, lease_id, destination, version
     FROM delivery_app_pages JOIN links ON links.id = link_id WHERE link_id = ?1`,
  )
    .bind(link.id)
    .first();
const made = (url = "https://www.instacart.com/store/recipes/1") => ({
  url,
  madeAt: later(1),
  expiresAt: later(100),
  renewAt: later(80),
});

/** Where the link leads with that page. */
const DESTINATION = `${made().url}?retailer_key=a`;
/** What is recorded of a job that has the link lead there. */
const leadingTo = (url: string) => ({
  part: part(link),
  activity: switchActivity("test", { ...link, offerKey: "" } as LinkPart, url, later(1), "page_made"),
  url,
});

describe("what is due", () => {
  test("is listed from its time on, longest due first, unless leased", async () => {
    const earlier = await wanted(later(-2));
    const future = await wanted(later(1));
    const due = (now: Date, limit = 10) => store().due(now, limit);
    expect(await due(later(0, -1))).toEqual([part(earlier)]);
    expect(await due(CREATED)).toEqual([part(earlier), part(link)]);
    expect(await due(later(1))).toEqual([part(earlier), part(link), part(future)]);
    expect(await due(later(1), 2)).toEqual([part(earlier), part(link)]);
    await store().lease({ part: part(earlier), id: "l" }, CREATED, later(1));
    expect(await due(later(1, -1))).toEqual([part(link)]);
    expect(await due(later(1))).toEqual([part(earlier), part(link), part(future)]);
  });

  test("is leased by one attempt at a time, until the lease ends", async () => {
    expect(await store().lease(lease("1"), later(0, -1), later(1))).toBeNull();
    expect(await store().lease(lease("1"), CREATED, later(1))).toBe(1);
    expect(await store().lease(lease("2"), later(1, -1), later(2))).toBeNull();
    expect(await store().lease(lease("2"), later(1), later(2))).toBe(2);
    expect(
      await store().lease({ part: { id: "lnk_none", offerKey: "" }, id: "3" }, CREATED, later(1)),
    ).toBeNull();
  });

  test("is requested for existing links, and a new request starts from zero", async () => {
    await want("lnk_none", CREATED);
    expect(await store().due(later(10), 10)).toEqual([part(link)]);
    await store().lease(lease(), CREATED, later(1));
    await want(link.id, later(9));
    expect(await row()).toMatchObject({
      next_attempt_at: later(9).toISOString(),
      attempts: 0,
      lease_id: null,
    });
    expect(await store().due(later(9, -1), 10)).toEqual([]);
  });
});

describe("an attempt that has lost its lease", () => {
  beforeEach(async () => {
    await store().lease(lease("old"), CREATED, later(1));
    await store().lease(lease("new"), later(1), later(2));
  });

  test("changes nothing, whatever its result", async () => {
    const before = await row();
    await store().postpone(lease("old"), later(9));
    await store().fail(lease("old"), "busy: 500", later(0), null);
    expect(await store().succeed(lease("old"), made(), leadingTo(DESTINATION))).toBe(false);
    expect(await row()).toEqual(before);
  });
});

describe("the result of an attempt", () => {
  beforeEach(async () => {
    await store().lease(lease(), CREATED, later(1));
  });

  test("postponed: does not count", async () => {
    await store().postpone(lease(), later(60));
    expect(await row()).toMatchObject({
      state: "pending",
      attempts: 0,
      next_attempt_at: later(60).toISOString(),
      lease_id: null,
      last_error: null,
    });
  });

  test("failed: counts with its reason, and the last attempt gives up", async () => {
    await store().fail(lease(), "busy: 500", later(0), later(2));
    expect(await row()).toMatchObject({
      state: "pending",
      attempts: 1,
      next_attempt_at: later(2).toISOString(),
      last_error: "busy: 500",
      lease_id: null,
    });
    await store().lease(lease("2"), later(2), later(3));
    await store().fail(lease("2"), "refused: 400", later(0), null);
    expect(await row()).toMatchObject({
      state: "failed",
      attempts: 2,
      next_attempt_at: null,
      lease_id: null,
    });
    expect(await store().due(later(1_000_000), 10)).toEqual([]);
  });

  test.each<Fault | undefined>([undefined, "loses first answer", "commits late"])(
    "made, where D1 %s: page and link are switched together, once",
    async (fault) => {
      expect(await store(fault).succeed(lease(), made(), leadingTo(DESTINATION))).toBe(true);
      expect(await row()).toEqual({
        state: "made",
        attempts: 1,
        next_attempt_at: later(80).toISOString(),
        last_error: null,
        page_url: made().url,
        expires_at: later(100).toISOString(),
        lease_id: null,
        destination: DESTINATION,
        version: 2,
      });
    },
  );
});

describe("an expiring page", () => {
  beforeEach(async () => {
    await store().lease(lease(), CREATED, later(1));
    await store().succeed(lease(), made(), leadingTo(DESTINATION));
  });

  test("is dropped at its end, and requested again if an attempt is planned", async () => {
    expect(await store().ended(later(100, -1), later(100, -1), 10)).toEqual([]);
    expect(await store().ended(later(100), later(100), 10)).toEqual([part(link)]);
    expect(await store().leave(leadingTo("/lists/x"), later(100, -1))).toBe(false);
    expect(await row()).toMatchObject({ state: "made", destination: DESTINATION, version: 2 });
    expect(await store().leave(leadingTo("/lists/x"), later(100))).toBe(true);
    expect(await row()).toMatchObject({
      state: "pending",
      page_url: null,
      expires_at: null,
      destination: "/lists/x",
      version: 3,
    });
    // It has been left already.
    expect(await store().leave(leadingTo("/lists/x"), later(100))).toBe(false);
    expect(await store().ended(later(1_000), later(1_000), 10)).toEqual([]);
  });

  test("is given up if no attempt is planned", async () => {
    await store().lease(lease("2"), later(80), later(81));
    await store().fail(lease("2"), "refused: 400", later(0), null);
    await store().leave(leadingTo("/lists/x"), later(100));
    expect(await row()).toMatchObject({ state: "failed", page_url: null, destination: "/lists/x" });
  });

  test("the earliest end is dropped first", async () => {
    const first = link;
    link = await wanted();
    await store().lease(lease(), CREATED, later(1));
    await store().succeed(lease(), { ...made(), expiresAt: later(90) }, leadingTo(DESTINATION));
    expect(await store().ended(later(200), later(200), 10)).toEqual([part(link), part(first)]);
    expect(await store().ended(later(200), later(200), 1)).toEqual([part(link)]);
  });
});
