// @module-tag deep
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceOptions, startWorker } from "../bench/instances.ts";
import { withNewDatabase } from "../bench/storage.ts";
import { startServer } from "../platform/local-server.ts";
import { builtWorker, issueKey } from "../service.ts";
import { type Running, startKillable } from "./killable.ts";

const RECIPIENTS = 12;
const THEN = "2026-01-01T00:00:00.000Z";

/** The addresses whose mail was accepted. */
const accepted: string[] = [];
/** Kills the service when this many more mails have come, instead of accepting the last one. */
let killAfter = Number.POSITIVE_INFINITY;
let directory: string;
let bundle: string;
let running: Running | undefined;

const sink = await startServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  if (--killAfter === 0) return running?.kill();
  accepted.push(JSON.parse(body).to);
  response.end();
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-mail-"));
  bundle = await builtWorker("test/faults/mail.worker.ts");
  await withNewDatabase(join(directory, "storage"), async (db) => {
    await issueKey(db);
    const ids = Array.from({ length: RECIPIENTS }, (_, n) => `rcp_${n}`);
    const recipient = db.prepare(`INSERT INTO mail_recipients
      (organization_id, id, email, language, origin, created_at, confirmed_at)
      VALUES ('acme', ?1, ?1 || '@client.example', 'en', 'https://api.example', ?2, ?2)`);
    await db.batch(ids.map((id) => recipient.bind(id, THEN)));
    const view = { filter: {}, period: { days: 30 }, interval: "day" };
    await db
      .prepare(`INSERT INTO shared_reports (id, organization_id, token_hash, name, view, created_by, created_at)
        VALUES ('rep_1', 'acme', ?1, 'Monthly', ?2, 'mem_1', ?3)`)
      .bind("0".repeat(64), JSON.stringify(view), THEN)
      .run();
    await db
      .prepare("INSERT INTO report_schedules VALUES ('rep_1', 'acme', 'weekly', ?1, ?2)")
      .bind(JSON.stringify(ids), THEN)
      .run();
  });
});
afterAll(async () => {
  await running?.kill();
  await sink.close();
  await rm(directory, { recursive: true, force: true });
});

/** Starts the service after the leases of killed runs have ended, as they do after 5 minutes. */
async function start(): Promise<string> {
  if (running) {
    const { miniflare } = await startWorker("fill", join(directory, "storage"));
    const db = await miniflare.getD1Database("DB");
    await db.prepare("UPDATE mails SET next_attempt_at = created_at WHERE next_attempt_at IS NOT NULL").run();
    await miniflare.dispose();
  }
  const vars = { MAIL_FROM: "reports@service.example", MAIL_SINK: sink.origin };
  const options = { ...(await serviceOptions(bundle, vars)), unsafeTriggerHandlers: true };
  running = await startKillable(options, directory);
  return running.origin;
}
const cron = (origin: string) =>
  fetch(`${origin}/cdn-cgi/local/scheduled?cron=*+*+*+*+*&time=${Date.now()}`).catch(() => null);

test("reports are mailed once to each recipient, although runs are killed and the cron is duplicated", async () => {
  let origin = await start();
  for (const after of [1, 4]) {
    killAfter = after;
    while (killAfter > 0) await cron(origin);
    origin = await start();
  }
  killAfter = Number.POSITIVE_INFINITY;
  await expect
    .poll(
      async () => {
        await Promise.all([cron(origin), cron(origin), cron(origin)]);
        return accepted.length;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(RECIPIENTS);
  await Promise.all([cron(origin), cron(origin)]);
  expect(accepted.sort()).toEqual(
    Array.from({ length: RECIPIENTS }, (_, n) => `rcp_${n}@client.example`).sort(),
  );
}, 120_000);
