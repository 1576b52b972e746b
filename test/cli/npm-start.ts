import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { ROOT } from "./run-cli.ts";

export interface Start {
  npm: ChildProcess;
  output: () => string;
  /** The parsed curl line. */
  curl: { url: string; headers: Record<string, string>; body: string };
}

const started: number[] = [];

/** Kills remaining processes of failed tests, and of tests without an orderly end. */
export function killStarted(): void {
  // Each has its own process group.
  for (const group of started.splice(0)) if (livingIn(group).length > 0) process.kill(-group, "SIGKILL");
}

/**
 * `npm start` up to its curl line, on the state in a directory. On port 0, the system gives it a free one. `flags` are
 * those of `wrangler dev`.
 */
export async function start(state: string, port = 0, ...flags: string[]): Promise<Start> {
  const args = ["start", "--", "--port", String(port), "--persist-to", state, ...flags];
  const npm = spawn("npm", args, { cwd: ROOT, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  if (npm.pid !== undefined) started.push(npm.pid);
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

/**
 * Starts the command `name` for a test that kills it. A killed command leaves its runtime behind, which
 * `killStarted` ends.
 */
export function startToKill(name: string, args: readonly string[]) {
  const command = spawn(process.execPath, [join(ROOT, "src/surfaces/cli/run.mjs"), name, ...args], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (command.pid !== undefined) started.push(command.pid);
  return command;
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

export const send = ({ url, headers, body }: Start["curl"]) => fetch(url, { method: "POST", headers, body });

/** Sends the signal only to npm, like a supervisor, and returns npm's exit code once all output is closed. */
export async function stop(npm: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const closed = once(npm, "close");
  npm.kill(signal);
  const [code] = await closed;
  return code;
}

/** The running processes of a group, without zombies. Linux only. */
export function livingIn(group: number): string[] {
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

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}
