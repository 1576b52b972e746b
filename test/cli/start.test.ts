import { afterAll, afterEach, expect, test, vi } from "vitest";
import { freePort, killStarted, livingIn, send, start, stop, takePort } from "./npm-start.ts";
import { runCli, temporaryDirectory } from "./run-cli.ts";
import { storedRows } from "./stored-rows.ts";

// Each start runs wrangler several times; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 });

const state = temporaryDirectory();
afterAll(state.remove);
afterEach(killStarted);

test("npm start serves at once, keeps its data, and leaves nothing behind", async () => {
  const port = await freePort();
  const first = await start(state.path, port);
  const keys = new Set(first.output().match(/slk_\w+/g));
  expect([...keys]).toEqual([first.curl.headers["X-Service-API-Key"]]);
  expect(first.output()).toContain(`http://localhost:${port}\n`);
  expect(first.output()).toContain(`http://localhost:${port}/dashboard\n`);
  // What a newcomer sees first fits on a screen, and is ours and npm's alone. Some machines add warnings of npm.
  // It ends with the line of curl: the log of requests begins behind it, and when depends on the machine.
  const lines = first.output().split("\n");
  const screen = lines
    .slice(0, lines.findIndex((line) => line.startsWith("curl ")) + 1)
    .filter((line) => !line.startsWith("npm warn"));
  expect(screen.length).toBeGreaterThan(5);
  expect(screen.length).toBeLessThanOrEqual(15);
  expect(screen.join("\n")).toContain("Ctrl+C");
  const created = await send(first.curl);
  expect(created.status).toBe(201);
  const { data } = (await created.json()) as { data: { id: string } };

  // A key that is issued while the server runs is good at once.
  const args = ["--organization", "demo", "--projects", "all", "--scopes", "links:read", "--name", "second"];
  const issued = await runCli("keys.ts", ["issue", ...args, "--json", "--persist-to", state.path]);
  const second: string = JSON.parse(issued.stdout).key;
  const read = () => fetch(`${first.curl.url}/${data.id}`, { headers: { "X-Service-API-Key": second } });
  expect((await read()).status).toBe(200);

  expect(await stop(first.npm, "SIGTERM")).toBe(0);
  await vi.waitFor(() => expect(livingIn(first.npm.pid ?? 0)).toEqual([]), { timeout: 20_000 });
  await expect(read()).rejects.toThrow();

  const claims = () => storedRows(state.path, "SELECT scope FROM idempotency_claims");
  await storedRows(
    state.path,
    `INSERT INTO idempotency_claims (scope, owner, fingerprint, status, body, created_at, expires_at)
     VALUES ('${"a".repeat(64)}', 'o', '${"b".repeat(64)}', 201, '{}', '2026-01-01', '2026-01-02')`,
  );
  expect(await claims()).toHaveLength(1);

  const again = await start(state.path, port);
  expect(again.output()).not.toMatch(/slk_/);
  expect(again.output()).toContain(`npm run keys -- issue --organization demo`);
  expect((await read()).status).toBe(200);
  const headers = { ...again.curl.headers, "X-Service-API-Key": [...keys].join() };
  expect((await send({ ...again.curl, headers })).status).toBe(201);
  // The cron runs: it deletes what has expired.
  await vi.waitFor(async () => expect(await claims()).toEqual([]), { timeout: 60_000, interval: 500 });
  expect(await stop(again.npm, "SIGINT")).toBe(0);
  await vi.waitFor(() => expect(livingIn(again.npm.pid ?? 0)).toEqual([]), { timeout: 20_000 });
});

test.runIf(process.platform === "linux")(
  "npm start ends its server even where npm itself is killed",
  async () => {
    const { npm } = await start(state.path);
    await stop(npm, "SIGKILL");
    await vi.waitFor(() => expect(livingIn(npm.pid ?? 0)).toEqual([]), { timeout: 20_000 });
  },
);

test("npm start ends with an error where the port is taken", async () => {
  const { port, close } = await takePort();
  await expect(start(state.path, port)).rejects.toThrow(/ended with 1:.*Address already in use/s);
  await close();
});
