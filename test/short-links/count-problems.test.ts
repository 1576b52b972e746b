import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

const NINE = Date.parse("2026-11-21T09:59:58.500Z");

/** The counts of a new isolate, and what it logs. */
async function isolate() {
  const { countProblem } = await import("../../src/features/short-links/problems.ts");
  const lines: unknown[] = [];
  const work: Promise<unknown>[] = [];
  const log = (...line: unknown[]) => void lines.push(line);
  const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
  const count = (host: string, status: number, at = NINE) =>
    countProblem(new Request(`https://${host}/nothing?secret=1`), status, { log, waitUntil }, at);
  const settle = async () => {
    await vi.runAllTimersAsync();
    await Promise.all(work);
    return lines.splice(0);
  };
  return { count, settle, work };
}

const line = (host: string, status: number, hour: string, count: number) => [
  "info",
  "redirect problems",
  { host, status, hour, count },
];

test("problems are logged by host, status and hour, as one line for many", async () => {
  const { count, settle } = await isolate();
  for (let more = 0; more < 300; more++) count("go.example", 404);
  count("go.example", 503);
  count("brand.example", 404);
  count("go.example", 404, NINE + 2_000);
  expect(await settle()).toEqual([
    line("go.example", 404, "2026-11-21T09", 300),
    line("go.example", 503, "2026-11-21T09", 1),
    line("brand.example", 404, "2026-11-21T09", 1),
    line("go.example", 404, "2026-11-21T10", 1),
  ]);
});

test("a minute has one log, and the rest waits for the next problem", async () => {
  const { count, settle, work } = await isolate();
  count("go.example", 404);
  expect(await settle()).toHaveLength(1);
  for (let more = 0; more < 10; more++) count("go.example", 404, NINE + 30_000);
  expect([await settle(), work.length]).toEqual([[], 1]);
  count("go.example", 404, NINE + 61_000);
  expect(await settle()).toEqual([line("go.example", 404, "2026-11-21T10", 11)]);
});

test("requests that name any number of hosts take a bounded number of lines", async () => {
  const { count, settle } = await isolate();
  for (let host = 0; host < 500; host++) count(`h${host}.example`, 404);
  const lines = await settle();
  expect(lines).toHaveLength(51);
  expect(lines.at(-1)).toEqual(line("others", 404, "2026-11-21T09", 450));
});
