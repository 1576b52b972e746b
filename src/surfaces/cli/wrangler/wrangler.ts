import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** The directory of package.json and wrangler.toml; paths on a command line are relative to it. */
export const PROJECT_ROOT = join(import.meta.dirname, "../../../..");

// The module itself, not its launcher in .bin: a signal would end only the launcher.
const WRANGLER = createRequire(import.meta.url).resolve("wrangler");

/** Defaults, overridden by the caller's environment. */
const ENVIRONMENT = {
  // Local commands must work without the network.
  WRANGLER_HIDE_BANNER: "true", // no check for a newer version
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false", // `request.cf` is a fixed sample
  // Writes a trace of each request, headers included, to disk, and costs a third of the throughput.
  X_LOCAL_OBSERVABILITY: "false",
  // The API through which commands use the database of a running server.
  X_LOCAL_EXPLORER: "true",
};

/**
 * Ends wrangler and its runtime if the process that started it is killed. Wrangler also disconnects itself when it fails, and
 * then ends with its own exit code; only a killed parent changes the parent process.
 */
const END_WITH_PARENT = `data:text/javascript,
  const parent = process.ppid;
  const end = () => process.ppid === parent || process.kill(process.pid, "SIGTERM");
  process.on("disconnect", () => setInterval(end, 100).unref());`;

/** Starts wrangler in the project's directory. With an "ipc" channel, `wrangler dev` reports when it serves. */
export function spawnWrangler(
  args: readonly string[],
  stdio: StdioOptions,
  environment: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  return spawn(process.execPath, ["--no-warnings", `--import=${END_WITH_PARENT}`, WRANGLER, ...args], {
    cwd: PROJECT_ROOT,
    env: { ...ENVIRONMENT, ...environment },
    stdio,
  });
}

/** Runs wrangler to its end, without a terminal, so that it asks no questions. */
export async function runWrangler(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ ok: boolean; stdout: string; stderr: string }> {
  const child = spawnWrangler(args, ["ignore", "pipe", "pipe"], environment);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const [code, stdout, stderr] = await Promise.all([
    ended,
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
  ]);
  return { ok: code === 0, stdout, stderr };
}
