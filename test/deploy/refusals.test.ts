// @module-tag deep
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { status } from "../../src/surfaces/cli/commands/status.ts";
import { openProject } from "./deployments.ts";
import { startCloudflare } from "./stand-in/cloudflare.ts";

// Each upload starts wrangler.
vi.setConfig({ testTimeout: 180_000 });

const cloudflare = await startCloudflare();
const { account, circumstances } = cloudflare;
const project = openProject(cloudflare);
afterEach(() => {
  circumstances.denied.clear();
  circumstances.subdomain = "acme";
  circumstances.r2Enabled = true;
  circumstances.ready = { status: 200, body: { status: "ok" } };
  project.configure();
});
afterAll(async () => {
  project.remove();
  await cloudflare.stop();
});

/** The problems of a deployment, without any request that would change data. */
async function problems(args: readonly string[] = ["--yes"]): Promise<string> {
  cloudflare.takeWrites();
  const { failure } = await project.deploy(args);
  const wrote = cloudflare.takeWrites().filter((line) => !line.endsWith("/query"));
  expect(wrote).toEqual([]);
  return failure ?? "";
}

test("missing workers.dev subdomain and missing R2 are reported together", async () => {
  circumstances.subdomain = null;
  circumstances.r2Enabled = false;
  const text = await problems();
  expect(text).toContain("Nothing changed. Fix this first:");
  expect(text).toMatch(
    /no workers\.dev subdomain yet: choose one at https:\/\/dash\.cloudflare\.com\/\w+\/workers\/subdomain/,
  );
  expect(text).toContain("Please enable R2 through the Cloudflare Dashboard.");
});

test.each([
  ["d1", "d1/database", "Account, D1, Edit"],
  ["kv", "storage/kv/namespaces", "Account, Workers KV Storage, Edit"],
  ["r2", "r2/buckets/shoppable-links-qr-images", "Account, Workers R2 Storage, Edit"],
  ["queues", "queues", "Account, Queues, Edit"],
])(
  "a token without access to %s gets the rejected request and the permission",
  async (product, path, permission) => {
    circumstances.denied.add(product);
    expect(await problems()).toBe(
      `Nothing changed. Fix this first:\n  - Cloudflare rejected ${path}: Authentication error (10000). A token needs the permission "${permission}" (docs/deploying.md); without a token, run \`npx wrangler login\` again.`,
    );
  },
);

test("an invalid variable, an unknown environment and ids of another account stop a deployment before the first write", async () => {
  project.configure([['COUNT_VISITS = "on"', 'COUNT_VISITS = "yes"']]);
  expect(await problems()).toContain('COUNT_VISITS is neither "on" nor "off"');
  expect(await problems(["--env", "stagin"])).toContain("has no environment stagin; it has none");
  project.configure([['database_id = "00000000-0000-0000-0000-000000000000"', 'database_id = "elsewhere"']]);
  expect(await problems()).toContain("The database elsewhere could not be found");
});

const DOMAIN: [string, string][] = [
  [
    "workers_dev = true",
    'workers_dev = false\nroutes = [{ pattern = "go.example.com", custom_domain = true }]',
  ],
  ['SHORT_LINK_ORIGIN = ""', 'SHORT_LINK_ORIGIN = "https://go.example.com"'],
];

test("a domain needs its origins, and a zone in the account", async () => {
  project.configure([DOMAIN[0] ?? ["", ""]]);
  expect(await problems()).toContain("SHORT_LINK_ORIGIN must be set if the Worker has a domain");
  project.configure(DOMAIN.map(([from, to]) => [from, to.replace("go.example.com", "go.example.org")]));
  expect(await problems()).toContain("go.example.org is in no domain of this account");
  circumstances.denied.add("zones");
  expect(await problems()).toContain("Cloudflare rejected /zones: Authentication error");
});

