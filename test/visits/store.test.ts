import { describe, expect, test } from "vitest";
import type { VisitRecord } from "../../src/features/short-links/visitor.ts";
import { storeVisits } from "../../src/features/visits/store-visits.ts";
import { VisitBuffer } from "../../src/features/visits/visit-buffer.ts";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { newId } from "../../src/ground/core/ids.ts";
import { MAX_RETRIES } from "../../src/ground/platform/background.ts";
import { type Log, log } from "../../src/ground/platform/log.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { storedTotal, storedVisits } from "./stored-visits.ts";

const HOUR = 60 * 60 * 1_000;
/** Larger than any number of messages, so that its multiples put each of them in another place. */
const PRIME = 1_000_003;

const service = await useService();
const { key } = await service.issueKey();
const links = await Promise.all(
  Array.from({ length: 5 }, async () => expectLink(await post(service, "/v1/links", linkBody(), { key }))),
);

const total = (...classes: string[]) =>
  storedTotal(service.env.DB, ({ class: is }) => classes.length === 0 || classes.includes(is));

/** A message as the queue hands it over, and what became of it. */
function delivery(body: unknown, attempts = 1) {
  const outcome: { kind: "none" | "acknowledged" | "again"; delay?: number } = { kind: "none" };
  return {
    body,
    attempts,
    outcome,
    ack() {
      outcome.kind = "acknowledged";
    },
    retry({ delaySeconds }: { delaySeconds?: number } = {}) {
      outcome.kind = "again";
      if (delaySeconds !== undefined) outcome.delay = delaySeconds;
    },
  };
}

const store = (messages: ReturnType<typeof delivery>[], fault?: Fault) =>
  storeVisits(messages, {
    db: fault ? faulty(service.env.DB, fault) : service.env.DB,
    log,
  });

const message = (id: string, count: Partial<Record<number, unknown>> = {}) => ({
  sender: id,
  number: 0,
  since: 0,
  counts: [Object.assign([links[0]?.id, "", "2026-11-21T04:00", "US", "phone", "person", 1], count)],
  apart: [],
});

describe("design: counted visits equal answered visits", () => {
  test("100,000 visits from ten isolates, with duplicate messages, failed batches and lost responses", async () => {
    const visits = 100_000;
    const queue: VisitMessage[] = [];
    await gather(visits, queue);
    expect(queue.length).toBeGreaterThan(500);
    const before = await total();

    // Every message comes once, every third twice, every ninth three times, in batches of 50, in disorder.
    let waiting = queue.flatMap((body, index) =>
      Array.from({ length: index % 9 === 0 ? 3 : index % 3 === 0 ? 2 : 1 }, () => body),
    );
    waiting = waiting.map((_, index) => waiting[(index * PRIME) % waiting.length] ?? _);
    const faults: (Fault | undefined)[] = [undefined, "throws", undefined, "loses answers", undefined];
    let failed = 0;
    for (let round = 0; waiting.length > 0; round++) {
      const batch = waiting.splice(0, 50).map((body) => delivery(body));
      await store(batch, faults[round % faults.length]);
      const again = batch.filter(({ outcome }) => outcome.kind === "again");
      expect(again.length === 0 || again.length === batch.length).toBe(true);
      failed += again.length;
      waiting.push(...again.map(({ body }) => body as VisitMessage)); // what was put in above
    }
    expect(failed).toBeGreaterThan(200);
    expect((await total()) - before).toBe(visits);
    const people = await total("scans", "clicks");
    // A tenth each are HEAD requests, prefetches and robots.
    expect(people).toBe((visits * 7) / 10);
    expect(await total("previews")).toBe(visits / 10);
  });

  test("an invalid message does not block others, and is retried with growing delays", async () => {
    const before = await total();
    const good = delivery(message("vis_good"));
    const [first, tenth] = [delivery({ id: "vis_x" }), delivery("text", 10)];
    await store([first, good, tenth]);
    expect(good.outcome).toEqual({ kind: "acknowledged" });
    expect([first.outcome, tenth.outcome]).toEqual([
      { kind: "again", delay: 10 },
      { kind: "again", delay: 1_200 },
    ]);
    expect((await total()) - before).toBe(1);
  });

  test("while D1 is down, all messages are retried", async () => {
    const before = await total();
    const batch = [delivery(message("vis_down1")), delivery(message("vis_down2"), 2)];
    await store(batch, "throws");
    expect(batch.map(({ outcome }) => outcome)).toEqual([
      { kind: "again", delay: 10 },
      { kind: "again", delay: 20 },
    ]);
    expect(await total()).toBe(before);
  });

  test("if all messages are invalid, nothing is stored, and a last attempt is logged", async () => {
    const told: unknown[] = [];
    const db = faulty(service.env.DB, "throws");
    const tell: Log = (_level, event, fields) => void told.push([event, fields]);
    for (const attempts of [3, MAX_RETRIES + 1])
      await storeVisits([delivery("text", attempts)], { db, log: tell });
    expect(told).toEqual([
      ["store visits", expect.objectContaining({ messages: 1, attempts: 3 })],
      ["store visits", expect.objectContaining({ messages: 1, attempts: MAX_RETRIES + 1 })],
      ["dead letter", { queue: "visits", messages: 1 }],
    ]);
  });
});

