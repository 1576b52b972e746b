// @module-tag deep
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWorker } from "../../src/surfaces/cli/wrangler/build.ts";
import { measureBulk } from "./bulk.ts";
import { bundleSize, type Size } from "./bundle.ts";
import { CASE_NAMES, CASES } from "./cases.ts";
import { measureColdStarts } from "./cold-start.ts";
import { measureCounting } from "./counting.ts";
import { measureLinkCounts } from "./link-counts.ts";
import { runLoad } from "./load.ts";
import { compare } from "./measure.ts";
import { describeLinkCounts, describe as describeReport } from "./report.ts";
import { BROWSERS, visits } from "./requests.ts";
import { median, percentile } from "./statistics.ts";
import { fillStorage, type Stored } from "./storage.ts";
import { Workers } from "./workers.ts";
import { hasWrk, runWrk } from "./wrk.ts";

/** Keeps the benchmark working. It checks responses and the form of the report, never speed. What changes of the service break is in parts.test.ts. */

const REQUESTS = 10;
const settings = { starts: 1, rounds: 1, seconds: 60, requests: REQUESTS, connections: 4, wrk: false };

let directory: string;
let stored: Stored;
let workers: Workers;
let size: Size;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-bench-test-"));
  const bundle = join(directory, "bundle");
  await buildWorker(bundle);
  size = await bundleSize(bundle);
  stored = await fillStorage(bundle, join(directory, "storage"), { short: 20, created: 3 });
  workers = new Workers(bundle, directory);
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe("one round of each case has the expected responses", () => {
  test.each(CASE_NAMES)("%s", async (name) => {
    const comparison = await compare(CASES[name], workers, stored, settings);
    const figures = {
      requests: REQUESTS,
      perSecond: expect.any(Number),
      p50: expect.any(Number),
      p99: expect.any(Number),
      cpuPerRequest: process.platform === "linux" ? expect.any(Number) : null,
    };
    expect(comparison).toEqual({
      name: CASES[name].name,
      target: CASES[name].target,
      ratio: expect.any(Number),
      spread: [expect.any(Number), expect.any(Number)],
      load: "undici",
      peer: figures,
      service: figures,
    });
    expect(comparison.ratio).toBeGreaterThan(0);
    const report = { date: "2026-11-01T00:00:00.000Z", machine: "m", bundle: size, startUp: 20 };
    const others = { coldStarts: [], handlers: [], waits: [], counting: [], drawings: [], bulk: null };
    const text = describeReport({ ...report, ...others, comparisons: [comparison] });
    expect(text).toContain(CASES[name].name.split(" / ")[0]);
  });
});

test("each way of counting counts, and its rows, time and CPU are told", async () => {
  const counted = await measureCounting(directory, 1, 1);
  // A row for each link; of the service also one for each isolate, for the projects and their hours; of objects, one for each part.
  expect(counted.map(({ rows }) => rows)).toEqual([1, expect.closeTo(1.05, 1), expect.closeTo(2, 1)]);
  for (const { visitsPerSecond, ratio } of counted)
    expect(Math.min(visitsPerSecond, ratio)).toBeGreaterThan(0);
});

test("cold starts are measured in bare workerd", async () => {
  const bundle = join(directory, "bundle");
  const number = expect.any(Number);
  const cpu = process.platform === "linux" ? number : null;
  const cold = { milliseconds: number, spread: [number, number], cpuMilliseconds: cpu };
  expect(await measureColdStarts(bundle, directory, 1)).toEqual([
    { name: "service", ...cold },
    { name: "one KV get", ...cold },
  ]);
});

test("a bulk is timed beside single requests", async () => {
  const measured = await measureBulk(workers, stored, 1, 20);
  expect(measured.times.map(({ milliseconds }) => milliseconds > 0)).toEqual([true, true, true]);
  expect(measured.ratio).toBeGreaterThan(0);
});

test("requests are measured by the number of links", async () => {
  const settings = { counts: [22, 44], rounds: 1, requests: 3 };
  const times = await measureLinkCounts(join(directory, "link-counts"), settings, () => {});
  const names = [...new Set(times.map(({ name }) => name))];
  expect(names).toHaveLength(13);
  expect(times.map(({ name, links }) => [name, links])).toEqual(
    names.flatMap((name) => [22, 44].map((links) => [name, links])),
  );
  for (const { milliseconds, ratio } of times) expect(Math.min(milliseconds, ratio)).toBeGreaterThan(0);
  expect(describeLinkCounts(times)).toContain("44 links");
});

test("a response with another status ends the load", async () => {
  const { origin, stop } = await workers.start("service");
  const next = () => ({ method: "GET", path: "/v1/links/lnk_1", headers: {} }) as const;
  const load = { ...settings, origin, next, status: 200 };
  await expect(runLoad(load)).rejects.toThrow("GET /v1/links/lnk_1 answered 401 and not 200");
  await stop();
});

describe.skipIf(!(await hasWrk()))("wrk, if installed", () => {
  test("sends the requests that repeat", async () => {
    const comparison = await compare(CASES.warm, workers, stored, { ...settings, seconds: 1, wrk: true });
    expect(comparison).toMatchObject({ load: "wrk", ratio: expect.any(Number) });
    expect(comparison.service.requests).toBeGreaterThan(BROWSERS);
  });

  test("throws if responses have another status", async () => {
    const { origin, stop } = await workers.start("service");
    const load = { ...settings, origin, seconds: 1, next: visits(["/zzzzzzzz"]) };
    await expect(runWrk({ ...load, status: 302 }, 1)).rejects.toThrow(
      / 0 failed and \d+ got a status above 399/,
    );
    expect(await runWrk({ ...load, status: 404 }, 1)).toMatchObject({ requests: expect.any(Number) });
    await stop();
  });
});

test("median and percentile", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect([0.5, 0.99].map((share) => percentile([1, 2, 3, 4], share))).toEqual([3, 4]);
});
