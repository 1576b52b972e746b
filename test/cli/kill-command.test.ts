// @module-tag deep
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { tryLock } from "../../src/surfaces/cli/database/database.ts";
import { killStarted, startToKill } from "./npm-start.ts";
import { temporaryDirectory } from "./run-cli.ts";
import { storedRows } from "./stored-rows.ts";

// On a busy machine, a command takes seconds.
vi.setConfig({ testTimeout: 180_000 });

const state = temporaryDirectory();
afterAll(() => {
  killStarted();
  state.remove();
});

const PROJECTS = Array.from({ length: 200 }, (_, number) => `project-${number}`);

/** The bytes of the local database and its log, which grow while something is written. */
function written(): number {
  try {
    const directory = join(state.path, "v3/d1/miniflare-D1DatabaseObject");
    return readdirSync(directory).reduce((sum, file) => sum + statSync(join(directory, file)).size, 0);
  } catch {
    return 0; // There is none yet, or a file has just gone.
  }
}

/** Issues a key for many projects, and kills the command at `moment`. Returns its output. */
async function killedAt(moment: (printed: string) => boolean): Promise<string> {
  const args = ["--organization", "acme", "--projects", PROJECTS.join(","), "--scopes", "all", "--name", "n"];
  const command = startToKill("keys", ["issue", ...args, "--json", "--persist-to", state.path]);
  let printed = "";
  command.stdout.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  const ended = once(command, "exit");
  // A command that finished too early is one more moment.
  await vi.waitFor(() => expect(command.exitCode !== null || moment(printed)).toBe(true), {
    timeout: 120_000,
    interval: 2,
  });
  command.kill("SIGKILL");
  await ended;
  return printed;
}

const isLocked = (): boolean => {
  const release = tryLock(state.path);
  release?.();
  return release === null;
};

/** For each key, the number of its stored projects. */
const projectsOfKeys = () =>
  storedRows(state.path, "SELECT json_array_length(projects) AS projects FROM api_keys");

test("a killed command leaves a complete database, and its output is stored", async () => {
  await killedAt(isLocked);
  // During creation, migrations are complete or missing, and the next command continues with the rest.
  await killedAt(() => written() > 0);
  const before = written();
  await killedAt(() => isLocked() && written() !== before);
  const printed = await killedAt((text) => text.includes("\n"));
  const keys = await projectsOfKeys();
  expect(keys.length).toBeGreaterThanOrEqual(1);
  expect(keys).toEqual(keys.map(() => ({ projects: PROJECTS.length })));
  const ids = await storedRows(state.path, "SELECT id FROM api_keys");
  expect(ids).toContainEqual({ id: JSON.parse(printed).id });
  expect(await storedRows(state.path, "PRAGMA quick_check")).toEqual([{ quick_check: "ok" }]);
});
