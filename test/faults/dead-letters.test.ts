import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { experimental_readRawConfig } from "wrangler";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import { ROOT, type Service, startService } from "../service.ts";
import { DELIVERIES, NOTHING } from "./faults.ts";

const QUEUES = experimental_readRawConfig({ config: `${ROOT}wrangler.toml` }).rawConfig.queues;
/** Wrangler's type of its configuration leaves these fields open. */
const ALL_CONSUMERS: { queue: string; dead_letter_queue?: string; max_retries: number }[] =
  QUEUES?.consumers ?? [];
/** Messages of webhooks only wake the delivery, which D1 decides. */
const CONSUMERS = ALL_CONSUMERS.filter(({ queue }) => queue !== "shoppable-links-webhooks");

let service: Service;
let linkId: string;
beforeAll(async () => {
  const consumers = [
    // The retries of wrangler.toml take hours.
    ...ALL_CONSUMERS.map((consumer) => ({ ...consumer, max_retries: 0, max_batch_timeout: 0 })),
    ...CONSUMERS.map(({ dead_letter_queue: queue }) => ({ queue, max_batch_timeout: 0 })),
  ];
  const queues = { ...QUEUES, consumers };
  service = await startService({ config: { main: "test/faults/dead-letter-worker.ts", queues } });
  await service.env.DB.exec("CREATE TABLE dead_letters (queue TEXT NOT NULL, body TEXT NOT NULL)");
  const { key } = await service.issueKey();
  linkId = expectLink(await post(service, "/v1/links", linkBody(), { key })).id;
});
afterAll(() => service?.close());

/** The messages in the dead-letter queue of this queue, sorted. */
async function deadOf(queue: string): Promise<string[]> {
  const { results } = await service.env.DB.prepare(
    "SELECT body FROM dead_letters WHERE queue = ?1 ORDER BY body",
  )
    .bind(`${queue}-dead`)
    .all<{ body: string }>();
  return results.map(({ body }) => body);
}
const sorted = (messages: readonly unknown[]): string[] =>
  messages.map((each) => JSON.stringify(each)).sort();
const numberIn = (table: string) =>
  service.env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");

/** The other lists of a message. */
const NOTHING_ELSE = { apart: [] };
const count = (changes: Record<number, unknown> = {}): unknown[] =>
  Object.assign([linkId, "default", "2026-11-20T10:15", "US", "phone", "person", 3], changes);

test("every queue whose messages hold data has a separate dead-letter queue, after ten attempts", () => {
  expect(
    CONSUMERS.map(({ queue, dead_letter_queue, max_retries }) => [queue, dead_letter_queue, max_retries]),
  ).toEqual(["shoppable-links-visits", "shoppable-links-runs"].map((queue) => [queue, `${queue}-dead`, 10]));
});

test("forged messages of visits, of which nothing can be read, count nothing and become dead letters, and valid messages count", async () => {
  const forged: unknown[] = [
    null,
    "text",
    7,
    [],
    {},
    { id: "a" },
    { sender: "", number: 0, since: 0, counts: [], ...NOTHING_ELSE },
    { sender: 7, number: 0, since: 0, counts: [count()], ...NOTHING_ELSE },
    { sender: "a", number: 0, since: 0, counts: {}, ...NOTHING_ELSE },
    { sender: "a", number: 0, since: 0, counts: [null], ...NOTHING_ELSE },
    { sender: "a", number: 0, since: 0, counts: [count({ 0: null })], ...NOTHING_ELSE },
    { sender: "a", number: 0, since: 0, counts: [count({ 2: "2026-11-20" })], ...NOTHING_ELSE },
    {
      sender: "a",
      number: 0,
      since: 0,
      counts: [count({ 2: "2026-11-20T10'; DROP TABLE links; --" })],
      ...NOTHING_ELSE,
    },
    { sender: "a", number: 0, since: 0, counts: [count({ 5: "owner" })], ...NOTHING_ELSE },
    { sender: "a", number: 0, since: 0, counts: [count({ 6: 0 })], ...NOTHING_ELSE },
    { sender: "a", number: 0, since: 0, counts: [count({ 6: -5 })], ...NOTHING_ELSE },
    { sender: "a", number: 0, since: 0, counts: [count({ 6: 1.5 })], ...NOTHING_ELSE },
    { sender: "a", number: 0, since: 0, counts: [count({ 6: "3" })], ...NOTHING_ELSE },
    { sender: "a", number: 0, since: 0, counts: [count({ 6: 2 ** 53 })], ...NOTHING_ELSE },
    { kind: "import", organizationId: "acme", runId: "imp_1" },
  ];
  const good = { sender: "vis_good", number: 0, since: 0, counts: [count()], ...NOTHING_ELSE };
  // The queue accepts anything, and a forger does not follow its type.
  const messages = [...forged.slice(0, 10), good, ...forged.slice(10)] as VisitMessage[];
  await service.env.VISITS.sendBatch(messages.map((body) => ({ body })));
  await expect.poll(() => deadOf("shoppable-links-visits")).toEqual(sorted(forged));
  const visits =
    "SELECT coalesce(sum(scans + clicks + robots + previews), 0) AS n FROM visit_days WHERE link_id <> ''";
  await expect.poll(() => service.env.DB.prepare(visits).first<number>("n")).toBe(3);
  expect([await numberIn("visit_senders"), await numberIn("links")]).toEqual([1, 1]);
});

