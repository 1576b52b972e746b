import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { withDatabase } from "../../src/cli/database/database.ts";
import { tryLock } from "../../src/cli/database/state-lock.ts";
import { killStarted, livingIn, type Start, send, start } from "./npm-start.ts";
import { ROOT, runCli, temporaryDirectory } from "./run-cli.ts";
import { storedRows } from "./stored-rows.ts";

// On a busy machine, a command takes seconds.
vi.setConfig({ testTimeout: 300_000 });

// The tests are one story of one local database: each start takes seconds of both cores.
const state = temporaryDirectory();
afterAll(() => {
  killStarted();
  state.remove();
});
let server: Start;
/** Of the demo organization. */
let key: string;

/** Creates a link with this key, as the curl line of a start shows it. */
const create = ({ curl }: Start, withKey = key) =>
  send({ ...curl, headers: { ...curl.headers, "X-Service-API-Key": withKey } });

const keys = (...args: string[]) => runCli("keys.ts", [...args, "--persist-to", state.path]);
const issue = (name: string) =>
  keys(
    "issue",
    ...["--organization", "demo", "--projects", "all", "--scopes", "all", "--name", name, "--json"],
  );

/** Creates links, one after the other, until `done`. Gives the statuses and bodies of those that failed. */
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

test("commands on no database yet, and a start among them, wait for each other", async () => {
  const outcomes = Promise.all(["a", "b", "c"].map(issue));
  server = await start(state.path);
  expect((await outcomes).map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    Array(3).fill({ code: 0, stderr: "" }),
  );
  key = JSON.parse((await outcomes)[0]?.stdout ?? "").key;
  const listed = JSON.parse((await keys("list", "--organization", "demo", "--json")).stdout);
  expect(listed.keys.length).toBeGreaterThanOrEqual(3);
  expect(new URL(server.curl.url).pathname).toBe("/v1/links");
});

test("creates and key commands at the same time never fail each other", async () => {
  const issued: string[] = [];
  const failures: unknown[] = [];
  const command = async (name: string) => {
    for (let round = 0; round < 3; round++) {
      const outcome = await issue(`${name} ${round}`);
      if (outcome.code === 0) issued.push(JSON.parse(outcome.stdout).key);
      else failures.push(outcome);
    }
  };
  const commands = Promise.all(["a", "b", "c"].map(command));
  const creates = await Promise.all([1, 2, 3, 4].map(() => createUntil(commands)));
  await commands;
  expect(failures).toEqual([]);
  expect(creates.flatMap((client) => client.failures)).toEqual([]);
  expect(creates.reduce((sum, { created }) => sum + created, 0)).toBeGreaterThan(50);
  expect(new Set(issued).size).toBe(9);
  // Each key is good at once, so the server has the same database.
  for (const each of issued) expect((await create(server, each)).status).toBe(201);
  // What the server executes for a command is one transaction, too.
  const insert = "INSERT INTO organizations (id, name, created_at) VALUES (?1, ?1, ?1)";
  const batch = withDatabase({ remote: false, persistTo: state.path }, (db) =>
    db.batch([db.prepare(insert).bind("half"), db.prepare("SELECT missing_column FROM organizations")]),
  );
  await expect(batch).rejects.toThrow("D1_ERROR: no such column: missing_column");
  expect(await storedRows(state.path, "SELECT id FROM organizations WHERE id = 'half'")).toEqual([]);
});

test("a second server on the same state is refused, with the address of the first", async () => {
  const address = new URL(server.curl.url).origin;
  await expect(start(state.path)).rejects.toThrow(
    new RegExp(`ended with 1:.*A server runs on .* already, at ${address}`, "s"),
  );
});

test("a server that is killed ends its runtime, and neither it nor a killed command keeps others waiting", async () => {
  const { npm } = server;
  const note: { pid: number } = JSON.parse(readFileSync(join(state.path, "server.json"), "utf8"));
  process.kill(note.pid, "SIGKILL");
  await vi.waitFor(() => expect(livingIn(npm.pid ?? 0)).toEqual([]), { timeout: 20_000 });
  expect((await issue("after the server")).code).toBe(0);

  const killed = spawn(process.execPath, [
    join(ROOT, "src/cli/commands/keys.ts"),
    ...["list", "--persist-to", state.path],
  ]);
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
  expect((await issue("after the command")).code).toBe(0);

  expect((await create(await start(state.path))).status).toBe(201);
});