describe("design: the number of counters is bounded", () => {
  test("a QR code of the link is counted under its identifier, unknown codes as no code", async () => {
    const [, link] = links;
    const of = (id: string, qr: string) => delivery(message(id, { 0: link?.id, 1: qr, 3: "FR" }));
    await store([
      of("vis_q1", "default"),
      of("vis_q2", "made-up-1"),
      of("vis_q3", "made-up-2"),
      of("vis_q4", ""),
    ]);
    const found = (await storedVisits(service.env.DB)).filter(
      ({ linkId, country }) => linkId === link?.id && country === "FR",
    );
    expect(found.map(({ code, visits }) => [code, visits]).sort()).toEqual([
      ["", 3],
      ["default", 1],
    ]);
  });

  test("a code in another case counts for the code", async () => {
    const [, , link] = links;
    await service.env.DB.prepare(
      `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
       VALUES (?1, 'Shelf', 'Shelf', 'https://x', 0, '')`,
    )
      .bind(link?.id)
      .run();
    const codes = ["DEFAULT", "Default", "default", "SHELF", "Shelf", "shelf", "shelves"];
    await store(
      codes.map((qr, index) => delivery(message(`vis_case${index}`, { 0: link?.id, 1: qr, 3: "SE" }))),
    );
    const found = (await storedVisits(service.env.DB)).filter(({ country }) => country === "SE");
    expect(found.map(({ code, visits }) => [code, visits]).sort()).toEqual([
      ["", 1],
      ["Shelf", 3],
      ["default", 3],
    ]);
  });

  test("senders of messages are deleted after two days", async () => {
    const now = new Date("2026-11-24T00:00:00.000Z");
    const ids = ["2026-11-21T23:59:59.999Z", "2026-11-22T00:10:00.000Z"].map((time) =>
      newId("vis", new Date(time)),
    );
    await store(ids.map((id) => delivery(message(id))));
    await service.scheduled("* * * * *", now);
    const { results } = await service.env.DB.prepare("SELECT id FROM visit_senders WHERE id IN (?1, ?2)")
      .bind(...ids)
      .all();
    expect(results).toEqual([{ id: ids[1] }]);
  });
});

/** Visits of ten isolates, all sent. Of ten visits, one is a HEAD, one a prefetch and one a robot's. */
async function gather(count: number, queue: VisitMessage[]): Promise<void> {
  const isolates = Array.from({ length: 10 }, () => new VisitBuffer());
  const work: Promise<unknown>[] = [];
  let made = 0;
  const ports = {
    send: async (sent: VisitMessage) => void queue.push(sent),
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    findEntries: async () => undefined,
    name: () => ({ sender: "vis_gathered", number: made++ }),
    report: () => expect.fail("the queue works"),
  };
  const start = Date.parse("2026-11-21T00:00:00.000Z");
  for (let number = 0; number < count; number++) {
    const kind = number % 10;
    const visit: VisitRecord = {
      link: {
        linkId: links[number % links.length]?.id ?? "",
        project: { organizationId: "acme", projectId: "main" },
      },
      qr: number % 2 === 0 ? "default" : "",
      time: start + Math.floor(number / 10_000) * HOUR,
      country: ["US", "CA", "DE"][number % 3],
      userAgent:
        kind === 2 ? "curl/8.5.0" : `Mozilla/5.0 (${number % 4 ? "iPhone" : "Windows NT 10.0"}) Safari`,
      head: kind === 0,
      prefetch: kind === 1,
    };
    const started = isolates[number % 7]?.add(visit, "local");
    if (started) work.push(started(ports));
    if (number % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(work);
}
