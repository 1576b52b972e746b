// @module-tag all
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { keys as keysCommand } from "../../src/surfaces/cli/commands/keys-command.ts";
import { members } from "../../src/surfaces/cli/commands/members-command.ts";
import { tryLock, withDatabase } from "../../src/surfaces/cli/database/database.ts";
import { configurationFor } from "../dashboard/configurations.ts";
import { builtWorker } from "../service.ts";
import { freePort, killStarted, livingIn, type Start, send, start, startToKill, stop } from "./npm-start.ts";
import { runCli, temporaryDirectory } from "./run-cli.ts";
import { storedRows } from "./stored-rows.ts";

// Each start runs wrangler several times, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

// The tests are one story of one local database and two servers, each ended in another way: a start takes ten seconds of
// CPU.
const state = temporaryDirectory();
const port = await freePort();
afterAll(() => {
  killStarted();
  state.remove();
});
let server: Start;
/** Of the demo organization. */
let key: string;
/** What the first curl line created. */
let linkId: string;

const here = ["--persist-to", state.path];
const issueArguments = (name: string, organization: string) => [
  "issue",
  ...["--organization", organization, "--projects", "all", "--scopes", "all", "--name", name, "--json"],
  ...here,
];
/** Issues a key in a separate process. */
const issue = (name: string, organization = "demo") => runCli("keys", issueArguments(name, organization));
/** Issues a key in this process, and returns it. */
const issueHere = async (name: string, organization = "demo"): Promise<string> =>
  JSON.parse(await keysCommand(issueArguments(name, organization))).key;

/** Creates a link with this key, as the curl line of a start shows it. */
const create = ({ curl }: Start, withKey = key) =>
  send({ ...curl, headers: { ...curl.headers, "X-Service-API-Key": withKey } });
const read = ({ curl }: Start) => fetch(`${curl.url}/${linkId}`, { headers: { "X-Service-API-Key": key } });
/** Requests a page like a browser on this machine, which the configuration signs in. */
const asPerson = (path: string) =>
  fetch(`http://localhost:${port}${path}`, { headers: { "Sec-Fetch-Site": "none" } });
const nothingIsLeft = ({ npm }: Start) =>
  vi.waitFor(() => expect(livingIn(npm.pid ?? 0)).toEqual([]), { timeout: 20_000 });

/** Creates links, one after the other, until `done`. Returns the statuses and bodies of failures. */
async function createUntil(done: Promise<unknown>) {
  let going = true;
  void done.finally(() => {
    going = false;
  });
  const failures: string[] = [];
  let created = 0;
  while (going) {
    const response = await create(server);
    const body = await response.text();
    if (response.status === 201) created++;
    else failures.push(`${response.status} ${body}`);
  }
  return { created, failures };
}

test("concurrent commands without a database, and a start among them, wait for each other", async () => {
  const outcome = issue("a", "acme");
  const other = issueHere("b", "acme");
  server = await start(state.path, port);
  expect(await outcome).toMatchObject({ code: 0, stderr: "" });
  expect(await other).toMatch(/^slk_/);
  const listed = JSON.parse(await keysCommand(["list", "--organization", "acme", "--json", ...here]));
  expect(listed.keys).toHaveLength(2);
});

test("npm start serves immediately, and shows a newcomer the first steps", async () => {
  const found = new Set(server.output().match(/slk_\w+/g));
  expect([...found]).toEqual([server.curl.headers["X-Service-API-Key"]]);
  key = [...found].join();
  expect(new URL(server.curl.url).pathname).toBe("/v1/links");
  expect(server.output()).toContain(`http://localhost:${port}\n`);
  expect(server.output()).toContain(`http://localhost:${port}/dashboard\n`);
  // The first output fits on a screen, and is only ours and npm's. Some machines add warnings of npm.
  // It ends with the curl line: the log of requests begins after it, at a time that depends on the machine.
  const lines = server.output().split("\n");
  const screen = lines
    .slice(0, lines.findIndex((line) => line.startsWith("curl ")) + 1)
    .filter((line) => !line.startsWith("npm warn"));
  expect(screen.length).toBeGreaterThan(5);
  expect(screen.length).toBeLessThanOrEqual(20);
  expect(screen.join("\n")).toContain("Ctrl+C");
  const created = await send(server.curl);
  expect(created.status).toBe(201);
  linkId = ((await created.json()) as { data: { id: string } }).data.id;
  // wrangler.toml signs in the demo's owner: only owners may add members.
  expect((await asPerson("/dashboard/o/demo/members/new")).status).toBe(200);
});

