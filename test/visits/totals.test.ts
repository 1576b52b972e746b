import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LinkResource } from "../../src/api/resources.ts";
import { visitStatistics } from "../../src/api/visit-resources.ts";
import type { VisitMessage } from "../../src/visits/message.ts";
import { linkBody } from "../bodies.ts";
import { expectData, expectLink } from "../expectations.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { get, post, send } from "../requests.ts";
import { type IssuedKey, type Service, startService } from "../service.ts";
import type { ToldVisits } from "./told-visits.ts";
import { deliver, hourOf, messageOf, storeAll, type Visits } from "./visit-messages.ts";

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-07-01T00:00:00.000Z");

let service: Service;
let key: IssuedKey;
beforeAll(async () => {
  service = await startService();
  key = await service.issueKey();
});
afterAll(() => service.close());

const createLink = async (pair?: string): Promise<LinkResource> =>
  expectLink(await post(service, "/v1/links", linkBody(pair), key));
const ask = async (path: string): Promise<ToldVisits> =>
  expectData(await get(service, path, key), 200, visitStatistics);
const sum = (numbers: { scans: number; clicks: number; robots: number; previews: number }[]) =>
  numbers.reduce(
    (all, { scans, clicks, robots, previews }) => ({
      scans: all.scans + scans,
      clicks: all.clicks + clicks,
      robots: all.robots + robots,
      previews: all.previews + previews,
    }),
    { scans: 0, clicks: 0, robots: 0, previews: 0 },
  );
const rollUp = (time: number) => service.scheduled("* * * * *", new Date(time));
const stored = async (where: string, ...values: string[]) =>
  (await service.env.DB.prepare(`SELECT count(*) AS rows FROM ${where}`)
    .bind(...values)
    .first<number>("rows")) ?? 0;

/** As the version before this one wrote them: `totalled` is not named. */
const storeWithoutTotals = (linkId: string, hour: string, visits: number, visitor = "person") =>
  service.env.DB.prepare(
    `INSERT INTO visit_counts (link_id, hour, qr_identifier, country, device, visitor, visits)
     VALUES (?1, ?2, '', 'US', 'other', ?4, ?3)
     ON CONFLICT (link_id, hour, qr_identifier, country, device, visitor)
     DO UPDATE SET visits = visits + excluded.visits`,
  )
    .bind(linkId, hour, visits, visitor)
    .run();

describe("design: what was answered is what is shown", () => {
  test("messages that come up to three times, batches that fail, answers that are lost, and roll-ups in between", async () => {
    const links = await Promise.all([createLink(), createLink(), createLink("marketplace product_detail")]);
    const path = (query: string) => `/v1/visits?from=2026-07-01&to=2026-07-10${query}`;
    const all: Visits[] = Array.from({ length: 4_000 }, (_, number) => ({
      linkId: links[number % 3]?.id ?? "",
      qr: ["default", "", "made-up"][number % 7] ?? "",
      hour: hourOf(START + (number % 240) * HOUR),
      country: ["US", "CA", "DE", "FR"][number % 11] ?? "XX",
      device: (["phone", "tablet", "desktop"] as const)[number % 5] ?? "other",
      visitor: (["robot", "preview"] as const)[number % 13] ?? "person",
      visits: 1 + (number % 3),
    }));
    const messages = Array.from({ length: 400 }, (_, index) =>
      messageOf(all.slice(index * 10, index * 10 + 10)),
    );
    let waiting: VisitMessage[] = messages.flatMap((message, index) =>
      Array.from({ length: index % 9 === 0 ? 3 : index % 3 === 0 ? 2 : 1 }, () => message),
    );
    const faults: (Fault | undefined)[] = [undefined, "throws", undefined, "loses answers"];
    for (let round = 0; waiting.length > 0; round++) {
      const batch = waiting.splice(0, 50);
      const fault = faults[round % faults.length];
      waiting = [
        ...waiting,
        ...(await deliver(fault ? faulty(service.env.DB, fault) : service.env.DB, batch)),
      ];
      // Half of the hours are more than 91 days ago by then.
      if (round % 3 === 0) await rollUp(START + 5 * DAY + 91 * DAY);
    }
    await rollUp(START + 365 * DAY);
    await rollUp(START + 365 * DAY);

    const of = (visitor: string, kept: (visits: Visits) => boolean = () => true) =>
      all
        .filter((each) => each.visitor === visitor && kept(each))
        .reduce((total, { visits = 1 }) => total + visits, 0);
    const expected = {
      scans: of("person", ({ qr }) => qr === "default"),
      clicks: of("person", ({ qr }) => qr !== "default"),
      robots: of("robot"),
      previews: of("preview"),
    };
    expect(expected.scans).toBeGreaterThan(0);
    const { totals, buckets = [] } = await ask(path(""));
    expect(totals).toEqual(expected);
    expect(sum(buckets)).toEqual(expected);
    for (const by of ["country", "link", "retailer", "qrCode", "visitor"]) {
      expect([by, sum((await ask(path(`&by=${by}`))).rows ?? [])]).toEqual([by, expected]);
    }
    const devices = sum((await ask(path("&by=device"))).rows ?? []);
    expect(devices).toEqual({ ...expected, robots: 0, previews: 0 });
    const each = await Promise.all(
      links.map(({ id }) => ask(`/v1/links/${id}/visits?from=2026-07-01&to=2026-07-10`)),
    );
    expect(sum(each.map((link) => link.totals))).toEqual(expected);
    expect(await stored("visit_counts WHERE hour < '2026-08'")).toBe(0);
  });

  test("visits stay with the retailer that their link led to", async () => {
    const link = await createLink();
    const visit = (hour: string, visits: number) =>
      storeAll(service.env.DB, [{ linkId: link.id, hour, visits }]);
    await visit("2026-10-01T10", 5);
    const patch = {
      retailer: "grocer_a",
      intent: "product_detail",
      customUrl: null,
      products: [{ retailerProductId: "0001111041700" }],
    };
    expect((await send(service, "PATCH", `/v1/links/${link.id}`, patch, key)).status).toBe(200);
    await visit("2026-10-01T10", 2);
    await visit("2026-10-02T10", 1);
    const { rows, totals } = await ask(
      `/v1/links/${link.id}/visits?from=2026-10-01&to=2026-10-02&by=retailer`,
    );
    expect(rows).toMatchObject([
      { key: "custom", clicks: 5 },
      { key: "grocer_a", clicks: 3 },
    ]);
    expect(totals.clicks).toBe(8);
  });

  test("visits of links that are not there are counted, and are in no total", async () => {
    await storeAll(service.env.DB, [{ linkId: "lnk_gone", hour: "2026-10-01T10" }]);
    expect(await stored("visit_counts WHERE link_id = 'lnk_gone'")).toBe(1);
    expect(await stored("visit_totals WHERE link_id = 'lnk_gone'")).toBe(0);
  });
});

