import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Dimension } from "../../src/features/visits/dimensions.ts";
import { answerOf } from "../../src/features/visits/report-plan.ts";
import type { VisitFilter } from "../../src/features/visits/visit-filter.ts";
import type { Interval } from "../../src/features/visits/visit-range.ts";
import type { SharedService } from "../use-service.ts";
import { withBatch } from "../with-batch.ts";
import { askReport, LONG, NOW, RECENT } from "./ask-reports.ts";
import { deliver } from "./visit-messages.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";
import { endDays, moveAll, type PersonVisits, peopleMessage, rollUpAll } from "./visitor-messages.ts";

let service: SharedService;
let db: D1Database;
beforeAll(async () => {
  service = await startCounters();
  db = service.env.DB;
  const { results } = await db
    .prepare("SELECT id, retailer FROM links")
    .all<{ id: string; retailer: string }>();
  retailers = new Map(results.map(({ id, retailer }) => [id, retailer]));
  const code = db.prepare(
    `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
    VALUES (?1, ?2, ?2, 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z')`,
  );
  await db.batch(
    [LINK.first, LINK.second].flatMap((id) => ["front", "back"].map((name) => code.bind(id, name))),
  );
});
beforeEach(() => emptyCounters(db));

const PROJECT: Readonly<Record<string, string>> = { [LINK.first]: "rare" };
const projectOf = (linkId: string) => PROJECT[linkId] ?? "main";
let retailers = new Map<string, string>();
const retailerOf = (linkId: string) => retailers.get(linkId) ?? "";

/** Visits of 40 people on each of these days, of whom some come again, to other links and by other codes. */
const visitsOn = (days: readonly string[]): PersonVisits[] =>
  days.flatMap((day, index) =>
    Array.from({ length: 90 }, (_, n): PersonVisits => {
      const linkId = [LINK.first, LINK.second, LINK.third, LINK.fourth][(n * n + index) % 4] ?? "";
      return {
        linkId,
        projectId: projectOf(linkId),
        qr: linkId === LINK.third || linkId === LINK.fourth ? "" : (["", "front", "back"][n % 3] ?? ""),
        hour: `${day}T${String((5 * n) % 24).padStart(2, "0")}`,
        person: `person ${(n * 7 + index) % 40}`,
      };
    }),
  );

type Asked = [filter: VisitFilter, by: Dimension, keyOf: (visit: PersonVisits) => string];
/** The questions with an answer, and how rows are named. */
const ASKED: readonly Asked[] = [
  [{}, "link", ({ linkId }) => linkId],
  [{}, "qrCode", ({ linkId, qr }) => `qr_${linkId}_${qr}`],
  [{ projectId: "main" }, "link", ({ linkId }) => linkId],
  [{ projectId: "main" }, "retailer", ({ linkId }) => retailerOf(linkId)],
  [{ retailer: "custom" }, "link", ({ linkId }) => linkId],
  [{ link: LINK.second }, "qrCode", ({ linkId, qr }) => `qr_${linkId}_${qr}`],
  [{ link: LINK.second, qrCode: `qr_${LINK.second}_front` }, "retailer", ({ linkId }) => retailerOf(linkId)],
  [{ dayOfWeek: "thu,fri" }, "link", ({ linkId }) => linkId],
];

const fits = ({ linkId, qr, hour }: PersonVisits, filter: VisitFilter, range: typeof RECENT): boolean =>
  hour.slice(0, 10) >= range.from &&
  hour.slice(0, 10) <= range.to &&
  (filter.projectId ?? projectOf(linkId)) === projectOf(linkId) &&
  (filter.retailer ?? retailerOf(linkId)) === retailerOf(linkId) &&
  (filter.link ?? linkId) === linkId &&
  (filter.qrCode === undefined || filter.qrCode === `qr_${linkId}_${qr}`) &&
  (filter.dayOfWeek === undefined || [4, 5].includes(new Date(`${hour}:00Z`).getUTCDay()));

/** Different people by key, each once a day and, without a link in the filter, project; codes have no row for people without. */
function people(
  visits: readonly PersonVisits[],
  keyOf: (visit: PersonVisits) => string,
): Record<string, number> {
  const groups = Map.groupBy(visits, keyOf);
  return Object.fromEntries(
    [...groups].map(([key, all]) => [
      key,
      new Set(all.map(({ person, hour, projectId }) => `${person} ${hour.slice(0, 10)} ${projectId}`)).size,
    ]),
  );
}

