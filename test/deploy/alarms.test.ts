import { expect, test } from "vitest";
import { alarmsOf, type Status } from "../../src/surfaces/cli/deploy/deployment-status.ts";

const NOW = new Date("2026-11-22T10:30:00Z");
const WELL: Status = {
  worker: "shoppable-links",
  account: "a",
  address: "https://go.example.com",
  ready: "ok",
  versions: [{ version: "v", since: "2026-11-01T00:00:00Z" }],
  database: {
    ...{ name: "shoppable-links", bytes: 1, limit: 10e9, applied: 1, pending: [] },
    ...{ webhooksOff: 0, mailsFailed: 0 },
  },
  queues: [
    { name: "visits", messages: 3, oldest: "2026-11-22T10:29:50Z", dead: false },
    { name: "visits-dead", messages: 0, oldest: null, dead: true },
  ],
  cron: [{ datetime: "2026-11-22T10:29:00Z", status: "success" }],
  problems: [],
};

const DATABASE = WELL.database ?? {
  name: "",
  bytes: 0,
  limit: 0,
  applied: 0,
  pending: [],
  webhooksOff: 0,
  mailsFailed: 0,
};

test("a healthy deployment raises no alarm, nor does a new deployment whose cron has not started", () => {
  expect(alarmsOf(WELL, NOW)).toEqual([]);
  const versions = [{ version: "v", since: "2026-11-22T10:20:00Z" }];
  expect(alarmsOf({ ...WELL, cron: [], versions }, NOW)).toEqual([]);
});

test.each<[string, Partial<Status>, string]>([
  ["no response", { ready: null }, "The service is not ready: no response."],
  ["a wrong secret", { ready: "misconfigured" }, "The service is not ready: misconfigured."],
  [
    "a migration that was not applied",
    { database: { ...DATABASE, pending: ["0002.sql"] } },
    "The database lacks migrations.",
  ],
  ["no database", { database: null }, "There is no database."],
  [
    "a size that can't be read",
    { database: { ...DATABASE, bytes: null } },
    "The size of the database can't be read: Cloudflare's response does not have it.",
  ],
  [
    "a database that is nearly full",
    { database: { ...DATABASE, bytes: 8.1e9 } },
    "The database has 8100 of 10000 MB.",
  ],
  [
    "a database that is nearly full on the Free plan",
    { database: { ...DATABASE, bytes: 450e6, limit: 500e6 } },
    "The database has 450 of 500 MB.",
  ],
  [
    "webhooks that are off",
    { database: { ...DATABASE, webhooksOff: 3 } },
    "The service switched off 3 webhooks.",
  ],
  ["mails that fail", { database: { ...DATABASE, mailsFailed: 2 } }, "2 mails failed within a day."],
  [
    "what can't be read in the database",
    { database: { ...DATABASE, webhooksOff: null, mailsFailed: null } },
    "Webhooks and mails can't be read: the database does not respond, or lacks their tables.",
  ],
  [
    "a cron that can't be read",
    { cron: null },
    'The runs of the cron can\'t be read: the token lacks "Account, Account Analytics, Read".',
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
