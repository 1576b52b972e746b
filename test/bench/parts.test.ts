// @module-tag all
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BUILD_DIRECTORY } from "../../src/surfaces/cli/wrangler/build.ts";
import { measureHandlers } from "./handler.ts";
import { countWaits } from "./waits.ts";

test("design: no request waits for more calls, one after another, than it has to", async () => {
  // A short delay: what is counted is the order of calls, not their time.
  const measured = await countWaits(5);
  const counted = Object.fromEntries(measured.map(({ name, waits }) => [name, waits]));
  expect(counted).toEqual({
    "create a link, new key": 2,
    "create a link, known key": 1,
    "short link, cold": 1,
    "short link, warm": 0,
    "short link, unknown": 2,
    "read a link, new key": 2,
    "read a link, known key": 1,
    "add a QR code": 2,
    "image, first request": 1,
    "image, cached": 0,
  });
  for (const { waits, target } of measured) expect(waits).toBeLessThanOrEqual(target);
});

test("every handler whose time is measured responds, with the storage that the benchmark makes up", async () => {
  const directory = await mkdtemp(join(tmpdir(), "shoppable-links-handlers-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const handlers = await measureHandlers(BUILD_DIRECTORY, directory, 1, 0.01);
  expect(handlers.map(({ name }) => name)).toEqual([
    "service",
    "service, with a Referer",
    "service, counting off",
    "constant 302",
    "302 with the same headers",
    "kept 302, request read",
    "create without its storage",
    "the same, its verb alone",
    "the same, in one function",
    "the same, only statements and response",
  ]);
});
