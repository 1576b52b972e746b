// @module-tag all
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test, vi } from "vitest";
import { remoteDatabase, requireDeployed } from "../../src/surfaces/cli/cloudflare/deployed-database.ts";
import { outcomeOf } from "../../src/surfaces/cli/command-line/command.ts";
import { keys as keysCommand } from "../../src/surfaces/cli/commands/keys-command.ts";
import { members as membersCommand } from "../../src/surfaces/cli/commands/members-command.ts";
import { startCloudflare } from "../deploy/stand-in/cloudflare.ts";
import { ROOT, runCli } from "./run-cli.ts";

// On a busy machine, a command takes seconds.
vi.setConfig({ testTimeout: 180_000 });

const cloudflare = await startCloudflare();
afterAll(cloudflare.stop);
const deployed = new DatabaseSync(":memory:");
deployed.exec(readFileSync(join(ROOT, "schema.sql"), "utf8"));
cloudflare.account.databases.set("d1", { uuid: "d1", name: "shoppable-links", sqlite: deployed });

/** Runs a command in this process, as the operator of the stand-in's account. */
const remotely = (name: string, command: typeof keysCommand, args: string[]) =>
  outcomeOf(name, () =>
    command([...args, "--remote"], async (location, work) => {
      const { account, id } = await requireDeployed(location, cloudflare.environment);
      return work(remoteDatabase(account, id));
    }),
  );
const keys = (...args: string[]) => remotely("keys", keysCommand, args);

// None of this may be lost or executed.
const AWKWARD = `O'Neil; BEGIN TRANSACTION; COMMIT; -- é🧺 ?1 "[\`/*`;

test("--remote issues a key in the deployed database, in one transaction", async () => {
  const args = ["--organization", "acme", "--projects", "web", "--scopes", "links:read", "--name", AWKWARD];
  const issued = await runCli("keys", ["issue", ...args, "--json", "--remote"], cloudflare.environment);
  expect(issued).toMatchObject({ code: 0, stderr: "" });
  const { key, ...rest } = JSON.parse(issued.stdout);
  expect(rest).toMatchObject({ name: AWKWARD, projects: ["web"], scopes: ["links:read"] });
  expect(deployed.prepare("SELECT id, prefix FROM api_keys").all()).toEqual([
    { id: rest.id, prefix: key.slice(0, 10) },
  ]);
  // The first query checks whether the organization exists.
  expect(cloudflare.takeWrites()).toEqual(["POST /d1/database/d1/query", "POST /d1/database/d1/query"]);

  const listed = await keys("list", "--json");
  expect(JSON.parse(listed.stdout)).toEqual({
    keys: [{ ...rest, issuedBy: { ...rest.issuedBy, name: null } }],
  });

  const rotated = JSON.parse((await keys("rotate", rest.id, "--grace", "0", "--json")).stdout);
  expect(rotated).toMatchObject({ name: AWKWARD, projects: ["web"], replaces: { id: rest.id } });
  const revoked = JSON.parse((await keys("revoke", rotated.id, "--json")).stdout);
  expect(revoked).toMatchObject({ id: rotated.id, alreadyRevoked: false });
});

test("--remote adds the first owner to the deployed database, and removes members", async () => {
  const members = (...args: string[]) =>
    remotely("members", membersCommand, [...args, "--organization", "new"]);
  const added = await members("add", "--email", "ada@example.com", "--role", "owner", "--json");
  expect(added).toMatchObject({ code: 0, stderr: "" });
  const { alreadyMember: _, ...ada } = JSON.parse(added.stdout);
  expect(deployed.prepare("SELECT id, email, role FROM members").all()).toEqual([
    { id: ada.id, email: "ada@example.com", role: "owner" },
  ]);
  const last = await members("remove", "--email", "ada@example.com");
  expect([last.code, last.stderr]).toEqual([1, expect.stringContaining("the last owner")]);
  await members("add", "--email", "bob@example.com", "--role", "owner");
  expect(await members("remove", "--email", "ada@example.com")).toMatchObject({ code: 0, stderr: "" });
  expect(deployed.prepare("SELECT email FROM members").all()).toEqual([{ email: "bob@example.com" }]);
});

test("a database without tables ends with 1 and a hint", async () => {
  deployed.exec("ALTER TABLE api_keys RENAME TO hidden");
  try {
    const { code, stdout, stderr } = await keys("list");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("no such table: api_keys");
    expect(stderr).toContain("npm run deploy applies pending migrations.");
    expect(stderr).not.toContain("    at ");
  } finally {
    deployed.exec("ALTER TABLE hidden RENAME TO api_keys");
  }
});

test("without a deployed database or a sign-in, a command shows what to do", async () => {
  cloudflare.account.databases.delete("d1");
  const none = await keys("list");
  expect([none.code, none.stderr]).toEqual([
    1,
    "This account has no database shoppable-links. npm run deploy creates it.\n",
  ]);
  cloudflare.account.databases.set("d1", { uuid: "d1", name: "shoppable-links", sqlite: deployed });
  cloudflare.circumstances.denied.add("all");
  const refused = await keys("list");
  cloudflare.circumstances.denied.clear();
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining("Authentication error (10000)"),
  ]);
});
