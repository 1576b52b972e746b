import { expect, test, vi } from "vitest";
import type { VisitRecord } from "../../src/features/short-links/visitor.ts";
import { VisitBuffer } from "../../src/features/visits/visit-buffer.ts";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";

const PHONE = "Mozilla/5.0 (iPhone) Mobile Safari";

const visit = (time: number, linkId = "lnk_1", userAgent = PHONE): VisitRecord => ({
  link: { linkId, project: { organizationId: "acme", projectId: "main" } },
  qr: "",
  time,
  country: "US",
  userAgent,
  head: false,
  prefetch: false,
});

let met = 0;
/** A program that no isolate has met, however often a test runs. */
const unmetProgram = () => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/150.${++met}`;

/** An isolate whose timers end when the test says so. */
function isolate(send: (message: VisitMessage) => Promise<unknown> = async () => {}) {
  const gatherer = new VisitBuffer();
  const work: Promise<unknown>[] = [];
  const timers: (() => void)[] = [];
  const sent: VisitMessage[] = [];
  const failures: (VisitMessage | undefined)[] = [];
  let ids = 0;
  const ports = {
    async send(message: VisitMessage) {
      await send(message);
      sent.push(message);
    },
    wait: (milliseconds: number) =>
      milliseconds === 0 ? Promise.resolve() : new Promise<void>((resolve) => timers.push(resolve)),
    findEntries: async () => undefined,
    name: () => ({ sender: "vis_isolate", number: ids++ }),
    report: (failure: { lost: VisitMessage | undefined }) => void failures.push(failure.lost),
  };
  return {
    sent,
    failures,
    work,
    visits: () => sent.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count[6], 0),
    add(...about: Parameters<typeof visit>) {
      const started = gatherer.add(visit(...about), "local");
      if (started) work.push(started(ports));
    },
    async endTimers() {
      for (const end of timers.splice(0)) end();
      await vi.waitFor(() => expect(timers).toEqual([]));
    },
    settle: () => Promise.all(work),
  };
}

/** Visits of a hundred links, as many as a message holds, and so often. */
function addHundreds(add: (time: number, linkId: string) => void, times: number): void {
  for (let link = 0; link < 100 * times; link++) add(0, `lnk_${link % 100}`);
}

test("visits of a second are one message", async () => {
  const { add, endTimers, settle, sent, work } = isolate();
  for (let time = 0; time < 99; time++) add(time);
  // One request waits for all of them.
  expect(work).toHaveLength(1);
  expect(sent).toEqual([]);
  await endTimers();
  await settle();
  expect(sent.map(({ counts }) => counts.map((count) => count[6]))).toEqual([[99]]);
});

test("the hundredth count sends immediately, and the first timer does not affect the next batch", async () => {
  const { add, endTimers, settle, sent, visits } = isolate();
  for (let link = 0; link < 101; link++) add(0, `lnk_${link}`);
  await vi.waitFor(() => expect(visits()).toBe(100));
  await endTimers();
  await settle();
  expect(sent).toHaveLength(2);
  expect(visits()).toBe(101);
});

test("so does the 2,000th visitor, in a message that the queue charges for once", async () => {
  const sent: VisitMessage[] = [];
  const gatherer = new VisitBuffer();
  const ports = {
    send: async (message: VisitMessage) => void sent.push(message),
    wait: () => Promise.resolve(),
    findEntries: async (_: unknown, __: unknown, visitors: Iterable<string>) =>
      "A".repeat(8 * [...visitors].length),
    name: () => ({ sender: "vis_isolate", number: 0 }),
    report: () => {},
  };
  for (let number = 0; number < 2 * 1_999; number++) gatherer.add(visit(0), `10.0.${number % 1_999}`);
  expect(sent).toEqual([]);
  await gatherer.add(visit(0), "10.1.0.0")?.(ports);
  expect(sent.map(({ counts }) => [counts[0]?.[6], counts[0]?.[7]?.length])).toEqual([[3_999, 16_000]]);
  expect(JSON.stringify(sent[0]).length).toBeLessThan(64_000);
});

test("so does the hundredth unknown user agent", async () => {
  const { add, visits } = isolate();
  for (let number = 0; number < 101; number++) add(number, "lnk_1", unmetProgram());
  await vi.waitFor(() => expect(visits()).toBe(100));
});

test("equal visits in a second are one count", async () => {
  const { add, endTimers, settle, sent } = isolate();
  for (let number = 0; number < 10_000; number++) add(number % 1_000, `lnk_${number % 2}`);
  expect(sent).toEqual([]);
  await endTimers();
  await settle();
  expect(sent.map(({ counts }) => counts.map((count) => count[6]))).toEqual([[5_000, 5_000]]);
});

test("unknown user agents are parsed with the message, and counted like known ones", async () => {
  const { add, endTimers, settle, sent } = isolate();
  const unmet = unmetProgram();
  for (const [time, userAgent] of [unmet, "curl/8.5.0", unmet, PHONE].entries())
    add(time, "lnk_1", userAgent);
  await endTimers();
  await settle();
  for (const [time, userAgent] of [unmet, "curl/8.5.0", unmet, PHONE].entries())
    add(time, "lnk_1", userAgent);
  await endTimers();
  await settle();
  expect(sent).toHaveLength(2);
  for (const { counts } of sent) {
    expect(counts.map(([, , , , device, visitor, visits]) => [device, visitor, visits]).sort()).toEqual([
      ["desktop", "person", 2],
      ["other", "robot", 1],
      ["phone", "person", 1],
    ]);
  }
});

test("a single visit by an unknown user agent is counted after the response", async () => {
  const gatherer = new VisitBuffer();
  const order: string[] = [];
  const work = gatherer.add(
    visit(0, "lnk_1", unmetProgram()),
    "local",
  )?.({
    findEntries: async () => undefined,
    send: async ({ counts }) => void order.push(`send ${counts.length}`),
    wait: async (milliseconds) => void order.push(`wait ${milliseconds}`),
    name: () => ({ sender: "vis_isolate", number: 0 }),
    report: () => void order.push("report"),
  });
  await work;
  expect(order).toEqual(["wait 1000", "wait 0", "send 1"]);
});

test("while an isolate is busy, its window doubles up to ten seconds, and it is a second again after a pause", async () => {
  const gatherer = new VisitBuffer();
  const waits: number[] = [];
  let end = () => {};
  const ports = {
    send: async () => {},
    findEntries: async () => undefined,
    wait: (milliseconds: number) => {
      if (milliseconds === 0) return Promise.resolve();
      waits.push(milliseconds);
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    },
    name: () => ({ sender: "vis_isolate", number: 0 }),
    report: () => {},
  };
  let time = 0;
  /** So many visits in each second of a window, which then ends. */
  const window = async (perSecond: number) => {
    const since = time;
    const work = gatherer.add(visit(time), "local")?.(ports);
    const lasts = waits.at(-1) ?? 0;
    for (; time < since + lasts; time += 1_000 / perSecond) gatherer.add(visit(time), "local");
    end();
    await work;
  };
  for (let busy = 0; busy < 5; busy++) await window(25);
  await window(10);
  await window(10);
  await window(25);
  time += 60_000;
  await window(25);
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 1_000, 1_000, 1_000]);
});

test("a batch of an aborted request is sent with the next visit", async () => {
  const { add, sent, visits } = isolate();
  const since = Date.parse("2026-11-21T00:00:00.000Z");
  add(since);
  add(since + 1_999);
  expect(visits()).toBe(0);
  add(since + 2_000);
  await vi.waitFor(() => expect(visits()).toBe(3));
  expect(sent).toHaveLength(1);
});

test("a rejected message is resent with the same number once the queue recovers", async () => {
  let down = true;
  const tried: number[] = [];
  const { add, sent, visits } = isolate(async ({ number }) => {
    tried.push(number);
    if (down) throw new Error("queue down");
  });
  addHundreds(add, 3);
  await vi.waitFor(() => expect(tried).toEqual([0, 1, 2]));
  down = false;
  addHundreds(add, 1);
  await vi.waitFor(() => expect(visits()).toBe(400));
  expect(sent.map(({ number }) => number).sort()).toEqual([0, 1, 2, 3]);
});

test("a rejected message is resent without another visit", async () => {
  let down = true;
  const { add, endTimers, failures, settle, sent } = isolate(async () => {
    if (down) throw new Error("queue down");
  });
  add(0);
  add(1);
  await endTimers();
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  down = false;
  await endTimers();
  await settle();
  expect(sent.map(({ number, counts }) => [number, counts[0]?.[6]])).toEqual([[0, 2]]);
});

test("a rejected message is resent five seconds later", async () => {
  const waits: number[] = [];
  const refused = new VisitBuffer().add(
    visit(0),
    "local",
  )?.({
    findEntries: async () => undefined,
    send: () => Promise.reject(new Error("queue down")),
    wait: async (milliseconds) => void waits.push(milliseconds),
    name: () => ({ sender: "vis_isolate", number: 0 }),
    report: () => {},
  });
  await refused;
  expect(waits).toEqual([1_000, 0, 5_000]);
});

test("unsent messages are bounded during a queue outage", async () => {
  let down = true;
  const { add, failures, visits } = isolate(async () => {
    if (down) throw new Error("queue down");
  });
  addHundreds(add, 150);
  await vi.waitFor(() => expect(failures).toHaveLength(150));
  expect(failures.filter(Boolean)).toHaveLength(50);
  down = false;
  addHundreds(add, 1);
  await vi.waitFor(() => expect(visits()).toBe(10_100));
});

test("a message stays far below the queue's limit of 128 kB", async () => {
  const { sent, settle, work } = isolate();
  const gatherer = new VisitBuffer();
  const ports = {
    send: async (message: VisitMessage) => void sent.push(message),
    wait: async () => {},
    findEntries: async () => undefined,
    name: () => ({ sender: "vis_isolate", number: 0 }),
    report: () => {},
  };
  for (let number = 0; number < 100; number++) {
    const qr = String(number).padStart(64, "x");
    const started = gatherer.add({ ...visit(0, `lnk_${"1".repeat(26)}`), qr }, "local");
    if (started) work.push(started(ports));
  }
  await settle();
  expect(sent).not.toEqual([]);
  for (const message of sent) expect(JSON.stringify(message).length).toBeLessThan(20_000);
});
