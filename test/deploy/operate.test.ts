// @module-tag deep
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { deadLetters } from "../../src/surfaces/cli/commands/dead-letters.ts";
import { status } from "../../src/surfaces/cli/commands/status.ts";
import { ROOT } from "../service.ts";
import { openProject } from "./deployments.ts";
import { startCloudflare } from "./stand-in/cloudflare.ts";
import { endLeases, newMessage } from "./stand-in/queues.ts";

// The upload starts wrangler.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const cloudflare = await startCloudflare();
const { account, circumstances } = cloudflare;
const project = openProject(cloudflare);
afterAll(async () => {
  project.remove();
  await cloudflare.stop();
});

const queue = (name: string) => {
  const found = account.queues.get(`shoppable-links-${name}`);
  if (!found) throw new Error(`no queue ${name}`);
  return found;
};
const sqlite = () => {
  const [database] = account.databases.values();
  if (!database) throw new Error("no database");
  return database;
};
const MIGRATIONS = readdirSync(join(ROOT, "migrations")).length;
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const runs = (...all: { datetime: string; status: string }[]) => {
  account.cronRuns.splice(0, account.cronRuns.length, ...all);
};

test("before the first deployment, the status reports missing resources", async () => {
  const { failure, output } = await project.run(status, []);
  expect(failure).toBeNull();
  expect(output).toContain("Address       none: not deployed yet");
  expect(output).toContain("Database      none");
});

test("the status shows version, database, queues and cron, and changes nothing", async () => {
  expect(await project.deploy(["--yes"])).toMatchObject({ failure: null });
  cloudflare.takeWrites();
  // A new cron takes its time to start.
  expect(await project.run(status, ["--check"])).toMatchObject({ failure: null });
  runs({ datetime: ago(1), status: "success" });
  const { failure, output } = await project.run(status, []);
  expect(failure).toBeNull();
  expect(output).toContain(`Version       ${account.scripts.get("shoppable-links")?.versions[0]?.id} since `);
  expect(output).toContain("Database      shoppable-links, 0.0 of 10000 MB");
  expect(output).toContain(`Migrations    ${MIGRATIONS} applied\n`);
  expect(output).toContain("Webhooks      0 switched off by the service");
  expect(output).toContain("Mails         0 failed within a day");
  expect(output).toMatch(/Cron +\S+ success; 0 of the last 1 runs failed/);
  expect(output).toContain("Queue         0 in shoppable-links-visits\n");
  expect(await project.run(status, ["--check"])).toMatchObject({ failure: null });
  const { facts } = JSON.parse((await project.run(status, ["--json"])).output);
  expect(facts).toContainEqual({ name: "Ready", text: "ok", alarm: false });
  expect(cloudflare.takeWrites().filter((line) => !/(query|graphql)$/.test(line))).toEqual([]);
});

const rename = (from: string, to: string) =>
  sqlite().sqlite.exec(`UPDATE d1_migrations SET name = '${to}' WHERE name = '${from}'`);
