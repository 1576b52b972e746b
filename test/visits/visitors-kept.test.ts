// @module-tag all
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Dimension } from "../../src/features/visits/dimensions.ts";
import { answerOf } from "../../src/features/visits/report-plan.ts";
import type { VisitFilter } from "../../src/features/visits/visit-filter.ts";
import { HOUR_MS } from "../../src/ground/core/days.ts";
import { lot as seeded } from "../qr-codes/styles/lot.ts";
import type { SharedService } from "../use-service.ts";
import { askReport } from "./ask-reports.ts";
import { deliver } from "./visit-messages.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";
import { endDays, moveAll, type PersonVisits, peopleMessage, rollUpAll } from "./visitor-messages.ts";

let service: SharedService;
let db: D1Database;
beforeAll(async () => {
  service = await startCounters();
  db = service.env.DB;
  const code = db.prepare(
    `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
    VALUES (?1, ?2, ?2, 'https://go.example/x', 0, '2025-01-01T00:00:00.000Z')`,
  );
  await db.batch(CODED.flatMap((id) => ["front", "back"].map((name) => code.bind(id, name))));
});
beforeEach(() => emptyCounters(db));

const CODED = [LINK.first, LINK.second];
const LINKS = Object.values(LINK);
const RANGE = { from: "2025-08-25", to: "2025-09-06" };
/** When all days are in months, and these in R2. */
const MUCH_LATER = new Date("2028-09-02T00:00:00Z");

type Asked = [filter: VisitFilter, by: Dimension];
const ASKED: Asked[] = [
  ...([
    [{}, "link"],
    [{}, "retailer"],
    [{ projectId: "rare" }, "retailer"],
  ] as Asked[]),
  ...([
    [{ retailer: "custom" }, "link"],
    [{ retailer: "marketplace" }, "link"],
  ] as Asked[]),
  ...([
    [{ link: LINK.second }, "retailer"],
    [{ dayOfWeek: "mon,tue" }, "link"],
  ] as Asked[]),
];
const BY_CODE: Asked[] = [
  ...([
    [{}, "qrCode"],
    [{ link: LINK.second }, "qrCode"],
  ] as Asked[]),
  [{ link: LINK.second, qrCode: `qr_${LINK.second}_front` }, "retailer"],
];

/** What reports say: totals, days with people, and rows. */
async function told(asked: readonly Asked[]): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const [filter, by] of asked) {
    const { series, breakdowns } = await askReport(service.env, { filter, by: [by], ...RANGE });
    const days = answerOf(series)?.buckets.filter(({ scans, clicks }) => scans + clicks > 0);
    const rows = breakdowns.flatMap(({ answer }) => answerOf(answer)?.rows);
    all.push({ filter, by, totals: answerOf(series)?.totals, days, rows });
  }
  return all;
}

describe.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])(
  "in %s, nothing but a visit changes a number, while messages are up to days late",
  (zone) => {
    test.each<[what: string, seed: number, asked: readonly Asked[]]>([
      ["of links and codes", 5, [...ASKED, ...BY_CODE]],
      ["of links whose retailer changes on the day", 6, ASKED],
    ])("%s", async (_, seed, asked) => {
      const random = seeded(seed);
      const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0];
      await db.prepare("UPDATE organizations SET time_zone = ?1 WHERE id = 'acme'").bind(zone).run();
      await db.prepare("UPDATE links SET retailer = 'custom' WHERE id = ?1").bind(LINK.second).run();
      const expectSame = async (work: () => Promise<unknown>) => {
        const before = await told(asked);
        await work();
        expect(await told(asked)).toEqual(before);
      };
      const late: PersonVisits[][] = [];
      let time = Date.parse("2025-08-29T00:00:00Z");
      for (let step = 0; step < 20; step++) {
        time += 5 * HOUR_MS;
        const hour = new Date(time).toISOString().slice(0, "2025-08-29T00".length);
        const visits = Array.from({ length: 12 }, (): PersonVisits => {
          const linkId = LINKS[Math.floor(random() * LINKS.length)] ?? "";
          const qr = CODED.includes(linkId) ? pick(["", "front", "back"]) : "";
          const projectId = linkId === LINK.first ? "rare" : "main";
          return { linkId, projectId, qr, hour, person: `person ${Math.floor(random() * 12)}` };
        });
        if (random() < 0.3) late.push(visits);
        else for (const visit of visits) await deliver(db, await peopleMessage([visit]));
        const [first] = random() < 0.2 ? late.splice(0, 1) : [];
        if (first) await deliver(db, await peopleMessage(first));
        if (asked === ASKED && random() < 0.4) {
          const change = db.prepare("UPDATE links SET retailer = ?1 WHERE id = ?2");
          await change.bind(pick(["custom", "marketplace"]), LINK.second).run();
        }
        const now = new Date(time + random() * 5 * HOUR_MS);
        if (random() < 0.5) await expectSame(() => endDays(service.env, now));
      }
      for (const visits of late) await deliver(db, await peopleMessage(visits));
      await expectSame(() => endDays(service.env, new Date("2025-10-05T00:00:00Z")));
      await expectSame(() => rollUpAll(service.env));
      await expectSame(async () => expect(await moveAll(service.env)).toBeGreaterThan(0));
      const visit = { linkId: LINK.second, projectId: "main", qr: "front", hour: "2025-08-30T10" };
      await deliver(db, await peopleMessage([{ ...visit, person: "somebody else" }]));
      await expectSame(() => endDays(service.env, MUCH_LATER));
      await expectSame(() => rollUpAll(service.env));
      await expectSame(() => endDays(service.env, MUCH_LATER));
    });
  },
);
