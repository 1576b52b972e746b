import { beforeEach, describe, expect, test } from "vitest";
import type { Catalog } from "../../src/features/availability/catalog.ts";
import { recheckLinks } from "../../src/features/availability/recheck-links.ts";
import type { Link } from "../../src/features/links/link.ts";
import type { LinkPart } from "../../src/features/links/link-part.ts";
import type { AvailabilityOutcome } from "../../src/features/retailers/definition.ts";
import { dependenciesOf } from "../dependencies.ts";
import { CREATED, storedLink } from "../links/links.ts";
import { one, product } from "../retailers/definitions.ts";
import { useService } from "../use-service.ts";

const HOUR = 3_600_000;
const later = (hours: number, milliseconds = 0) => new Date(CREATED.getTime() + hours * HOUR + milliseconds);

const service = await useService({}, "acme");
await service.issueKey();
beforeEach(async () => {
  for (const table of ["availability_checks", "availability_enrollment", "catalog_calls", "links"]) {
    await service.env.DB.prepare(`DELETE FROM ${table}`).run();
  }
});

const PRIMARY = "https://www.walmart.com/ip/1";
const BACKUP = "https://www.walmart.com/ip/2";
/** A product page with a backup that leads to `destination`. */
const pageOf = (destination: string): Promise<Link> =>
  storedLink(
    service.env.DB,
    {
      ...one("bigbox_w", "product_detail", "1", {
        products: [{ ...product("1"), backupProductIds: ["2"] }],
      }),
      customUrl: undefined,
    },
    { destination, urlType: "pdp" },
  );

const down: Catalog = {
  dailyCalls: 1_000,
  detailsMs: 0,
  lookUp: async () => ({ offers: new Map(), stopped: { failed: "down" } }),
};
const spent: Catalog = {
  ...down,
  lookUp: async () => ({ offers: new Map(), stopped: "spent" }),
};

/** Runs the job as of `now`, and gives the ids of the links that it kept an answer for. */
async function run(catalog: Catalog, now: Date): Promise<string[]> {
  const dependencies = dependenciesOf(service.env);
  const kept: string[] = [];
  await recheckLinks({
    ...dependencies,
    catalogs: new Map([["bigbox_w", catalog]]),
    now: () => now,
    log: () => {},
    availability: {
      ...dependencies.availability,
      store(checked, time) {
        kept.push(...checked.map(({ link }) => link.id));
        return dependencies.availability.store(checked, time);
      },
    },
  });
  return kept;
}

/** Keeps `outcome` for a link as of `CREATED`, due at once. */
async function answered(link: Link, outcome: AvailabilityOutcome): Promise<void> {
  await dependenciesOf(service.env).availability.store(
    [
      {
        link: { ...link, offerKey: "" } as LinkPart,
        destination: { url: link.destination, urlType: link.urlType, reason: "cart" },
        outcome,
        productIds: ["1"],
        failures: 0,
        checkedAt: CREATED,
        dueAt: CREATED,
        wasSoldOut: false,
      },
    ],
    CREATED,
  );
}
const check = (link: Link) =>
  service.env.DB.prepare(
    "SELECT outcome, checked_at, failures, due_at FROM availability_checks WHERE link_id = ?1",
  )
    .bind(link.id)
    .first();
const stored = (link: Link) =>
  service.env.DB.prepare("SELECT destination, version FROM links WHERE id = ?1").bind(link.id).first();

describe("while a retailer does not respond", () => {
  test("a response is used for exactly a day; then the link points to its primary again", async () => {
    const link = await pageOf(BACKUP);
    await answered(link, "replaced");
    expect(await run(down, later(24, -1))).toEqual([]);
    expect(await stored(link)).toEqual({ destination: BACKUP, version: 1 });
    await service.env.DB.prepare("UPDATE availability_checks SET due_at = checked_at").run();
    expect(await run(down, later(24))).toEqual([link.id]);
    expect(await stored(link)).toEqual({ destination: PRIMARY, version: 2 });
    expect(await check(link)).toMatchObject({ outcome: "unknown", checked_at: CREATED.toISOString() });
  });

  test("a link whose outcome is already unknown is not rewritten", async () => {
    const link = await pageOf(PRIMARY);
    await answered(link, "unknown");
    expect(await run(down, later(48))).toEqual([]);
    expect(await check(link)).toEqual({
      outcome: "unknown",
      checked_at: CREATED.toISOString(),
      failures: 1,
      due_at: later(49).toISOString(),
    });
    expect(await stored(link)).toEqual({ destination: PRIMARY, version: 1 });
  });

  test("it is queried again after one, two and four hours, up to a day", async () => {
    const link = await pageOf(PRIMARY);
    await answered(link, "unknown");
    const delays: number[] = [];
    for (let failures = 1; failures <= 6; failures++) {
      await service.env.DB.prepare("UPDATE availability_checks SET due_at = checked_at").run();
      await run(down, later(48));
      const { due_at: dueAt } = (await check(link)) ?? {};
      delays.push((Date.parse(String(dueAt)) - later(48).getTime()) / HOUR);
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 24]);
  });
});

test("a check without remaining calls is due in the next hour and does not count as failed", async () => {
  const link = await pageOf(BACKUP);
  await answered(link, "replaced");
  expect(await run(spent, later(30, 1))).toEqual([]);
  expect(await check(link)).toMatchObject({
    outcome: "replaced",
    failures: 0,
    due_at: later(31).toISOString(),
  });
  expect(await stored(link)).toEqual({ destination: BACKUP, version: 1 });
});

test("a product without a backup and without fallbackUrl is looked up once a day, and its end is an event", async () => {
  const link = await storedLink(
    service.env.DB,
    { ...one("bigbox_w", "product_detail", "1"), customUrl: undefined },
    { destination: PRIMARY, urlType: "pdp" },
  );
  const asked: (readonly string[])[] = [];
  const gone: Catalog = {
    ...down,
    async lookUp(ids) {
      asked.push(ids);
      const offer = { availability: "unavailable", thirdParty: false } as const;
      return { offers: new Map(ids.map((id) => [id, offer])), stopped: "none" };
    },
  };
  expect(await run(gone, later(1))).toEqual([link.id]);
  expect(await check(link)).toMatchObject({ outcome: "unavailable", due_at: later(25).toISOString() });
  expect(await stored(link)).toEqual({ destination: PRIMARY, version: 1 });
  const events = await service.env.DB.prepare(
    "SELECT count(*) AS events FROM activity WHERE object_id = ?1 AND event_type = 'product.unavailable'",
  )
    .bind(link.id)
    .first("events");
  expect(events).toBe(1);
  expect(await run(gone, later(24))).toEqual([]);
  expect(await run(gone, later(25))).toEqual([link.id]);
  expect(asked).toEqual([["1"], ["1"]]);
});
