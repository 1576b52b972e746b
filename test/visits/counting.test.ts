import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeVisits } from "../../src/features/visits/store-visits.ts";
import type { ApartCount, VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { countedD1 } from "../links/counted-d1.ts";
import type { SharedService } from "../use-service.ts";
import { withBatch } from "../with-batch.ts";
import { messageOf } from "./visit-messages.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

let service: SharedService;
let db: D1Database;
beforeAll(async () => {
  service = await startCounters();
  db = service.env.DB;
  await db
    .prepare(
      `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
      VALUES (?1, 'front', 'Front', 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z')`,
    )
    .bind(LINK.second)
    .run();
});
beforeEach(() => emptyCounters(db));

const HOUR = "2026-09-10T10";
const of = (linkId: string, select = "counts") =>
  rowsOf(db, `SELECT ${select} FROM visit_days WHERE link_id = '${linkId}' ORDER BY day, retailer`);

/** Hands messages to the consumer. Gives what is told, and which messages come again. */
async function consume(bodies: readonly unknown[], attempts = 1, of = db) {
  const told: unknown[] = [];
  const again: unknown[] = [];
  const received = bodies.map((body) => ({ body, attempts, ack() {}, retry: () => void again.push(body) }));
  await storeVisits(received, {
    db: of,
    log: (level, event, about) => void told.push([level, event, about]),
  });
  return { told, again };
}

describe("visits are added to stored counters", () => {
  test("in the organization's local hour and day, including quarter-hour zones", async () => {
    await db.prepare("UPDATE organizations SET time_zone = 'Asia/Kathmandu' WHERE id = 'acme'").run();
    // There it is a quarter to six hours later.
    const message: VisitMessage = {
      ...messageOf(
        ["00", "15", "30", "45"].map((minute) => ({ linkId: LINK.second, hour: `2026-09-10T18:${minute}` })),
      ),
      apart: ["00", "15"].flatMap((minute): ApartCount[] => [
        [LINK.second, "referrer", "news.example", "clicks", `2026-09-10T18:${minute}`, 1],
        [LINK.second, "choice", "shop-1", "clicks", `2026-09-10T18:${minute}`, 1],
      ]),
    };
    expect((await consume([message])).again).toEqual([]);
    await db.prepare("UPDATE organizations SET time_zone = 'UTC' WHERE id = 'acme'").run();
    const apart = { referrer: { clicks: { "news.example": 1 } }, choice: { clicks: { "shop-1": 1 } } };
    expect(await of(LINK.second, "day, clicks, taps, counts, apart")).toEqual([
      ["2026-09-10", 1, 1, { "": { "US phone": { 23: 1 } } }, apart],
      ["2026-09-11", 3, 1, { "": { "US phone": { 0: 3 } } }, apart],
    ]);
  });

  test("not at all if their link does not exist", async () => {
    const message: VisitMessage = {
      ...messageOf([
        { linkId: "lnk_gone", hour: HOUR },
        { linkId: LINK.second, hour: HOUR },
      ]),
      apart: [["lnk_gone", "choice", "shop-1", "clicks", `${HOUR}:00`, 1]],
    };
    expect(await consume([message])).toEqual({ told: [], again: [] });
    expect(await of(LINK.second, "clicks")).toEqual([[1]]);
    expect(await of("lnk_gone")).toEqual([]);
  });
});

describe("a message is counted without what can't be read", () => {
  const quarter = `${HOUR}:00`;
  const count = (...more: unknown[]) => [LINK.second, "", quarter, ...more];
  const readable = count("US", "phone", "person", 2);
  const shopped = [LINK.second, "choice", "shop-1", "clicks", quarter, 1];

  // biome-ignore format: a row for each case.
  test.each<[what: string, body: object, row: unknown, leftOut: number]>([
    ["a new dimension", { counts: [readable], apart: [[LINK.second, "moon", "full", "clicks", quarter, 1], shopped] }, [2, 1, { "": { "US phone": { 10: 2 } } }], 1],
    ["a new form of a value", { counts: [readable], apart: [[LINK.second, "referrer", "app://x", "clicks", quarter, 1], shopped] }, [2, 1, { "": { "US phone": { 10: 2 } } }], 1],
    ["a new class of people", { counts: [readable], apart: [[LINK.second, "choice", "shop-1", "taps", quarter, 1], shopped] }, [2, 1, { "": { "US phone": { 10: 2 } } }], 1],
    ["people who can have no such value", { counts: [readable], apart: [[LINK.second, "source", "mail", "scans", quarter, 1], shopped] }, [2, 1, { "": { "US phone": { 10: 2 } } }], 1],
    ["a new device", { counts: [count("US", "watch", "person", 2)] }, [2, 0, { "": { "US other": { 10: 2 } } }], 0],
    ["a new form of a country", { counts: [count("usa", "phone", "person", 2)] }, [2, 0, { "": { "XX phone": { 10: 2 } } }], 0],
    ["a new kind of visitor", { counts: [count("US", "phone", "agent", 5), readable] }, [2, 0, { "": { "US phone": { 10: 2 } } }], 1],
    ["more elements", { counts: [[...readable, "new"]], apart: [[...shopped, "new"]] }, [2, 1, { "": { "US phone": { 10: 2 } } }], 0],
    ["more lists", { counts: [readable], more: [["new"]] }, [2, 0, { "": { "US phone": { 10: 2 } } }], 0],
    ["no list", { counts: [readable], apart: "none", unknown: 7 }, [2, 0, { "": { "US phone": { 10: 2 } } }], 0],
  ])("%s", async (_, body, row, leftOut) => {
    const message = { sender: "vis_new", number: 0, since: 0, ...body };
    const found = await consume([message, message]);
    expect(found.again).toEqual([]);
    expect(found.told).toEqual(leftOut === 0 ? [] : [["error", "store visits", { leftOut: 2 * leftOut }]]);
    expect((await consume([message])).again).toEqual([]);
    expect(await of(LINK.second, "clicks, taps, counts")).toEqual([row]);
  });

  test.each([
    ["no sender", { number: 0, since: 0, counts: [readable] }],
    [
      "no entry that can be read",
      { sender: "vis_none", number: 0, since: 0, counts: [count("US", "phone", "agent", 5)] },
    ],
    ["a text", "text"],
  ])("but is kept with %s", async (_, body) => {
    expect((await consume([body])).again).toEqual([body]);
    expect(await of(LINK.second, "clicks")).toEqual([]);
  });
});

describe("messages are counted once", () => {
  const visit = { linkId: LINK.second, hour: HOUR };

  /** A database in which another consumer counts a message before each of so many writes. */
  const overtaken = (messages: readonly VisitMessage[]): D1Database => {
    let batches = 0;
    const batch = async (statements: D1PreparedStatement[]) => {
      const message = ++batches % 2 === 0 ? messages[batches / 2 - 1] : undefined;
      if (message) await consume([message]);
      return db.batch(statements);
    };
    return withBatch(db, batch);
  };

  test("that another consumer counts concurrently: three attempts are made", async () => {
    const all = [1, 2, 3, 4].map(() => messageOf([visit]));
    expect((await consume(all, 1, overtaken(all.slice(0, 2)))).again).toEqual([]);
    expect(await of(LINK.second, "clicks")).toEqual([[4]]);
    await emptyCounters(db);
    expect((await consume(all, 1, overtaken(all.slice(0, 3)))).again).toEqual(all);
    expect(await of(LINK.second, "clicks")).toEqual([[3]]);
  });

  const messageBy = (sender: string, number: number): VisitMessage => ({
    ...messageOf([visit], sender),
    number,
  });
  const seenBy = async (sender: string) =>
    JSON.parse(
      (await db.prepare("SELECT seen FROM visit_senders WHERE id = ?1").bind(sender).first("seen")) ?? "",
    );

  test("in any order, with gaps, again and again: a sender is one row", async () => {
    const numbers = [5, 0, 1, 9, 3, 4, 0, 9];
    await consume(numbers.map((number) => messageBy("vis_gaps", number)));
    expect(await of(LINK.second, "clicks")).toEqual([[6]]);
    expect(await seenBy("vis_gaps")).toEqual([
      [0, 1],
      [3, 5],
      [9, 9],
    ]);
    await consume([...numbers, 2].map((number) => messageBy("vis_gaps", number)));
    expect(await of(LINK.second, "clicks")).toEqual([[7]]);
    expect(await seenBy("vis_gaps")).toEqual([
      [0, 5],
      [9, 9],
    ]);
  });

  test("by two consumers that read a sender at the same time: its other messages need no second attempt", async () => {
    const [first, second, third] = [0, 1, 2].map((number) => messageBy("vis_two", number));
    if (!first || !second || !third) throw new Error("three messages");
    await consume([first]);
    let batches = 0;
    const batch = async (statements: D1PreparedStatement[]) => {
      if (++batches === 2) await consume([second]);
      return db.batch(statements);
    };
    const overtakenOnce = withBatch(db, batch);
    await consume([third], 1, overtakenOnce);
    expect(batches).toBe(2);
    expect(await of(LINK.second, "clicks")).toEqual([[3]]);
    await consume([first, second, third]);
    expect(await of(LINK.second, "clicks")).toEqual([[3]]);
  });

  test("and other failures are not retried immediately", async () => {
    let batches = 0;
    const batch = () => {
      batches++;
      throw new Error("D1_ERROR: no such table");
    };
    const broken = withBatch(db, batch);
    const message = messageOf([visit]);
    const { again, told } = await consume([message], 2, broken);
    expect([batches, again, told]).toEqual([
      1,
      [message],
      [["error", "store visits", { messages: 1, attempts: 2, cause: expect.any(Error) }]],
    ]);
  });
});

test("what is read to count a message does not depend on how many others were counted, or codes its link has", async () => {
  const { db: counted, taken } = countedD1(db);
  const read = async () => {
    const message = messageOf([{ linkId: LINK.second, hour: HOUR, qr: "front" }]);
    expect((await consume([message], 1, counted)).again).toEqual([]);
    return taken().read;
  };
  await read();
  const before = await read();
  const names = JSON.stringify(Array.from({ length: 50 }, (_, number) => `other-${number}`));
  await db.batch(
    [
      `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
      SELECT '${LINK.second}', value, 'Other', 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z' FROM json_each(?1)`,
      "INSERT INTO visit_senders (id, seen, newest) SELECT 'vis_' || value, '[[0,9]]', 0 FROM json_each(?1)",
    ].map((sql) => db.prepare(sql).bind(names)),
  );
  const after = await read();
  await db.prepare("DELETE FROM qr_codes WHERE name = 'Other'").run();
  expect(after).toBe(before);
});