async function expectCounted(all: readonly PersonVisits[], range: typeof RECENT): Promise<void> {
  for (const [filter, by, keyOf] of ASKED) {
    const report = await askReport(service.env, { filter, by: [by], ...range });
    const visits = all.filter((visit) => fits(visit, filter, range));
    const series = answerOf(report.series);
    const { "": total = 0 } = people(visits, () => "");
    expect([filter, by, series?.totals.visitors]).toEqual([filter, by, total]);
    const rows = answerOf(report.breakdowns[0]?.answer ?? null)?.rows ?? [];
    const told = Object.fromEntries(rows.map(({ key, visitors }) => [key, visitors]));
    const wanted = people(
      visits.filter(({ qr }) => by !== "qrCode" || qr !== ""),
      keyOf,
    );
    // People without a code are no sketch of their own.
    expect([filter, by, told]).toEqual([
      filter,
      by,
      { ...wanted, ...(by === "qrCode" && "none" in told && { none: null }) },
    ]);
    const days = people(visits, ({ hour }) => hour.slice(0, 10));
    for (const { start, visitors } of series?.buckets ?? [])
      expect([start, visitors]).toEqual([start, days[start.slice(0, 10)] ?? 0]);
  }
}

const DAYS = ["2026-09-09", "2026-09-10", "2026-09-11", "2026-09-12"];

describe("daily visitors are different people, each once a day", () => {
  test.each<[range: typeof RECENT, days: readonly string[]]>([
    [RECENT, DAYS],
    [LONG, ["2025-08-20", "2025-08-31", "2025-09-01", ...DAYS]],
  ])(
    "in %j: on days of sketches, after they became numbers, sheets and months, also in R2",
    async (range, days) => {
      const visits = visitsOn(days);
      await deliver(db, await peopleMessage(visits));
      if (range === RECENT) await expectCounted(visits, range);
      await endDays(service.env, NOW);
      await expectCounted(visits, range);
      if (range === RECENT) return;
      await rollUpAll(service.env);
      await expectCounted(visits, range);
      expect(await moveAll(service.env)).toBeGreaterThan(0);
      await expectCounted(visits, range);
    },
  );

  test("by week and month as the sum of their days, and by hour only in total", async () => {
    const visits = visitsOn(DAYS);
    await deliver(db, await peopleMessage(visits));
    const ask = async (interval: Interval) => {
      const { series } = await askReport(service.env, { ...RECENT, interval });
      return answerOf(series);
    };
    const { "": total = 0 } = people(
      visits.filter((visit) => fits(visit, {}, RECENT)),
      () => "",
    );
    for (const interval of ["week", "month"] as const) {
      const series = await ask(interval);
      expect([series?.totals.visitors, series?.buckets.map(({ visitors }) => visitors)]).toEqual([
        total,
        [total],
      ]);
    }
    const hours = await ask("hour");
    expect(hours?.totals.visitors).toBe(total);
    expect(new Set(hours?.buckets.map(({ visitors }) => visitors))).toEqual(new Set([null]));
  });

  test("once in a project, and once in each of several projects", async () => {
    const visit = { projectId: "main", qr: "", hour: "2026-09-10T10", person: "Ada" };
    await deliver(
      db,
      await peopleMessage([
        { ...visit, linkId: LINK.second },
        { ...visit, linkId: LINK.third },
        { ...visit, linkId: LINK.first, projectId: "rare" },
      ]),
    );
    const visitors = async (filter: VisitFilter) =>
      answerOf((await askReport(service.env, { filter })).series)?.totals.visitors;
    expect([await visitors({ projectId: "main" }), await visitors({})]).toEqual([1, 2]);
    await endDays(service.env, NOW);
    expect([await visitors({ projectId: "main" }), await visitors({})]).toEqual([1, 2]);
    expect([await visitors({ retailer: "bigbox_w" }), await visitors({ link: LINK.second })]).toEqual([1, 1]);
  });

  test("twice on a local day on which a UTC day ends between two visits: each UTC day has its key", async () => {
    await db.prepare("UPDATE organizations SET time_zone = 'America/New_York' WHERE id = 'acme'").run();
    const visit = { linkId: LINK.second, projectId: "main", qr: "", person: "Ada" };
    const hours = ["2026-09-10T20", "2026-09-10T23", "2026-09-11T01", "2026-09-11T03"];
    await deliver(db, await peopleMessage(hours.map((hour) => ({ ...visit, hour }))));
    const { series } = await askReport(service.env, { from: "2026-09-10", to: "2026-09-10" });
    await db.prepare("UPDATE organizations SET time_zone = 'UTC' WHERE id = 'acme'").run();
    expect(answerOf(series)?.totals).toMatchObject({ clicks: 4, visitors: 2 });
  });
});

