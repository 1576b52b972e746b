import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { addVisits } from "../../src/features/visits/store-visits.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { post } from "../requests.ts";
import { ROOT } from "../service.ts";
import { useService } from "../use-service.ts";
import { messageOf } from "./visit-messages.ts";

/** Dollars for a million above what the plan includes each month: the pages of prices are named in docs/costs.md. */
const PRICES = {
  requests: { included: 10e6, each: 0.3 },
  cpuMs: { included: 30e6, each: 0.02 },
  kvReads: { included: 10e6, each: 0.5 },
  queueOperations: { included: 1e6, each: 0.4 },
  rowsWritten: { included: 50e6, each: 1 },
} as const;
type Used = Record<keyof typeof PRICES, number>;

/** A month of visits. */
interface Month {
  visits: number;
  /** Visits of a message, and of how many links they are. */
  perMessage: number;
  links: number;
  /** The share of redirects from memory. */
  recalled: number;
  /** Links that are visited on each day. */
  daily: number;
}

/** The columns of the table in docs/costs.md. */
const MONTHS: readonly Month[] = [
  { visits: 1e6, perMessage: 10, links: 2, recalled: 0.5, daily: 1_000 },
  { visits: 1e9, perMessage: 100, links: 3, recalled: 1, daily: 1_000 },
  { visits: 1e9, perMessage: 10, links: 2, recalled: 0.5, daily: 100_000 },
  { visits: 1e9, perMessage: 1, links: 1, recalled: 0, daily: 1_000_000 },
  { visits: 10e9, perMessage: 100, links: 100, recalled: 0.5, daily: 1_000_000 },
];
/** CPU of a redirect, as docs/performance.md measures it. */
const CPU_MS = 0.25;
/** https://developers.cloudflare.com/queues/platform/pricing/: a write, a read and a deletion for every 64 KB. */
const OPERATIONS = 3;
const OPERATION_BYTES = 64_000;

const service = await useService({}, "costs");
/** What one message writes besides its links, and for each of them. */
let rows = { message: 0, project: 0, link: 0 };
beforeAll(async () => {
  const { db, taken } = countedD1(service.env.DB);
  const key = await service.issueKey();
  const links: string[] = [];
  for (let link = 0; link < 2; link++)
    links.push(expectLink(await post(service, "/v1/links", linkBody(), key)).id);
  /** The rows for a message of so many links, for each number. */
  const written = async (...counts: number[]) => {
    const messages = counts.map((count) => messageOf(links.slice(0, count).map((linkId) => ({ linkId }))));
    await addVisits(db, messages);
    return taken().written;
  };
  // The first of a day also notes for sheets that the day has visits.
  await written(2);
  const [one, ofTwoLinks, two] = [await written(1), await written(2), await written(1, 1)];
  rows = { message: two - one, link: ofTwoLinks - one, project: one - (two - one) - (ofTwoLinks - one) };
});

/** The visits of the consumer's batch come from this many messages: max_batch_size in wrangler.toml. */
const batchSize = Number(
  /-visits"\n# [^\n]*\nmax_batch_size = (\d+)/.exec(readFileSync(`${ROOT}wrangler.toml`, "utf8"))?.[1],
);

function usedIn({ visits, perMessage, links, recalled, daily }: Month): Used {
  const messages = visits / perMessage;
  const message = messageOf(
    Array.from({ length: links }, () => ({ linkId: `lnk_${"0".repeat(26)}`, visits: perMessage / links })),
    `vis_${"0".repeat(26)}`,
  );
  // Each visit of another person, in 8 characters.
  for (const count of message.counts) count[7] = "A".repeat(8 * Math.ceil(perMessage / links));
  const bytes = JSON.stringify(message).length;
  const batches = messages / batchSize;
  // Numbers replace the sketches of a day that has ended.
  const ended = daily * 30;
  // A day becomes part of a month: a row of each is written, and a new month has an index beside it.
  const rolledUp = daily * (30 * 2 + 2);
  return {
    requests: visits + batches,
    cpuMs: visits * CPU_MS,
    kvReads: visits * (1 - recalled),
    queueOperations: messages * OPERATIONS * Math.ceil(bytes / OPERATION_BYTES),
    rowsWritten: messages * (rows.message + links * rows.link) + batches * rows.project + ended + rolledUp,
  };
}

const dollarsOf = (used: Used, name: keyof Used): number =>
  (Math.max(0, used[name] - PRICES[name].included) / 1e6) * PRICES[name].each;
const PLAN = 5;
const inDollars = (value: number): string => `$${Math.round(value).toLocaleString("en")}`;

test("docs/costs.md: a month of visits costs what its rows, operations and bytes do", () => {
  expect([rows, batchSize]).toEqual([{ message: 1, project: 2, link: 1 }, expect.any(Number)]);
  const used = MONTHS.map(usedIn);
  const line = (label: string, values: readonly number[]) =>
    `| ${label} | ${values.map(inDollars).join(" | ")} |`;
  const sums = used.map((each) =>
    (Object.keys(PRICES) as (keyof Used)[]).reduce((sum, name) => sum + dollarsOf(each, name), PLAN),
  );
  const label: Readonly<Record<keyof Used, string>> = {
    requests: "requests, at $0.30 a million above 10",
    cpuMs: "CPU at 0.25 ms, at $0.02 a million ms above 30",
    kvReads: "KV reads, at $0.50 a million above 10",
    queueOperations: "queue operations, at $0.40 a million above 1",
    rowsWritten: "D1 rows written, at $1 a million above 50",
  };
  const table = [
    line(
      "plan",
      MONTHS.map(() => PLAN),
    ),
    ...(Object.keys(PRICES) as (keyof Used)[]).map((name) =>
      line(
        label[name],
        used.map((each) => dollarsOf(each, name)),
      ),
    ),
    line("sum", sums),
  ];
  expect(readFileSync(`${ROOT}docs/costs.md`, "utf8")).toContain(table.join("\n"));
  // Spread over many links, at 10 billion a month.
  const last = sums.at(-1) ?? Number.NaN;
  expect(last / 10_000).toBeLessThanOrEqual(1.6);
});
