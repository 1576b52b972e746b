// @module-tag all
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { status } from "../../src/surfaces/cli/commands/status.ts";
import { ROOT } from "../service.ts";
import { openProject } from "./deployments.ts";
import { startCloudflare } from "./stand-in/cloudflare.ts";

// Each upload starts wrangler.
vi.setConfig({ testTimeout: 180_000 });

const cloudflare = await startCloudflare();
const { account, circumstances, environment } = cloudflare;
const project = openProject(cloudflare);
afterEach(() => {
  circumstances.denied.clear();
  project.configure();
  cloudflare.recorded.length = 0;
});
afterAll(async () => {
  project.remove();
  await cloudflare.stop();
});

const writes = () => cloudflare.takeWrites().filter((line) => !line.endsWith("/query"));
const owners = () =>
  [...account.databases.values()][0]?.sqlite
    .prepare("SELECT email, organization_id AS organization FROM members WHERE role = 'owner'")
    .all()
    .map((row) => ({ ...row }));
const FIX = "Nothing changed. Fix this first:";
const lacks = (permission: string) =>
  `Authentication error (10000). A token needs the permission "${permission}" (docs/deploying.md)`;

test("a build whose token may not use D1 and Queues changes nothing, and names the permission", async () => {
  environment.WORKERS_CI = "1";
  circumstances.denied.add("d1").add("queues");
  const { failure, questions } = await project.deploy([]);
  expect(failure).toContain(`${FIX}\n  - Cloudflare rejected d1/database: ${lacks("Account, D1, Edit")}`);
  expect([questions, writes()]).toEqual([[], []]);
});

test("with D1 only, it says at the upload what Queues needs, and asks Cloudflare for no list of queues itself", async () => {
  environment.WORKERS_CI = "1";
  circumstances.denied.add("queues");
  const { failure } = await project.deploy([]);
  expect(failure).toContain('A token needs the permission "Account, Queues, Edit"');
  expect(account.scripts.size).toBe(0);
  expect(cloudflare.recorded.filter(({ path }) => path.includes("/queues?page="))).toEqual([]);
});

test.each([
  ["WORKERS_CI", "1"],
  ["CI", "true"],
])(
  "a build with %s=%s migrates and uploads without a question, and continues after a failure",
  async (name, value) => {
    Object.assign(environment, { WORKERS_CI: "", CI: "", [name]: value });
    const { failure, output, questions } = await project.deploy([]);
    expect([failure, questions]).toEqual([null, []]);
    expect(output).toContain("Ready.");
    expect(output).toContain("  Sign-in     npm run deploy -- --owner you@example.com");
    expect(account.scripts.size).toBe(1);
    const migrated = [...account.databases.values()][0]?.sqlite
      .prepare("SELECT name FROM migration_texts ORDER BY 1")
      .all();
    expect(migrated?.map(({ name }) => name)).toEqual(readdirSync(join(ROOT, "migrations")).sort());
  },
);

test("with the ids that the deploy button writes, a build lists no databases", async () => {
  environment.WORKERS_CI = "1";
  const [database] = account.databases.values();
  project.configure([["00000000-0000-0000-0000-000000000000", database?.uuid ?? ""]]);
  expect(await project.deploy([])).toMatchObject({ failure: null });
  expect(cloudflare.recorded.filter(({ path }) => path.includes("d1/database?"))).toEqual([]);
});

test("with CI in a terminal, and in no build service, a person confirms", async () => {
  account.databases.clear();
  Object.assign(environment, { WORKERS_CI: "", CI: "true" });
  expect((await project.deploy([], "n")).questions).toEqual(["Continue?"]);
  for (const value of ["false", "0", ""]) {
    environment.CI = value;
    expect((await project.deploy([])).failure).toContain("Use --yes");
  }
  expect(writes()).toEqual([]);
});

test("the status says who can sign in and how, and how secrets of webhooks are stored", async () => {
  const facts = async () => (await project.run(status, [])).output;
  expect(await project.deploy(["--yes"])).toMatchObject({ failure: null });
  const before = await facts();
  expect(before).toContain(
    "Sign-in       passkeys and one-time addresses, which you and owners pass on: mail is off\n",
  );
  expect(before).toContain("Owners        none: npm run deploy -- --owner you@example.com\n");
  expect(before).toContain(
    "Secrets       of webhooks are stored as they are: no WEBHOOK_SECRET_KEY is set\n",
  );
  expect(await project.deploy(["--owner", "ada@example.com"])).toMatchObject({ failure: null });
  project.configure([['MAIL_FROM = ""', 'MAIL_FROM = "Links <links@example.com>"']]);
  account.scripts.get("shoppable-links")?.bindings.push({ type: "secret_text", name: "WEBHOOK_SECRET_KEY" });
  const after = await facts();
  expect(after).toContain("one-time addresses, which Links <links@example.com> mails\n");
  expect(after).toContain("Owners        1\n");
  expect(after).toContain("Secrets       of webhooks are stored sealed with WEBHOOK_SECRET_KEY\n");
  project.configure([
    ['ACCESS_TEAM_DOMAIN = ""', 'ACCESS_TEAM_DOMAIN = "acme.cloudflareaccess.com"'],
    ['ACCESS_AUD = ""', `ACCESS_AUD = "${"0".repeat(64)}"`],
  ]);
  expect(await facts()).toContain("Sign-in       Cloudflare Access of acme.cloudflareaccess.com alone\n");
});

test("--owner adds an owner only to an organization without one", async () => {
  const none = await project.deploy(["--owner", "bob@example.com"]);
  expect([none.failure, none.questions, owners()?.length]).toEqual([null, [], 1]);
  expect(none.output).toContain(`  Sign-in     ${cloudflare.origin}/dashboard\n`);
  const wrong = await project.deploy(["--owner", "bob"]);
  expect(wrong.failure).toBe("bob is not an email address.");
  const made = await project.deploy(["--owner", "bob@example.com", "--organization", "acme"]);
  expect(made.output).toMatch(/Sign-in +\S+\/dashboard\/sign-in\/\S{20,} \(bob@example\.com/);
  expect(owners()).toContainEqual({ email: "bob@example.com", organization: "acme" });
  project.configure([
    ['ACCESS_TEAM_DOMAIN = ""', 'ACCESS_TEAM_DOMAIN = "acme.cloudflareaccess.com"'],
    ['ACCESS_AUD = ""', `ACCESS_AUD = "${"0".repeat(64)}"`],
  ]);
  const byAccess = await project.deploy(["--owner", "eve@example.com", "--organization", "third"]);
  expect(byAccess.output).toContain("/dashboard, through Cloudflare Access, as eve@example.com\n");
});
