// @module-tag all
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWebhook } from "../../src/extras/webhooks/manage-webhooks.ts";
import { secretBox } from "../../src/extras/webhooks/secrets.ts";
import { webhookStore } from "../../src/extras/webhooks/webhook-store.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { domainStore } from "../../src/features/addresses/domain-store.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { BUILD_DIRECTORY } from "../../src/surfaces/cli/wrangler/build.ts";
import { memberOf } from "../actors.ts";
import { serviceOptions, startWorker } from "../bench/instances.ts";
import { withNewDatabase } from "../bench/storage.ts";
import { linkBody } from "../bodies.ts";
import { issueKey } from "../service.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { type Running, startKillable } from "./killable.ts";

const ORIGINS = { shortLink: "https://go.example", api: "https://api.example", problem: null };
const receiver = await startReceiver();
const encryptionKey = randomBytes(32);
let directory: string;
let key: string;
let running: Running | undefined;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-webhooks-"));
  await withNewDatabase(join(directory, "storage"), async (DB) => {
    ({ key } = await issueKey(DB));
    const dependencies = {
      ...{ webhooks: webhookStore(DB), projects: projectStore(DB), domains: domainStore(DB) },
      secretBox: secretBox(new Uint8Array(encryptionKey)),
      ...{ origins: ORIGINS, routes: null, now: () => new Date() },
    };
    const input = { url: "https://receiver.example/", idempotency: null };
    const { secret = "" } = madeBy(await createWebhook(memberOf("owner"), input, dependencies));
    receiver.secrets.push(secret);
    await DB.prepare("UPDATE webhooks SET url = ?1").bind(receiver.url).run();
  });
});
afterAll(async () => {
  await running?.kill();
  await rm(directory, { recursive: true, force: true });
});

async function start(): Promise<Running> {
  await endLeases();
  const vars = { WEBHOOK_SECRET_KEY: encryptionKey.toString("base64") };
  const options = { ...(await serviceOptions(BUILD_DIRECTORY, vars)), unsafeTriggerHandlers: true };
  running = await startKillable(options, directory);
  return running;
}

/** The lease of a killed run ends, as it does after 90 seconds. */
async function endLeases(): Promise<void> {
  const { miniflare } = await startWorker("fill", join(directory, "storage"));
  const db = await miniflare.getD1Database("DB");
  await db.prepare("UPDATE webhooks SET leased_until = ''").run();
  await miniflare.dispose();
}

/** Creates a link, and gives its id. */
async function create({ origin }: Running): Promise<string> {
  const response = await fetch(`${origin}/v1/links`, {
    method: "POST",
    headers: { "X-Service-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify(linkBody("custom custom_url")),
  });
  expect(response.status).toBe(201);
  // Other tests check the API's own responses.
  return ((await response.json()) as { data: { id: string } }).data.id;
}

const cron = async ({ origin }: Running): Promise<void> => {
  const response = await fetch(`${origin}/cdn-cgi/local/scheduled?cron=*+*+*+*+*&time=${Date.now()}`);
  expect(response.status).toBe(200);
};
/** The ids of messages about a link, in the order in which they came. */
const idsOf = (linkId: string): string[] =>
  receiver.messages.filter(({ event }) => event.data.linkId === linkId).map(({ id }) => id);

test.each([
  ["before the event is sent", null],
  ["while the receiver has not responded", "asked"],
  ["after the receiver responded, before that is stored", "responded"],
] as const)("a kill %s loses no event", async (_, moment) => {
  const server = running ?? (await start());
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  let linkId = "";
  receiver.always((response) => {
    // An earlier kill may have left an event that is sent first.
    if (idsOf(linkId).length === 0) return response.writeHead(204).end();
    if (moment === "responded") response.writeHead(204).end();
    return resolve();
  });
  linkId = await create(server);
  if (moment !== null) {
    await cron(server);
    await reached;
  }
  await server.kill();
  receiver.always(null);

  const again = await start();
  await cron(again);
  await expect
    .poll(() => idsOf(linkId).length, { timeout: 30_000 })
    .toBeGreaterThan(moment === "asked" ? 1 : 0);
  // A receiver can recognize what it got twice.
  expect(new Set(idsOf(linkId)).size).toBe(1);
});

test("after all kills, each event was received", async () => {
  const server = running ?? (await start());
  const events = await fetch(`${server.origin}/v1/events?limit=100`, {
    headers: { "X-Service-API-Key": key },
  });
  const { data } = (await events.json()) as { data: { id: string }[] };
  expect(data.length).toBeGreaterThanOrEqual(3);
  const received = new Set(receiver.messages.map(({ id }) => id));
  expect(data.filter(({ id }) => !received.has(id))).toEqual([]);
});
