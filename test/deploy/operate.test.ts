import { afterAll, expect, test, vi } from "vitest";
import { deadLetters } from "../../src/surfaces/cli/commands/dead-letters.ts";
import { status } from "../../src/surfaces/cli/commands/status.ts";
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

const shown = async () => JSON.parse((await project.run(status, ["--json"])).output);

test("before the first deployment, the status reports missing resources", async () => {
  const { failure, output } = await project.run(status, []);
  expect(failure).toBeNull();
  expect(output).toContain("Address     none: not deployed yet");
  expect(output).toContain("Database    none");
  expect(await shown()).toMatchObject({ ready: null, versions: [], database: null, queues: [], cron: [] });
});

test("the status shows version, database, queues, cron and problems, and changes nothing", async () => {
  expect(await project.deploy(["--yes"])).toMatchObject({ failure: null });
  const [script] = account.scripts.values();
  const [database] = account.databases.values();
  database?.sqlite.exec("DELETE FROM d1_migrations WHERE name = '0001_initial.sql'");
  account.cronRuns.push(
    { datetime: "2026-11-22T10:01:00Z", status: "success" },
    { datetime: "2026-11-22T10:00:00Z", status: "exceededCpu" },
  );
  account.queues.get("shoppable-links-visits-dead")?.messages.push(newMessage({ id: "vis_1", counts: [] }));
  circumstances.ready = { status: 503, body: { status: "misconfigured" } };
  cloudflare.takeWrites();
  const { failure, output } = await project.run(status, []);
  expect(failure).toBeNull();
  expect(output).toContain(`Version     ${script?.versions[0]?.id} since `);
  expect(output).toMatch(
    /Database {4}shoppable-links, 0\.0 of 10000 MB, \d+ migrations, 1 pending: run npm run deploy/,
  );
  expect(output).toContain("Ready       misconfigured");
  expect(output).toContain("Cron        2026-11-22T10:01Z success; 1 of the last 2 runs failed");
  expect(output).toMatch(/shoppable-links-visits-dead +1 +\S+ +dead letters: npm run dead-letters/);
  expect(cloudflare.takeWrites().filter((line) => !/(query|graphql)$/.test(line))).toEqual([]);

  const { failure: alarms } = await project.run(status, ["--check"]);
  expect(alarms).toContain("The service is not ready: misconfigured.");
  expect(alarms).toContain("shoppable-links-visits-dead has 1 dead letters.");

  circumstances.ready = { status: 200, body: { status: "ok" } };
  circumstances.denied.add("analytics");
  project.configure([['COUNT_VISITS = "on"', 'COUNT_VISITS = "yes"']]);
  const { cron, ready, problems, queues } = await shown();
  expect({ cron, ready, problems }).toEqual({
    cron: null,
    ready: "ok",
    problems: ['COUNT_VISITS is neither "on" nor "off"'],
  });
  expect(queues).toContainEqual({ name: "shoppable-links-visits", messages: 0, oldest: null, dead: false });
  expect((await project.run(status, [])).output).toContain('"Account, Account Analytics, Read"');
  project.configure();
  circumstances.denied.clear();
});

test("dead letters are listed, and sent back to their queues", async () => {
  const queue = (name: string) => {
    const found = account.queues.get(`shoppable-links-${name}`);
    if (!found) throw new Error(`no queue ${name}`);
    return found;
  };
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
  expect(queue("visits").messages.map(({ body }) => body)).toEqual([{ id: "vis_1", counts: [] }]);
  expect(queue("runs").messages.map(({ body }) => body)).toEqual([job]);
  expect(
    [queue("visits-dead"), queue("runs-dead")].map(({ messages, leased }) => messages.length + leased.size),
  ).toEqual([0, 0]);
  expect((await project.run(deadLetters, ["list"])).output).toBe("No dead letters.\n");
  expect((await project.run(deadLetters, ["burn"])).failure).toContain("list or retry");
  // The pull consumer does not prevent later deployments.
  expect(await project.deploy(["--dry-run"])).toMatchObject({ failure: null });
});
