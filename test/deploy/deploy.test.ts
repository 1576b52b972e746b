import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { remoteDatabase, requireDeployed } from "../../src/surfaces/cli/cloudflare/deployed-database.ts";
import { keys } from "../../src/surfaces/cli/commands/keys-command.ts";
import { ROOT } from "../cli/run-cli.ts";
import { openProject } from "./deployments.ts";
import { startCloudflare } from "./stand-in/cloudflare.ts";

// Each upload starts wrangler.
vi.setConfig({ testTimeout: 180_000 });

const cloudflare = await startCloudflare();
const { account, circumstances } = cloudflare;
const project = openProject(cloudflare);
afterAll(async () => {
  project.remove();
  await cloudflare.stop();
});

/** The requests that may have changed data, with ids replaced, each once. */
const writes = () =>
  cloudflare
    .takeWrites()
    .map((line) => line.replace(/(database|queues|consumers)\/[0-9a-f-]{32,36}/g, "$1/ID"))
    .filter((line, index, all) => line !== all[index - 1] && !line.endsWith("/query"));

const database = () => [...account.databases.values()][0]?.sqlite;
const migrations = () =>
  database()
    ?.prepare("SELECT name FROM d1_migrations ORDER BY id")
    .all()
    .map(({ name }) => name);

const canSend = () =>
  account.scripts.get("shoppable-links")?.bindings.some(({ type }) => type === "send_email") ?? false;

const owners = () =>
  database()
    ?.prepare(
      "SELECT email, organization_id AS organization FROM members WHERE role = 'owner' ORDER BY email",
    )
    .all()
    .map((row) => ({ ...row }));

/** Every trigger of the schema. */
const TRIGGERS = Array.from(
  readFileSync(join(ROOT, "schema.sql"), "utf8").matchAll(/CREATE TRIGGER (\w+)/g),
  ([, name]) => name,
);
/** Every migration of the project. */
const FILES = readdirSync(join(ROOT, "migrations")).sort();

const UPLOAD = [
  "PUT /workers/scripts/shoppable-links?excludeScript=true&bindings_inherit=strict",
  "POST /workers/scripts/shoppable-links/subdomain",
  "PUT /workers/scripts/shoppable-links/schedules",
  "POST /queues/ID/consumers",
];

test("a dry run shows the changes, and changes nothing", async () => {
  const { failure, output, questions } = await project.deploy(["--dry-run"], "y");
  expect({ failure, questions, writes: writes() }).toEqual({ failure: null, questions: [], writes: [] });
  expect(output).toContain("D1 database shoppable-links");
  expect(output).toContain("Migrates    0001_initial.sql");
  expect(output).toContain("Nothing changed");
});

test('the response "n", or no terminal, changes nothing', async () => {
  const refused = await project.deploy([], "n");
  expect([refused.failure, refused.questions]).toEqual(["Nothing changed.", ["Continue?"]]);
  const alone = await project.deploy([]);
  expect([alone.failure, alone.questions]).toEqual([expect.stringContaining("Use --yes"), []]);
  expect(writes()).toEqual([]);
});

test("a rejected first upload keeps created resources, and the next deployment continues from there", async () => {
  circumstances.refusedUploads = 1;
  const { failure, output } = await project.deploy([], "y");
  expect(failure).toContain("the upload is refused, as the test asks");
  expect(output).not.toContain("Ready.");
  expect(writes()).toEqual([
    "POST /d1/database",
    "POST /d1/database/ID/import",
    "POST /storage/kv/namespaces",
    "POST /r2/buckets",
    "POST /queues",
    UPLOAD[0],
  ]);
  expect(account.namespaces.size).toBe(2);

  const again = await project.deploy([], "y", "Ada@Example.com");
  expect(again.failure).toBeNull();
  expect(again.questions).toEqual(["Continue?", "Email address of the first owner (empty: later):"]);
  expect(writes()).toEqual(UPLOAD);

  // The last lines: the address, the sign-in of the first owner, and a command that issues a key and creates a link.
  const lines = again.output.trimEnd().split("\n").slice(-3);
  expect(lines[0]).toBe(`  Address     ${cloudflare.origin}`);
  expect(lines[1]).toMatch(
    /^ {2}Sign-in +\S+\/dashboard\/sign-in\/\S{20,} \(ada@example\.com, once, within 20 minutes\)$/,
  );
  expect(owners()).toEqual([{ email: "ada@example.com", organization: "main" }]);
  const [, issue = "", body = "{}"] =
    /^ {2}First link +KEY=\$\(npm run --silent keys -- (.*) \| grep -m1 \.\); curl .* -d '(.*)'$/.exec(
      lines[2] ?? "",
    ) ?? [];
  await keys(issue.split(" "), async (location, work) => {
    const { account, id } = await requireDeployed(location, cloudflare.environment);
    return work(remoteDatabase(account, id));
  });
  expect(database()?.prepare("SELECT id FROM projects").all()).toEqual([{ id: JSON.parse(body).projectId }]);
  expect(database()?.prepare("SELECT count(*) AS keys FROM api_keys").get()).toEqual({ keys: 1 });
});