describe("design: visits that were counted without totals are added once", () => {
  test("those from before, and what the version before goes on to count", async () => {
    const link = await createLink();
    const shown = async () => (await ask(`/v1/links/${link.id}/visits?from=2026-10-01&to=2026-10-05`)).totals;
    await storeWithoutTotals(link.id, "2026-10-01T10", 5);
    await storeWithoutTotals(link.id, "2026-10-04T10", 3, "robot");
    await storeAll(service.env.DB, [{ linkId: link.id, hour: "2026-10-01T10", device: "other", visits: 7 }]);
    expect(await shown()).toMatchObject({ clicks: 7, robots: 0 });
    await rollUp(Date.parse("2026-10-06"));
    expect(await shown()).toMatchObject({ clicks: 12, robots: 3 });
    await storeWithoutTotals(link.id, "2026-10-01T10", 1);
    await Promise.all([rollUp(Date.parse("2026-10-06")), rollUp(Date.parse("2026-10-06"))]);
    await rollUp(Date.parse("2026-10-06"));
    expect(await shown()).toMatchObject({ clicks: 13, robots: 3 });
  });

  test("more than one step has, some of it old, through answers that are lost", async () => {
    const link = await createLink();
    await service.env.DB.prepare(
      `WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 4499)
       INSERT INTO visit_counts (link_id, hour, qr_identifier, country, device, visitor, visits)
       SELECT ?1, strftime('%Y-%m-%dT%H', '2026-03-01', '+' || (n / 9) || ' hours'), '', char(65 + n % 9, 65),
         'phone', 'person', 2 FROM number`,
    )
      .bind(link.id)
      .run();
    const { rollUpVisits } = await import("../../src/visits/roll-up.ts");
    const now = () => new Date("2026-06-30T00:00:00.000Z");
    // Each try gets a step further: its answer is lost, and the run ends there.
    for (let run = 0; run < 3; run++) {
      await expect(rollUpVisits({ db: faulty(service.env.DB, "loses answers"), now })).rejects.toThrow();
    }
    await expect(rollUpVisits({ db: faulty(service.env.DB, "throws"), now })).rejects.toThrow();
    const shown = async () =>
      (await ask(`/v1/links/${link.id}/visits?from=2026-03-01&to=2026-03-31`)).totals.clicks;
    expect(await shown()).toBe(9_000);
    await rollUpVisits({ db: service.env.DB, now });
    expect(await shown()).toBe(9_000);
    // Of June 30, hours from March 31 on are kept; these ended on March 21.
    expect(await stored("visit_counts WHERE link_id = ?1", link.id)).toBe(0);
    expect(await stored("visit_totals WHERE link_id = ?1 AND dimension = 'hour'", link.id)).toBe(0);
  });
});

test("design: hours are kept 90 days, then days", async () => {
  const link = await createLink();
  const now = Date.parse("2026-11-01T12:30:00.000Z");
  const hours = [91 * DAY + HOUR, 91 * DAY - HOUR, 90 * DAY, DAY].map((ago) => hourOf(now - ago));
  await storeAll(
    service.env.DB,
    hours.map((hour) => ({ linkId: link.id, hour })),
  );
  await rollUp(now);
  const { results } = await service.env.DB.prepare(
    `SELECT hour FROM visit_counts WHERE link_id = ?1 UNION ALL
     SELECT period FROM visit_totals WHERE link_id = ?1 AND dimension = 'hour' ORDER BY 1`,
  )
    .bind(link.id)
    .all<{ hour: string }>();
  expect(results.map(({ hour }) => hour)).toEqual(hours.slice(1).flatMap((hour) => [hour, hour]));
  const { totals } = await ask(`/v1/links/${link.id}/visits?from=2026-08-01&to=2026-11-01`);
  expect(totals.clicks).toBe(4);
});
