import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { ROOT, runCli, temporaryDirectory } from "./run-cli.ts";
import { storedRows } from "./stored-rows.ts";

// Each start runs wrangler three times; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 });

const state = temporaryDirectory();
afterAll(state.remove);

let running: ChildProcess | undefined;
// Its own process group, so that nothing outlives a failed test.
afterEach(() => {
  if (running?.pid !== undefined && livingIn(running.pid).length > 0) process.kill(-running.pid, "SIGKILL");
});

interface Start {
  npm: ChildProcess;
  output: () => string;
  /** What the shell makes of the printed curl line. */
  curl: { url: string; headers: Record<string, string>; body: string };
}

/** `npm start` up to its curl line, in the test's own state. */
async function start(port: number): Promise<Start> {
  const args = ["start", "--", "--port", String(port), "--persist-to", state.path];
  const npm = spawn("npm", args, { cwd: ROOT, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  running = npm;
  let output = "";
  const line = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const [found] = /^curl .*\n/m.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    npm.stdout.on("data", read);
    npm.stderr.on("data", read);
    npm.on("error", reject);
    npm.on("exit", (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  return { npm, output: () => output, curl: takeApart(line) };
}

function takeApart(line: string): Start["curl"] {
  const print = 'node -e "console.log(JSON.stringify(process.argv.slice(1)))" -- ';
  const shell = execFileSync("sh", ["-c", line.replace("curl ", print)], {
    encoding: "utf8",
    env: process.env,
  });
  const args: string[] = JSON.parse(shell);
  const after = (flag: string) => args.filter((_, index) => args[index - 1] === flag);
  return {
    url: args.find((arg) => arg.startsWith("http")) ?? "",
    headers: Object.fromEntries(after("-H").map((header) => header.split(": ", 2))),
    body: after("-d").join("&"),
  };
}

const send = ({ url, headers, body }: Start["curl"]) => fetch(url, { method: "POST", headers, body });

/** Sends the signal to npm alone, as a supervisor does, and gives npm's exit code once all output is closed. */
async function stop(npm: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const closed = once(npm, "close");
  npm.kill(signal);
  const [code] = await closed;
  return code;
}

/** The processes of a group that still run; those that only wait to be reaped do not. Linux only. */
function livingIn(group: number): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [state, , pgrp] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return pgrp === String(group) && state !== "Z" && state !== "X";
    } catch {
      return false; // It ended while we looked.
    }
  });
}

/** Takes a free port until it is closed again. */
async function takePort(): Promise<{ port: number; close: () => Promise<unknown> }> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return { port, close: () => once(server.close(), "close") };
}

async function freePort(): Promise<number> {
  const { port, close } = await takePort();
  await close();
  return port;
}

test("npm start serves at once, keeps its data, and leaves nothing behind", async () => {
  const port = await freePort();
  const first = await start(port);
  const keys = new Set(first.output().match(/slk_\w+/g));
  expect([...keys]).toEqual([first.curl.headers["X-Service-API-Key"]]);
  expect(first.output()).toContain(`http://localhost:${port}\n`);
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

  const again = await start(port);
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
    const { npm } = await start(await freePort());
    await stop(npm, "SIGKILL");
    await vi.waitFor(() => expect(livingIn(npm.pid ?? 0)).toEqual([]), { timeout: 20_000 });
  },
);

test("npm start ends with an error where the port is taken", async () => {
  const { port, close } = await takePort();
  await expect(start(port)).rejects.toThrow(/ended with 1:.*Address already in use/s);
  await close();
});