const SCRIPT = "shoppable-links";
test.each<[string, RegExp, () => void, () => void]>([
  [
    "a wrong secret",
    /^Ready +misconfigured$/,
    () => Object.assign(circumstances, { ready: { status: 503, body: { status: "misconfigured" } } }),
    () => Object.assign(circumstances, { ready: { status: 200, body: { status: "ok" } } }),
  ],
  [
    "a migration that was not applied",
    new RegExp(`^Migrations +${MIGRATIONS} applied, 1 pending: run npm run deploy$`),
    () => rename("0001_initial.sql", "other"),
    () => rename("other", "0001_initial.sql"),
  ],
  [
    "a backup that is too old",
    /^Backup +\S+, 27 hours ago$/,
    () => sqlite().sqlite.exec(`INSERT INTO backups VALUES ('${ago(27 * 60 + 1)}', 4711)`),
    () => sqlite().sqlite.exec("DELETE FROM backups"),
  ],
  [
    "no backup, a day after the deployment",
    /^Backup +none yet$/,
    () => sqlite().sqlite.exec("UPDATE d1_migrations SET applied_at = datetime('now', '-27 hours')"),
    () => sqlite().sqlite.exec("UPDATE d1_migrations SET applied_at = datetime('now')"),
  ],
  [
    "a database that is nearly full",
    /^Database +shoppable-links, 8100\.0 of 10000 MB$/,
    () => Object.assign(sqlite(), { bytes: 8.1e9 }),
    () => Object.assign(sqlite(), { bytes: 4096 }),
  ],
  [
    "what can't be read in the database",
    /^Webhooks +\? switched off by the service\nMails +\? failed within a day$/,
    () => sqlite().sqlite.exec("ALTER TABLE mails RENAME TO hidden"),
    () => sqlite().sqlite.exec("ALTER TABLE hidden RENAME TO mails"),
  ],
  [
    "a backlog",
    /^Queue +1 in shoppable-links-visits, the oldest of /,
    () => queue("visits").messages.push({ ...newMessage({}), timestamp_ms: Date.now() - 20 * MINUTE }),
    () => queue("visits").messages.splice(0),
  ],
  [
    "dead letters",
    /^Dead letters +1 in shoppable-links-visits-dead, the oldest of /,
    () => queue("visits-dead").messages.push(newMessage({ id: "vis_1", counts: [] })),
    () => queue("visits-dead").messages.splice(0),
  ],
  [
    "a failed job",
    /^Cron +\S+ exceededCpu; 1 of the last 1 runs failed$/,
    () => runs({ datetime: ago(1), status: "exceededCpu" }),
    () => runs({ datetime: ago(1), status: "success" }),
  ],
  [
    "a silent cron",
    /^Cron +\S+ success; 0 of the last 1 runs failed$/,
    () => runs({ datetime: ago(30), status: "success" }),
    () => runs({ datetime: ago(1), status: "success" }),
  ],
  [
    "a cron without runs",
    /^Cron +no run within the last hour$/,
    () => {
      runs();
      for (const deployment of account.scripts.get(SCRIPT)?.deployments ?? []) deployment.on = ago(90);
    },
    () => runs({ datetime: ago(1), status: "success" }),
  ],
  [
    "a cron that can't be read",
    /^Cron +unknown: the token lacks "Account, Account Analytics, Read"$/,
    () => circumstances.denied.add("analytics"),
    () => circumstances.denied.clear(),
  ],
  [
    "a wrong variable",
    /^Problem +COUNT_VISITS is neither "on" nor "off"$/,
    () => project.configure([['COUNT_VISITS = "on"', 'COUNT_VISITS = "yes"']]),
    () => project.configure(),
  ],
])("%s raises an alarm", async (_, alarm, happen, repair) => {
  happen();
  expect((await project.run(status, ["--check"])).failure).toMatch(alarm);
  repair();
  expect(await project.run(status, ["--check"])).toMatchObject({ failure: null });
});

