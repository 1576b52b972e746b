import { afterEach, expect, test, vi } from "vitest";
import type { VisitRecord } from "../../src/features/short-links/visitor.ts";
import type { VisitCount, VisitMessage } from "../../src/features/visits/visit-counts.ts";

afterEach(() => vi.useRealTimers());

const visit: VisitRecord = {
  ...{
    link: { linkId: "lnk_1", project: { organizationId: "acme", projectId: "main" } },
    qr: "",
    time: Date.parse("2026-11-21T04:00Z"),
    country: "US",
    userAgent: "curl/8.5.0",
  },
  ...{ head: false, prefetch: false },
};

/** An isolate that has counted nothing yet, with its queue and what it tells of failures. */
async function isolate(
  send: (message: VisitMessage) => Promise<unknown>,
  more: object = { LINKS: { get: () => Promise.reject(new Error("KV is down")) } },
) {
  vi.resetModules();
  const { countVisit } = await import("../../src/features/visits/visit-buffer.ts");
  const work: Promise<unknown>[] = [];
  const told: unknown[] = [];
  // All that is called.
  const bindings = { VISITS: { send }, ...more } as unknown as Parameters<typeof countVisit>[2];
  const count = (each: VisitRecord) =>
    countVisit(
      each,
      new Request("https://go.example/abcdefgh"),
      bindings,
      (promise) => void work.push(promise),
      (...about) => void told.push(about),
    );
  return { count, work, told };
}

test("visits go to the queue after a second as one message with the time of the first", async () => {
  const sent: VisitMessage[] = [];
  const { count, work, told } = await isolate(async (message) => void sent.push(message));
  vi.useFakeTimers();
  count(visit);
  count({ ...visit, time: visit.time + 500 });
  expect(work).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.counts).toEqual([["lnk_1", "", "2026-11-21T04:00", "US", "other", "robot", 2]]);
  expect(sent[0]).toMatchObject({ sender: expect.stringMatching(/^vis_/), since: visit.time });
  expect(told).toEqual([]);
});

test("visits are counted without their visitors while KV is down, which is logged", async () => {
  const sent: VisitMessage[] = [];
  const { count, told } = await isolate(async (message) => void sent.push(message));
  vi.useFakeTimers();
  count({ ...visit, userAgent: "Mozilla/5.0 (iPhone) Mobile Safari" });
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.counts).toEqual([["lnk_1", "", "2026-11-21T04:00", "US", "phone", "person", 1]]);
  expect(told).toEqual([["error", "count visitors", { cause: new Error("KV is down") }]]);
});

test("the log of lost visits has no visitors", async () => {
  const { count, told } = await isolate(() => Promise.reject(new Error("queue down")), {
    LINKS: { get: async () => "a key" },
  });
  vi.useFakeTimers();
  for (let link = 0; link < 10_100; link++)
    count({
      ...visit,
      link: { ...visit.link, linkId: `lnk_${link}` },
      userAgent: "Mozilla/5.0 (iPhone) Mobile Safari",
    });
  const lost = () =>
    told.flatMap((about) => (about as [string, string, { lost?: VisitCount[] }])[2].lost ?? []);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(10);
    expect(lost()).toHaveLength(100);
  });
  expect(lost().every((each) => each.length === 7)).toBe(true);
});

test("counting errors are logged and never thrown", async () => {
  const { count, told } = await isolate(async () => {});
  const cause = new Error("no such visit");
  const broken = new Proxy(visit, {
    get() {
      throw cause;
    },
  });
  expect(() => count(broken)).not.toThrow();
  expect(told).toEqual([["error", "count visits", { cause }]]);
});