test("a deployment makes no secret and leaves none on the disk; a sender lets the Worker send mail", async () => {
  const secrets = () =>
    account.scripts.get("shoppable-links")?.bindings.filter(({ type }) => type === "secret_text");
  expect(secrets()).toEqual([]);
  expect(readdirSync(join(project.directory, ".wrangler/deployed")).toSorted()).toEqual([
    ".wrangler",
    "shoppable-links.json",
    "shoppable-links.sql",
  ]);
  expect(canSend()).toBe(false);
  project.configure([['MAIL_FROM = ""', 'MAIL_FROM = "Reports <reports@example.com>"']]);
  expect(await project.deploy([])).toMatchObject({ failure: null });
  expect(canSend()).toBe(true);
  project.configure([['MAIL_FROM = ""', 'MAIL_FROM = "reports"']]);
  expect((await project.deploy([])).failure).toContain("MAIL_FROM is not an email address");
  project.configure();
  writes();
});

test("the uploaded Worker is bound to the created resources, with whole triggers in the database", () => {
  const [script] = account.scripts.values();
  const bound = (type: string) => script?.bindings.filter((binding) => binding.type === type) ?? [];
  expect(bound("d1").map(({ id }) => id)).toEqual([...account.databases.keys()]);
  expect(bound("kv_namespace").map(({ namespace_id }) => namespace_id)).toEqual([
    ...account.namespaces.keys(),
  ]);
  expect([...account.namespaces.values()].map(({ title }) => title)).toEqual([
    "shoppable-links-links",
    "shoppable-links-idempotency",
  ]);
  expect([...account.buckets]).toEqual(["shoppable-links-qr-images"]);
  expect(
    [...account.queues.values()].map(({ queue_name, consumers }) => [queue_name, consumers.length]),
  ).toEqual([
    ["shoppable-links-visits", 1],
    ["shoppable-links-runs", 1],
    ["shoppable-links-webhooks", 1],
    ["shoppable-links-visits-dead", 0],
    ["shoppable-links-runs-dead", 0],
  ]);
  expect(script?.crons).toEqual([{ cron: "* * * * *" }]);
  expect(bound("ratelimit")[0]?.namespace_id).toBe("1001");
  expect(JSON.stringify(script)).not.toContain("owner@demo.example");
  expect(migrations()).toEqual(FILES);
  const triggers = database()?.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
  expect(triggers?.map(({ name }) => name)).toEqual(TRIGGERS);
});

test("a repeated deployment asks nothing and only uploads, and a clone finds all resources", async () => {
  const clone = openProject(cloudflare);
  database()?.exec(
    `INSERT INTO domains (host, organization_id, token, created_at, confirmed_at) VALUES
      ('go.brand.example', 'main', '${"t".repeat(32)}', '2026-01-01', '2026-01-01'),
      ('pending.example', 'main', '${"t".repeat(32)}', '2026-01-01', NULL)`,
  );
  const { failure, output, questions } = await clone.deploy([]);
  clone.remove();
  expect({ failure, questions }).toEqual({ failure: null, questions: [] });
  // It has no sender.
  expect(canSend()).toBe(false);
  // Its links don't work until the Worker gets its requests.
  expect(output).toContain("The domain go.brand.example is in the database but not in `routes`");
  expect(output).toContain('{ pattern = "go.brand.example", custom_domain = true }');
  expect(output).not.toContain("pending.example");
  database()?.exec("DELETE FROM domains");
  expect(writes()).toEqual([
    "POST /workers/scripts/shoppable-links/versions?bindings_inherit=strict",
    "POST /workers/scripts/shoppable-links/deployments",
    "PATCH /workers/scripts/shoppable-links/script-settings",
    "POST /workers/scripts/shoppable-links/subdomain",
    "PUT /workers/scripts/shoppable-links/schedules",
    "PUT /queues/ID/consumers/ID",
  ]);
  expect(account.namespaces.size).toBe(2);
});

test("a rollback runs the previous version again, after confirmation", async () => {
  const running = () => [...account.scripts.values()][0]?.deployments[0]?.version;
  const [newest, before] = [...account.scripts.values()][0]?.versions ?? [];
  expect(running()).toBe(newest?.id);
  const refused = await project.deploy(["--rollback"], "n");
  const dry = await project.deploy(["--rollback", "--dry-run"], "y");
  expect([refused.failure, dry.failure, running()]).toEqual(["Nothing changed.", null, newest?.id]);
  expect(writes()).toEqual([]);
  expect(await project.deploy(["--rollback"], "y")).toMatchObject({ failure: null });
  expect(writes()).toEqual(["POST /workers/scripts/shoppable-links/deployments"]);
  expect(running()).toBe(before?.id);
  expect(await project.deploy(["--rollback", newest?.id ?? "", "--yes"])).toMatchObject({ failure: null });
  expect(running()).toBe(newest?.id);
});

test("a rollback never picks the running version, even if it was deployed several times", {
  tags: "deep",
}, async () => {
  const [script] = account.scripts.values();
  const [newest, before] = script?.versions ?? [];
  // As after a changed secret: the same version is deployed again.
  script?.deployments.unshift({ version: newest?.id ?? "", on: "2026-11-22T10:00:00Z" });
  expect(script?.deployments.slice(0, 2).map(({ version }) => version)).toEqual([newest?.id, newest?.id]);
  expect((await project.deploy(["--rollback", newest?.id ?? "", "--yes"])).failure).toBe(
    `Version ${newest?.id} is already running.`,
  );
  expect(await project.deploy(["--rollback", "--yes"])).toMatchObject({ failure: null });
  expect(script?.deployments[0]?.version).toBe(before?.id);
  // Without an earlier version, there is nothing to roll back to.
  const deployments = script?.deployments.splice(0) ?? [];
  script?.deployments.push(...deployments.slice(0, 1), ...deployments.slice(0, 1));
  expect((await project.deploy(["--rollback", "--yes"])).failure).toContain("has no earlier version");
});
