import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { members } from "../../src/cli/commands/members.ts";
import { freePort, killStarted, start, stop } from "../cli/npm-start.ts";
import { temporaryDirectory } from "../cli/run-cli.ts";
import { builtWorker } from "../service.ts";
import { configurationFor } from "./configurations.ts";

// Each start runs wrangler several times; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 300_000 });

const state = temporaryDirectory();
afterAll(state.remove);
afterEach(killStarted);

/** What a start with this person's configuration prints, and who is signed in to the demo organization. */
async function startAs(email: string) {
  const main = join(await builtWorker("test/dashboard/worker.ts"), "index.js");
  const port = await freePort();
  const flags = ["--config", configurationFor(state.path, email, { main })];
  const { npm, output } = await start(state.path, port, ...flags);
  const headers = { "Sec-Fetch-Site": "none" };
  const response = await fetch(`http://localhost:${port}/who?organization=demo`, { headers });
  const who = await response.json();
  expect(await stop(npm, "SIGTERM")).toBe(0);
  return { who, output: output(), port };
}

test("npm start makes the demo owner, and other configurations sign others in on the same data", async () => {
  const first = await startAs("owner@demo.example");
  expect(first.who).toMatchObject({ person: { actor: { organizationId: "demo", role: "owner" } } });
  expect(first.output).toContain(`http://localhost:${first.port}/dashboard\n`);

  const editor = ["--organization", "demo", "--email", "editor@demo.example", "--role", "editor"];
  await members(["add", ...editor, "--persist-to", state.path]);
  const { who } = await startAs("editor@demo.example");
  expect(who).toMatchObject({ email: "editor@demo.example", person: { actor: { role: "editor" } } });

  const list = await members(["list", "--json", "--persist-to", state.path]);
  const listed: { email: string; role: string }[] = JSON.parse(list).members;
  expect(listed.map(({ email, role }) => [email, role])).toEqual([
    ["owner@demo.example", "owner"],
    ["editor@demo.example", "editor"],
  ]);
});