describe("a number that is not known is null", () => {
  const visitors = async (filter: VisitFilter = {}, by: Dimension[] = []) => {
    const { series, breakdowns } = await askReport(service.env, { filter, by });
    const [breakdown] = breakdowns;
    const rows = (breakdown && answerOf(breakdown.answer)?.rows) ?? [];
    return {
      total: answerOf(series)?.totals.visitors,
      rows: rows.map(({ key, visitors }) => [key, visitors]),
    };
  };

  test("with filters that visitors are not counted by, and in tables by such values", async () => {
    await deliver(db, await peopleMessage(visitsOn(DAYS)));
    for (const filter of [
      { country: "US" },
      { device: "phone" },
      { source: "mail" },
      { hour: "5" },
      { tag: "summer" },
    ])
      expect([filter, (await visitors(filter)).total]).toEqual([filter, null]);
    // The links of a tag have their numbers.
    expect((await visitors({ tag: "summer" }, ["link"])).rows).toEqual([[LINK.fourth, expect.any(Number)]]);
    expect((await visitors({}, ["country"])).rows).toEqual([["US", null]]);
    expect((await visitors({}, ["device"])).rows).toEqual([["phone", null]]);
    expect((await visitors({}, ["visitor"])).rows).toEqual([
      ["person", expect.any(Number)],
      ["robot", 0],
      ["preview", 0],
    ]);
  });

  test("if the key of a day was missing for more than 2 % of its visits", async () => {
    const visit = { linkId: LINK.second, projectId: "main", qr: "", hour: "2026-09-11T10" };
    const known = Array.from({ length: 98 }, (_, n) => ({ ...visit, person: `person ${n}` }));
    await deliver(db, await peopleMessage([...known, ...[1, 2].map(() => ({ ...visit, person: null }))]));
    expect((await visitors({}, ["link"])).rows).toEqual([[LINK.second, 98]]);
    await deliver(db, await peopleMessage([{ ...visit, person: null }]));
    expect(await visitors({}, ["link"])).toEqual({ total: null, rows: [[LINK.second, null]] });
    await endDays(service.env, NOW);
    expect(await visitors({}, ["link"])).toEqual({ total: null, rows: [[LINK.second, null]] });
    // The other days of the period have a number.
    const { series } = await askReport(service.env, { from: "2026-09-10", to: "2026-09-10" });
    expect(answerOf(series)?.totals.visitors).toBe(0);
  });

  test("on days that were on sheets before visitors were counted, and in their month", async () => {
    const visit = { linkId: LINK.second, projectId: "main", qr: "", person: "Ada" };
    await deliver(db, await peopleMessage([{ ...visit, hour: "2026-08-10T10" }]));
    await endDays(service.env, NOW);
    const columns = "organization_id, project_id, period, sheet, counts";
    await db.batch([
      db.prepare(`CREATE TABLE earlier AS SELECT ${columns} FROM visit_sheets`),
      db.prepare("DELETE FROM visit_sheets"),
      db.prepare(`INSERT INTO visit_sheets (${columns}) SELECT ${columns} FROM earlier`),
      db.prepare("DROP TABLE earlier"),
    ]);
    const ofLink = async (from: string, to: string) => {
      const { breakdowns } = await askReport(service.env, { by: ["link"], from, to });
      return breakdowns.flatMap(({ answer }) => answerOf(answer)?.rows.map((row) => row.visitors));
    };
    expect(await ofLink("2026-08-10", "2026-08-11")).toEqual([null]);
    await deliver(db, await peopleMessage([{ ...visit, hour: "2026-08-11T10" }]));
    for (const isWritten of [false, true]) {
      if (isWritten) await endDays(service.env, NOW);
      expect([isWritten, await ofLink("2026-08-10", "2026-08-11")]).toEqual([isWritten, [null]]);
      expect([isWritten, await ofLink("2026-08-01", "2026-08-31")]).toEqual([isWritten, [null]]);
      expect([isWritten, await ofLink("2026-08-11", "2026-08-12")]).toEqual([isWritten, [1]]);
    }
  });

  test("on a day of which an earlier version counted a part", async () => {
    const visit = { linkId: LINK.second, projectId: "main", qr: "", hour: "2026-09-11T10" };
    await deliver(db, await peopleMessage([1, 2, 3].map(() => ({ ...visit, person: "Ada" }))));
    await db.prepare("UPDATE visit_days SET visitors = '{}'").run();
    await deliver(db, await peopleMessage([{ ...visit, person: "Grace" }]));
    expect(await visitors({}, ["link"])).toEqual({ total: null, rows: [[LINK.second, null]] });
    await deliver(db, await peopleMessage([{ ...visit, person: null }]));
    const { results } = await db
      .prepare("SELECT visitors ->> '?' AS unknown FROM visit_days")
      .all<{ unknown: number }>();
    expect(results).toEqual([{ unknown: 4 }, { unknown: 4 }]);
  });

  test("on days before visitors were counted", async () => {
    await deliver(db, await peopleMessage(visitsOn(["2026-09-10"])));
    await db.prepare("UPDATE visit_days SET visitors = '{}'").run();
    expect((await visitors({}, ["link"])).total).toBeNull();
    await endDays(service.env, NOW);
    const { total, rows } = await visitors({}, ["link"]);
    expect([total, new Set(rows.map(([, number]) => number))]).toEqual([null, new Set([null])]);
  });
});