test.each<[string, number, unknown, string]>([
  [
    "/settings",
    503,
    { errors: [] },
    "Address       unknown: Cloudflare failed at workers/scripts/shoppable-links/settings: ",
  ],
  [
    "/settings",
    200,
    { result: { bindings: "none" } },
    "in a form that this version does not know: bindings: ",
  ],
  [
    "/d1/database",
    502,
    "<html>",
    "Database      unknown: Cloudflare failed at d1/database: an unexpected response (502)",
  ],
  ["/query", 500, {}, "Database      unknown: Cloudflare failed at d1/database/"],
  [
    "/queues",
    200,
    { result: [{ name: "other" }] },
    "Queues        unknown: Cloudflare responded to queues in a form",
  ],
  ["/metrics", 200, { result: null }, "Queue         unknown: Cloudflare responded to queues/"],
  [
    "/deployments",
    200,
    [],
    "Version       unknown: Cloudflare failed at workers/scripts/shoppable-links/deployments",
  ],
  [
    "/graphql",
    503,
    "down",
    "Cron          unknown: Cloudflare failed at /graphql: an unexpected response (503)",
  ],
  [
    "/graphql",
    200,
    { data: { viewer: {} } },
    "Cron          unknown: Cloudflare responded to /graphql in a form",
  ],
])(
  "where %s responds with %d and %j, the status says so, and everything else",
  async (end, code, body, text) => {
    circumstances.replaced.set(end, { status: code, body });
    const { failure, output } = await project.run(status, []);
    const { facts } = JSON.parse((await project.run(status, ["--json"])).output);
    circumstances.replaced.clear();
    expect(failure).toBeNull();
    expect(output).toContain(text);
    expect(output).not.toMatch(/not deployed yet|lacks|Database +none|^ +at /m);
    expect(output).toMatch(/^Worker +shoppable-links in the account/);
    expect(facts.some((each: { alarm: boolean }) => each.alarm)).toBe(true);
  },
);

test("a rejected token is not a missing deployment", async () => {
  circumstances.denied.add("all");
  const { output } = await project.run(status, []);
  const rolledBack = await project.deploy(["--rollback", "--yes"]);
  circumstances.denied.clear();
  expect(output).toContain(
    "Address       unknown: Cloudflare rejected workers/scripts/shoppable-links/settings",
  );
  expect(output).toContain("Database      unknown: Cloudflare rejected d1/database");
  expect(output).not.toContain("not deployed yet");
  expect(rolledBack.failure).toContain("Cloudflare rejected workers/scripts/shoppable-links/settings");
});

test("the age of backups is not checked where nobody makes them", async () => {
  sqlite().sqlite.exec(`INSERT INTO backups VALUES ('${ago(99 * 60)}', 4711)`);
  expect((await project.run(status, ["--check"])).failure).toMatch(/^Backup/);
  expect(await project.run(status, ["--check", "--backup-hours", "0"])).toMatchObject({ failure: null });
  expect(await project.run(status, ["--check", "--backup-hours", "100"])).toMatchObject({ failure: null });
  expect((await project.run(status, ["--backup-hours", "daily"])).failure).toContain(
    "--backup-hours must be",
  );
  sqlite().sqlite.exec("DELETE FROM backups");
});

test("dead letters are listed, and sent back to their queues", async () => {
  const visit = { id: "vis_1", counts: [] };
  queue("visits-dead").messages.push(newMessage(visit));
  const job = { kind: "import", organizationId: "acme", runId: "imp_1" };
  queue("runs-dead").messages.push(newMessage(job));
  const { output } = await project.run(deadLetters, []);
  expect(output).toMatch(/shoppable-links-visits +\S+ +\{"id":"vis_1","counts":\[\]\}/);
  expect(output).toContain('{"kind":"import","organizationId":"acme","runId":"imp_1"}');
  expect([queue("visits").messages, queue("runs").messages]).toEqual([[], []]);

  // Messages leased by a list are not lost.
  endLeases(queue("visits-dead"));
  endLeases(queue("runs-dead"));
  const sent = await project.run(deadLetters, ["retry"]);
  expect(sent).toMatchObject({ failure: null, output: "Sent 2 messages again.\n" });
  expect(queue("visits").messages.map(({ body }) => body)).toEqual([visit]);
  expect(queue("runs").messages.map(({ body }) => body)).toEqual([job]);
  expect(
    [queue("visits-dead"), queue("runs-dead")].map(({ messages, leased }) => messages.length + leased.size),
  ).toEqual([0, 0]);
  expect((await project.run(deadLetters, ["list"])).output).toBe("No dead letters.\n");
  expect((await project.run(deadLetters, ["burn"])).failure).toContain("list or retry");
  // The pull consumer does not prevent later deployments.
  expect(await project.deploy(["--dry-run"])).toMatchObject({ failure: null });
});
