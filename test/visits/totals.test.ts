import { beforeAll, describe, expect, test } from "vitest";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { visitStatistics } from "../../src/surfaces/api/visit-resources.ts";
import { linkBody } from "../bodies.ts";
import { expectData, expectLink } from "../expectations.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { get, post, send } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { type SharedService, useService } from "../use-service.ts";
import { type ToldVisits, withoutVisitors } from "./told-visits.ts";
import { deliver, hourOf, messageOf, storeAll, type Visits } from "./visit-messages.ts";

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-07-01T00:00:00.000Z");

let service: SharedService;
let key: IssuedKey;
beforeAll(async () => {
  service = await useService({}, "acme");
  key = await service.issueKey();
});

const createLink = async (pair?: string): Promise<LinkResource> =>
  expectLink(await post(service, "/v1/links", linkBody(pair), key));
const ask = async (path: string): Promise<ToldVisits> =>
  withoutVisitors(expectData(await get(service, path, key), 200, visitStatistics));
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

describe("design: answered visits are shown", () => {
  test("with duplicate messages, failed batches, lost responses and roll-ups", { tags: "all" }, async () => {
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
    expect(await stored("visit_days WHERE day < '2026-08'")).toBe(0);
  });

  test("visits stay with the retailer that their link redirected to", async () => {
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
});
