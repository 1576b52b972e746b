import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeVisits } from "../../src/features/visits/store-visits.ts";
import type { VisitMessage } from "../../src/features/visits/visit-message.ts";
import { countedD1 } from "../links/counted-d1.ts";
import type { SharedService } from "../use-service.ts";
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
      referrers: ["00", "15"].map((minute) => [LINK.second, "news.example", `2026-09-10T18:${minute}`, 1]),
      taps: ["00", "15"].map((minute) => [LINK.second, "shop-1", "click", `2026-09-10T18:${minute}`, 1]),
    };
    expect((await consume([message])).again).toEqual([]);
    await db.prepare("UPDATE organizations SET time_zone = 'UTC' WHERE id = 'acme'").run();
    expect(await of(LINK.second, "day, clicks, taps, counts, referrers")).toEqual([
      ["2026-09-10", 1, 1, { "": { "US phone": { 23: 1 } } }, { "news.example": 1 }],
      ["2026-09-11", 3, 1, { "": { "US phone": { 0: 3 } } }, { "news.example": 1 }],
    ]);
  });

  test("not at all if their link does not exist", async () => {
    const message: VisitMessage = {
      ...messageOf([
        { linkId: "lnk_gone", hour: HOUR },
        { linkId: LINK.second, hour: HOUR },
      ]),
      referrers: [["lnk_gone", "news.example", `${HOUR}:00`, 1]],
      taps: [["lnk_gone", "shop-1", "click", `${HOUR}:00`, 1]],
    };
    expect(await consume([message])).toEqual({ told: [], again: [] });
    expect(await of(LINK.second, "clicks")).toEqual([[1]]);
    expect(await of("lnk_gone")).toEqual([]);
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
    return new Proxy(db, {
      get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name).bind(target)),
    });
  };

  test("that another consumer counts concurrently: three attempts are made", async () => {
    const all = [1, 2, 3, 4].map(() => messageOf([visit]));
    expect((await consume(all, 1, overtaken(all.slice(0, 2)))).again).toEqual([]);
    expect(await of(LINK.second, "clicks")).toEqual([[4]]);
    await emptyCounters(db);
    expect((await consume(all, 1, overtaken(all.slice(0, 3)))).again).toEqual(all);
    expect(await of(LINK.second, "clicks")).toEqual([[3]]);
  });

  test("and other failures are not retried immediately", async () => {
    let batches = 0;
    const batch = () => {
      batches++;
      throw new Error("D1_ERROR: no such table");
    };
    const broken = new Proxy(db, {
      get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name).bind(target)),
    });
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
      "INSERT INTO visit_messages (id) SELECT 'vis_' || value FROM json_each(?1)",
    ].map((sql) => db.prepare(sql).bind(names)),
  );
  const after = await read();
  await db.prepare("DELETE FROM qr_codes WHERE name = 'Other'").run();
  expect(after).toBe(before);
});