describe("what is kept of visitors", () => {
  const stored = async (): Promise<string[]> => {
    const { results } = await db.prepare("SELECT visitors FROM visit_days ORDER BY link_id, retailer").all<{
      visitors: string;
    }>();
    return results.map(({ visitors }) => visitors);
  };
  const visit = { linkId: LINK.second, projectId: "main", qr: "front", hour: "2026-09-10T10" };

  test("are numbers once the day has ended: each late visitor adds one", async () => {
    await deliver(db, await peopleMessage([{ ...visit, person: "Ada" }]));
    expect((await stored()).every((text) => /^\{"(\*|front)":\{"\d+":1\}\}$/.test(text))).toBe(true);
    await endDays(service.env, NOW);
    expect(await stored()).toEqual(['{"*":1}', '{"front":1,"*":1}']);
    const late = ["Ada", "Grace"].map((person) => ({ ...visit, qr: "back", person }));
    await deliver(db, await peopleMessage(late));
    expect((await stored()).map((text) => JSON.parse(text))).toEqual([
      { "*": 3 },
      { front: 1, "*": 3, back: 2 },
    ]);
    await endDays(service.env, NOW);
    const { breakdowns } = await askReport(service.env, { by: ["link"] });
    expect(answerOf(breakdowns[0]?.answer ?? null)?.rows).toMatchObject([{ scans: 3, visitors: 3 }]);
  });

  test("has all who come while the day is written, whenever that is", async () => {
    let batches = 0;
    for (let when = 1; when === 1 || when <= batches; when++) {
      await emptyCounters(db);
      await deliver(db, await peopleMessage([{ ...visit, person: "Ada" }]));
      const late = await peopleMessage([{ ...visit, person: "Grace" }]);
      batches = 0;
      const interrupted = withBatch(db, async (statements) => {
        if (++batches === when) await deliver(db, late);
        return db.batch(statements);
      });
      await endDays(service.env, NOW, interrupted);
      // A late visitor makes the job write the day again, with more transactions.
      if (batches < when) await deliver(db, late);
      await endDays(service.env, NOW);
      const { series, breakdowns } = await askReport(service.env, { by: ["link"] });
      const rows = answerOf(breakdowns[0]?.answer ?? null)?.rows;
      expect([when, answerOf(series)?.totals.visitors, rows?.[0]?.visitors]).toEqual([when, 2, 2]);
      expect((await stored()).join()).not.toContain(":1}");
    }
    expect(batches).toBeGreaterThan(3);
  });

  test("counts a message once, however often it comes", async () => {
    const messages = await peopleMessage([
      { ...visit, person: null },
      { ...visit, person: "Ada" },
    ]);
    await deliver(db, messages);
    const before = await stored();
    await deliver(db, messages);
    expect(await stored()).toEqual(before);
  });

  test("counts a person once who came before and after the link's retailer changed", async () => {
    await deliver(db, await peopleMessage([{ ...visit, person: "Ada" }]));
    const retailer = db.prepare("UPDATE links SET retailer = ?1 WHERE id = ?2");
    await retailer.bind("marketplace", LINK.second).run();
    await deliver(db, await peopleMessage(["Ada", "Grace"].map((person) => ({ ...visit, person }))));
    await retailer.bind("custom", LINK.second).run();
    const numbers = async () => {
      const { series, breakdowns } = await askReport(service.env, { by: ["link", "retailer"] });
      const rows = breakdowns.map(({ answer }) =>
        answerOf(answer)?.rows.map(({ key, visitors }) => [key, visitors]),
      );
      return [answerOf(series)?.totals.visitors, rows];
    };
    const wanted = [
      2,
      [
        [[LINK.second, 2]],
        [
          ["marketplace", 2],
          ["custom", 1],
        ],
      ],
    ];
    expect(await numbers()).toEqual(wanted);
    await endDays(service.env, NOW);
    expect(await numbers()).toEqual(wanted);
  });
});
