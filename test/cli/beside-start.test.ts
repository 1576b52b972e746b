import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withDatabase } from "../../src/cli/database/database.ts";
import { tryLock } from "../../src/cli/database/state-lock.ts";
import { killStarted, livingIn, type Start, send, start, stop } from "./npm-start.ts";
import { ROOT, runCli, temporaryDirectory } from "./run-cli.ts";
import { storedRows } from "./stored-rows.ts";

// On a busy machine, a command takes seconds.
vi.setConfig({ testTimeout: 300_000 });

let state: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  state = temporaryDirectory();
});
afterEach(() => {
  killStarted();
  state.remove();
});

const keys = (...args: string[]) => runCli("keys.ts", [...args, "--persist-to", state.path]);
const issue = (name: string) =>
  keys(
    "issue",
    ...["--organization", "demo", "--projects", "all", "--scopes", "all", "--name", name, "--json"],
  );

/** Creates links, one after the other, until `done`. Gives the statuses and bodies of those that failed. */
async function createUntil(done: Promise<unknown>, curl: Start["curl"]) {
  let going = true;
  void done.finally(() => {
    going = false;
  });
  const failures: string[] = [];
  let created = 0;
  while (going) {
    const response = await send(curl);
    const body = await response.text();
    if (response.status === 201) created++;
    else failures.push(`${response.status} ${body}`);
  }
  return { created, failures };
}

test("creates and key commands at the same time never fail each other", async () => {
  const { npm, curl } = await start(state.path);
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
  const creates = await Promise.all([1, 2, 3, 4].map(() => createUntil(commands, curl)));
  await commands;
  expect(failures).toEqual([]);
  expect(creates.flatMap((client) => client.failures)).toEqual([]);
  expect(creates.reduce((sum, { created }) => sum + created, 0)).toBeGreaterThan(50);
  expect(new Set(issued).size).toBe(9);
  // Each key is good at once, so the server has the same database.
  for (const key of issued) {
    const response = await send({ ...curl, headers: { ...curl.headers, "X-Service-API-Key": key } });
    expect(response.status).toBe(201);
  }
  // What the server executes for a command is one transaction, too.
  const insert = "INSERT INTO organizations (id, name, created_at) VALUES (?1, ?1, ?1)";
  const batch = withDatabase({ remote: false, persistTo: state.path }, (db) =>
    db.batch([db.prepare(insert).bind("half"), db.prepare("SELECT missing_column FROM organizations")]),
  );
  await expect(batch).rejects.toThrow("D1_ERROR: no such column: missing_column");
  expect(await storedRows(state.path, "SELECT id FROM organizations WHERE id = 'half'")).toEqual([]);
  expect(await stop(npm, "SIGTERM")).toBe(0);
});

test("a second server on the same state is refused, with the address of the first", async () => {
  const first = await start(state.path);
  const address = new URL(first.curl.url).origin;
  await expect(start(state.path)).rejects.toThrow(
    new RegExp(`ended with 1:.*A server runs on .* already, at ${address}`, "s"),
  );
});

test("commands without a server, and a start among them, wait for each other", async () => {
  const outcomes = Promise.all(["a", "b", "c"].map(issue));
  const { npm, curl } = await start(state.path);
  expect((await outcomes).map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    Array(3).fill({ code: 0, stderr: "" }),
  );
  const listed = JSON.parse((await keys("list", "--organization", "demo", "--json")).stdout);
  expect(listed.keys.length).toBeGreaterThanOrEqual(3);
  expect(new URL(curl.url).pathname).toBe("/v1/links");
  expect(await stop(npm, "SIGTERM")).toBe(0);
});

test("a server that is killed ends its runtime, and neither it nor a killed command keeps others waiting", async () => {
  const { npm, output } = await start(state.path);
  const [key] = /slk_\w+/.exec(output()) ?? [];
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

  const again = await start(state.path);
  const headers = { ...again.curl.headers, "X-Service-API-Key": key ?? "" };
  expect((await send({ ...again.curl, headers })).status).toBe(201);
});