test("forged messages of imports create nothing and become dead letters", async () => {
  const forged: unknown[] = [
    null,
    "text",
    {},
    { organizationId: "acme" },
    { runId: "imp_1" },
    { kind: "import", organizationId: 1, runId: 2 },
    { kind: "import", organizationId: ["acme"], runId: { toString: "imp_1" } },
    { kind: "other", organizationId: "acme", runId: "imp_1" },
    { sender: "vis_1", number: 0, since: 0, counts: [count()] },
  ];
  // First a well-formed message of an unknown import: it has no effect and is done.
  await service.env.RUNS.send({ kind: "import", organizationId: "globex", runId: "imp_none" });
  for (const body of forged) await service.env.RUNS.send(body as never);
  await expect.poll(() => deadOf("shoppable-links-runs")).toEqual(sorted(forged));
  expect([await numberIn("links"), await numberIn("runs")]).toEqual([1, 0]);
});

/** Makes D1 fail for every message that is delivered during `run`. */
async function withoutD1(fault: string, run: () => Promise<void>): Promise<void> {
  const set = (faults: string) => get(service, "/health", { headers: { [DELIVERIES]: faults } });
  await set(`DB=${fault}`);
  try {
    await run();
  } finally {
    await set(NOTHING);
  }
}
const diedOf = async (queue: string, before: readonly string[]): Promise<string[]> =>
  (await deadOf(queue)).filter((body) => !before.includes(body));

describe.each(["throws", "hangs"])("while D1 %s", (fault) => {
  test("valid messages of visits become dead letters unchanged, count nothing, and count once when they are sent again", async () => {
    const queue = "shoppable-links-visits";
    const [before, counted] = [await deadOf(queue), await numberIn("visit_senders")];
    const messages = ["one", "two"].map((id) => ({
      sender: `vis_${fault}_${id}`,
      number: 0,
      since: 0,
      counts: [count({ 3: "CA" })],
      ...NOTHING_ELSE,
    }));
    // `count` has values of any type, for forged messages; here they are valid.
    const bodies = messages as unknown as VisitMessage[];
    await withoutD1(fault, async () => {
      await service.env.VISITS.sendBatch(bodies.map((body) => ({ body })));
      await expect.poll(() => diedOf(queue, before), { timeout: 20_000 }).toEqual(sorted(messages));
    });
    expect(await numberIn("visit_senders")).toBe(counted);
    expect(service.logs().join("\n")).toContain('"event":"store visits"');
    for (let repeat = 0; repeat < 2; repeat++)
      await service.env.VISITS.sendBatch(bodies.map((body) => ({ body })));
    await expect.poll(() => numberIn("visit_senders")).toBe((counted ?? 0) + 2);
  });

  test("a valid message of an import becomes a dead letter unchanged and creates nothing", {
    tags: "all",
  }, async () => {
    const queue = "shoppable-links-runs";
    const before = await deadOf(queue);
    const message = { kind: "import", organizationId: "acme", runId: `imp_${fault}` } as const;
    await withoutD1(fault, async () => {
      await service.env.RUNS.send(message);
      await expect.poll(() => diedOf(queue, before), { timeout: 20_000 }).toEqual(sorted([message]));
    });
    expect([await numberIn("links"), await numberIn("runs")]).toEqual([1, 0]);
  });
});