test("a host without a connection is reported once, with what stops it, and not by the runtime", async () => {
  const { url, headers } = server.curl;
  // Nothing listens at this port.
  const body = JSON.stringify({ url: "http://localhost:9/hook", types: ["link.created"] });
  const made = await fetch(url.replace("/links", "/webhooks"), { method: "POST", headers, body });
  expect(made.status).toBe(201);
  for (const _ of [1, 2, 3]) expect((await create(server)).status).toBe(201);
  const reports = () =>
    server.output().match(/"unreachable host","host":"localhost:9".*CHECK_DESTINATIONS:off/g);
  await vi.waitFor(() => expect(reports()).not.toBeNull(), { timeout: 60_000 });
});

test("concurrent creates and key commands never fail each other", async () => {
  const issued: string[] = [];
  const command = async (name: string) => {
    const { code, stdout, stderr } = await issue(name);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    issued.push(JSON.parse(stdout).key);
  };
  const here = async () => {
    for (const round of [1, 2, 3]) issued.push(await issueHere(`${round}`));
  };
  const commands = Promise.all([command("a"), here()]);
  const creates = await Promise.all([1, 2, 3, 4].map(() => createUntil(commands)));
  await commands;
  expect(creates.flatMap((client) => client.failures)).toEqual([]);
  for (const { created } of creates) expect(created).toBeGreaterThan(0);
  expect(new Set(issued).size).toBe(4);
  // Each key works immediately, so the server has the same database.
  for (const each of issued) expect((await create(server, each)).status).toBe(201);
  // The server executes a command's statements in one transaction, too.
  const insert = "INSERT INTO organizations (id, name, created_at) VALUES (?1, ?1, ?1)";
  const batch = withDatabase({ remote: false, persistTo: state.path }, (db) =>
    db.batch([db.prepare(insert).bind("half"), db.prepare("SELECT missing_column FROM organizations")]),
  );
  await expect(batch).rejects.toThrow("D1_ERROR: no such column: missing_column");
  expect(await storedRows(state.path, "SELECT id FROM organizations WHERE id = 'half'")).toEqual([]);
});

test("a second server on the same state is rejected, with the URL of the first", async () => {
  const address = new URL(server.curl.url).origin;
  await expect(start(state.path)).rejects.toThrow(
    new RegExp(`ended with 1:.*A server already runs on .*, at ${address}`, "s"),
  );
});

test("a stopped server leaves no process behind", async () => {
  expect(await stop(server.npm, "SIGINT")).toBe(0);
  expect(server.output().match(/"unreachable host"/g)).toHaveLength(1);
  expect(server.output()).not.toMatch(/workerd@|Connection refused/);
  await nothingIsLeft(server);
  await expect(read(server)).rejects.toThrow();
});

test("the next server has the data, signs in the person of another configuration, and runs the cron", async () => {
  const editor = ["--organization", "demo", "--email", "editor@demo.example", "--role", "editor"];
  await members(["add", ...editor, ...here]);
  const claims = () => storedRows(state.path, "SELECT scope FROM idempotency_claims");
  await storedRows(
    state.path,
    `INSERT INTO idempotency_claims (scope, owner, fingerprint, receipt, created_at, expires_at, organization_id)
     VALUES ('${"a".repeat(64)}', 'o', '${"b".repeat(64)}', '{}', '2026-01-01', '2026-01-02', 'demo') RETURNING 1`,
  );

  const main = join(await builtWorker("test/dashboard/worker.ts"), "index.js");
  const config = configurationFor(state.path, "editor@demo.example", { main });
  server = await start(state.path, port, "--config", config);
  expect(server.output()).not.toMatch(/slk_/);
  expect(server.output()).toContain(`npm run keys -- issue --organization demo`);
  expect((await read(server)).status).toBe(200);
  expect((await create(server)).status).toBe(201);
  expect(await (await asPerson("/who?organization=demo")).json()).toMatchObject({
    email: "editor@demo.example",
    person: { actor: { role: "editor" } },
  });
  const listed: { email: string; role: string }[] = JSON.parse(
    await members(["list", "--json", ...here]),
  ).members;
  expect(listed.map(({ email, role }) => [email, role])).toEqual([
    ["owner@demo.example", "owner"],
    ["editor@demo.example", "editor"],
  ]);
  // The cron runs: it deletes expired claims.
  await vi.waitFor(async () => expect(await claims()).toEqual([]), { timeout: 60_000, interval: 500 });
});

test("npm start ends its server even if npm is killed, and a killed command blocks no other command", async () => {
  await stop(server.npm, "SIGKILL");
  await nothingIsLeft(server);

  const killed = startToKill("keys", ["list", ...here]);
  const ended = once(killed, "exit");
  await vi.waitFor(
    () => {
      const release = tryLock(state.path);
      release?.();
      expect(release).toBeNull();
    },
    { timeout: 60_000, interval: 5 },
  );
  killed.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(await issueHere("after the command")).toMatch(/^slk_/);
});
