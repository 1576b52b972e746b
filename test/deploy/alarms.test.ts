import { expect, test } from "vitest";
import { alarmsOf, type Status } from "../../src/surfaces/cli/deploy/deployment-status.ts";

const NOW = new Date("2026-11-22T10:30:00Z");
const WELL: Status = {
  worker: "shoppable-links",
  account: "a",
  address: "https://go.example.com",
  ready: "ok",
  versions: [{ version: "v", since: "2026-11-01T00:00:00Z" }],
  database: { name: "shoppable-links", bytes: 1, applied: 1, pending: [] },
  queues: [
    { name: "visits", messages: 3, oldest: "2026-11-22T10:29:50Z", dead: false },
    { name: "visits-dead", messages: 0, oldest: null, dead: true },
  ],
  cron: [{ datetime: "2026-11-22T10:29:00Z", status: "success" }],
  problems: [],
};

test("a healthy deployment raises no alarm, nor does a new deployment whose cron has not started", () => {
  expect(alarmsOf(WELL, NOW)).toEqual([]);
  expect(alarmsOf({ ...WELL, cron: null }, NOW)).toEqual([]);
  const versions = [{ version: "v", since: "2026-11-22T10:20:00Z" }];
  expect(alarmsOf({ ...WELL, cron: [], versions }, NOW)).toEqual([]);
});

test.each<[string, Partial<Status>, string]>([
  ["no response", { ready: null }, "The service is not ready: no response."],
  ["a wrong secret", { ready: "misconfigured" }, "The service is not ready: misconfigured."],
  [
    "a migration that was not applied",
    { database: { name: "d", bytes: 1, applied: 1, pending: ["0002.sql"] } },
    "The database lacks migrations.",
  ],
  [
    "a backlog",
    { queues: [{ name: "visits", messages: 9, oldest: "2026-11-22T10:00:00Z", dead: false }] },
    "visits has a backlog: 9 messages, the oldest of 2026-11-22T10:00:00Z.",
  ],
  [
    "dead letters",
    { queues: [{ name: "visits-dead", messages: 2, oldest: null, dead: true }] },
    "visits-dead has 2 dead letters.",
  ],
  [
    "a failed job",
    { cron: [{ datetime: "2026-11-22T10:29:00Z", status: "scriptThrewException" }] },
    "Jobs failed in 1 of the last 1 runs of the cron.",
  ],
  [
    "a silent cron",
    { cron: [{ datetime: "2026-11-22T10:00:00Z", status: "success" }] },
    "The cron does not run.",
  ],
  ["a cron without runs", { cron: [] }, "The cron does not run."],
  ["a wrong variable", { problems: ["COUNT_VISITS is wrong"] }, "COUNT_VISITS is wrong"],
])("%s raises an alarm", (_, change, alarm) => {
  expect(alarmsOf({ ...WELL, ...change }, NOW)).toEqual([alarm]);
});