test("a host is taken from its DNS record or another Worker only after confirmation", async () => {
  project.configure(DOMAIN);
  const environment = cloudflare.environment as Record<string, string>;
  environment.WORKERS_CI = "1";
  expect(await problems([])).toContain("Use --yes");
  delete environment.WORKERS_CI;
  const asked = await project.deploy([], "n");
  expect(asked.output).toContain("Takes over  go.example.com from its DNS record, if it has one");
  expect(asked.failure).toBe("Nothing changed.");
  account.domains.push({ hostname: "go.example.com", service: "old-shop" });
  expect((await project.deploy([], "n")).output).toContain(
    "Takes over  go.example.com from the Worker old-shop",
  );
  account.domains.length = 0;
  expect(cloudflare.takeWrites()).toEqual([]);
  expect(await project.deploy([], "y")).toMatchObject({ failure: null });
  expect(account.domains).toEqual([{ hostname: "go.example.com", service: "shoppable-links" }]);
  // It now belongs to the Worker, and needs no confirmation.
  expect(await project.deploy(["--dry-run"])).toMatchObject({
    failure: null,
    output: expect.not.stringContaining("Takes over"),
  });
});

test("a Worker that is not ready is reported, with the command to roll back", async () => {
  circumstances.ready = { status: 503, body: { status: "misconfigured" } };
  const wrong = await project.deploy([]);
  expect(wrong.failure).toContain("/ready returns misconfigured");
  expect(wrong.failure).toContain("npm run deploy -- --rollback");
  circumstances.ready = { status: 404, body: "nothing here" };
  expect((await project.deploy(["--rollback", "--yes"])).failure).toContain("/ready returns nothing");
});

test("a deployment that stays silent shows for five minutes that it waits", async () => {
  circumstances.ready = { status: 404, body: "nothing here" };
  const { failure, output } = await project.deploy([]);
  expect(failure).toContain("/ready returns nothing");
  expect(output.split("\n").filter((line) => line.includes("no response. Waiting"))).toHaveLength(9);
  expect(output).not.toContain("Ready.");
  expect(output).not.toContain("Sign-in");
});

test("a migration that fails halfway changes nothing, stops the deployment before the upload, and is repeated later", async () => {
  const directory = project.useOwnMigrations();
  const file = join(directory, "9001_middle.sql");
  writeFileSync(file, "CREATE TABLE half (id INTEGER);\nINSERT INTO missing VALUES (1);\n");
  writeFileSync(join(directory, "9002_after.sql"), "CREATE TABLE after_half (id INTEGER);\n");
  const [d1] = account.databases.values();
  const tables = () => d1?.sqlite.prepare("SELECT name FROM sqlite_master WHERE name LIKE '%half'").all();
  cloudflare.takeWrites();
  const failed = await project.deploy(["--yes"]);
  expect(failed.failure).toContain("no such table: missing");
  expect(failed.failure).toContain("Migration 9001_middle.sql failed and changed nothing.");
  expect(failed.failure).toContain("Nothing was uploaded.");
  expect(failed.output).toContain("npm run restore -- --bookmark ");
  expect(tables()).toEqual([]);
  expect(cloudflare.takeWrites().filter((line) => line.includes("scripts"))).toEqual([]);
  writeFileSync(file, "CREATE TABLE half (id INTEGER);\n");
  expect(await project.deploy(["--yes"])).toMatchObject({ failure: null });
  expect(tables()).toEqual([{ name: "half" }, { name: "after_half" }]);
});

test("a database with another service's tables is left alone", async () => {
  const [d1] = account.databases.values();
  d1?.sqlite.exec("ALTER TABLE d1_migrations RENAME TO other");
  expect(await problems()).toContain("The database has tables of another service");
  d1?.sqlite.exec("ALTER TABLE other RENAME TO d1_migrations");
});

test("a database of an unreleased version is not deployed over", async () => {
  const [d1] = account.databases.values();
  const own = project.useOwnMigrations();
  const file = join(own, "0001_initial.sql");
  const sql = readFileSync(file, "utf8");
  writeFileSync(file, `${sql}\nCREATE TABLE of_an_edited_migration (id INTEGER);\n`);
  const unreleased = "This database is of an unreleased version, which had another 0001_initial.sql";
  expect(await problems()).toContain(unreleased);
  expect((await project.run(status, ["--check"])).failure).toContain(`Problem       ${unreleased}`);
  // Nobody knows the text of what was deployed before there were hashes.
  writeFileSync(file, sql);
  expect(await problems(["--dry-run"])).toBe("");
  d1?.sqlite.exec("ALTER TABLE migration_texts RENAME TO other");
  expect(await problems()).toContain(unreleased);
  d1?.sqlite.exec("ALTER TABLE other RENAME TO migration_texts");
  // Other ends of lines are no other text.
  writeFileSync(file, sql.replaceAll("\n", "\r\n"));
  expect(await problems(["--dry-run"])).toBe("");
});
