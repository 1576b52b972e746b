import { expect, test, vi } from "vitest";
import type { VisitRecord } from "../../src/short-links/visitor.ts";
import type { VisitMessage } from "../../src/visits/message.ts";
import { VisitGatherer } from "../../src/visits/visit-buffer.ts";

const PHONE = "Mozilla/5.0 (iPhone) Mobile Safari";

const visit = (time: number, linkId = "lnk_1", userAgent = PHONE): VisitRecord => ({
  linkId,
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
  const gatherer = new VisitGatherer();
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
    newId: () => `vis_${++ids}`,
    report: (failure: { lost: VisitMessage | undefined }) => void failures.push(failure.lost),
  };
  return {
    sent,
    failures,
    work,
    visits: () => sent.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count[6], 0),
    add(...about: Parameters<typeof visit>) {
      const started = gatherer.add(visit(...about));
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

test("the hundredth count sends at once, and the first's timer then leaves the next batch alone", async () => {
  const { add, endTimers, settle, sent, visits } = isolate();
  for (let link = 0; link < 101; link++) add(0, `lnk_${link}`);
  await vi.waitFor(() => expect(visits()).toBe(100));
  await endTimers();
  await settle();
  expect(sent).toHaveLength(2);
  expect(visits()).toBe(101);
});

test("so does the hundredth program that the isolate has not met", async () => {
  const { add, visits } = isolate();
  for (let number = 0; number < 101; number++) add(number, "lnk_1", unmetProgram());
  await vi.waitFor(() => expect(visits()).toBe(100));
});

test("visits that are alike are one count, however many come in a second", async () => {
  const { add, endTimers, settle, sent } = isolate();
  for (let number = 0; number < 10_000; number++) add(number % 1_000, `lnk_${number % 2}`);
  expect(sent).toEqual([]);
  await endTimers();
  await settle();
  expect(sent.map(({ counts }) => counts.map((count) => count[6]))).toEqual([[5_000, 5_000]]);
});

test("programs that the isolate has not met are read with the message, and counted like those it has", async () => {
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

test("a visit of such a program alone is counted, and its message leaves after the answer", async () => {
  const gatherer = new VisitGatherer();
  const order: string[] = [];
  const work = gatherer.add(visit(0, "lnk_1", unmetProgram()))?.({
    send: async ({ counts }) => void order.push(`send ${counts.length}`),
    wait: async (milliseconds) => void order.push(`wait ${milliseconds}`),
    newId: (since) => `vis_${since}`,
    report: () => void order.push("report"),
  });
  await work;
  expect(order).toEqual(["wait 1000", "wait 0", "send 1"]);
});

test("a batch whose request was cut off goes with the next visit", async () => {
  const { add, sent, visits } = isolate();
  const since = Date.parse("2026-11-21T00:00:00.000Z");
  add(since);
  add(since + 1_999);
  expect(visits()).toBe(0);
  add(since + 2_000);
  await vi.waitFor(() => expect(visits()).toBe(3));
  expect(sent).toHaveLength(1);
});

test("what the queue refused follows once it works again, under the same id", async () => {
  let down = true;
  const tried: string[] = [];
  const { add, sent, visits } = isolate(async ({ id }) => {
    tried.push(id);
    if (down) throw new Error("queue down");
  });
  addHundreds(add, 3);
  await vi.waitFor(() => expect(tried).toEqual(["vis_1", "vis_2", "vis_3"]));
  down = false;
  addHundreds(add, 1);
  await vi.waitFor(() => expect(visits()).toBe(400));
  expect(sent.map(({ id }) => id).sort()).toEqual(["vis_1", "vis_2", "vis_3", "vis_4"]);
});

test("what the queue refused is sent again though no visit follows", async () => {
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
  expect(sent.map(({ id, counts }) => [id, counts[0]?.[6]])).toEqual([["vis_1", 2]]);
});

test("what the queue refused is sent again ten seconds later", async () => {
  const waits: number[] = [];
  const refused = new VisitGatherer().add(visit(0))?.({
    send: () => Promise.reject(new Error("queue down")),
    wait: async (milliseconds) => void waits.push(milliseconds),
    newId: () => "vis_1",
    report: () => {},
  });
  await refused;
  expect(waits).toEqual([1_000, 0, 10_000]);
});

test("what is kept for a queue that stays down is bounded", async () => {
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

test("a message stays far below the 128 kB that a queue takes, whatever the visits were", async () => {
  const { sent, settle, work } = isolate();
  const gatherer = new VisitGatherer();
  const ports = {
    send: async (message: VisitMessage) => void sent.push(message),
    wait: async () => {},
    newId: () => "vis_1",
    report: () => {},
  };
  for (let number = 0; number < 100; number++) {
    const qr = String(number).padStart(64, "x");
    const started = gatherer.add({ ...visit(0, `lnk_${"1".repeat(26)}`), qr });
    if (started) work.push(started(ports));
  }
  await settle();
  expect(sent).not.toEqual([]);
  for (const message of sent) expect(JSON.stringify(message).length).toBeLessThan(20_000);
});
