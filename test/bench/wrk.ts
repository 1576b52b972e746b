import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import type { Load, LoadRequest, Sample } from "./load.ts";

/**
 * Loads with wrk (https://github.com/wg/wrk), which takes about a fifth of the CPU of a client in Node. Client and server
 * share the machine, so where an answer takes less time than a client in Node, only this shows what the server can do.
 */

const run = promisify(execFile);

/** Whether this machine has wrk. */
export async function hasWrk(): Promise<boolean> {
  try {
    await run("wrk", ["--version"]);
    return true;
  } catch (error) {
    // wrk prints its version and exits with 1.
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}

/** What `done` of the script prints. */
const outcome = z.strictObject({
  requests: z.number(),
  microseconds: z.number(),
  p50: z.number(),
  p99: z.number(),
  refused: z.number(),
  failed: z.number(),
});

/**
 * Sends the first requests of `next` again and again, for as many whole seconds. `repeats` is after how many requests
 * `next` begins anew. wrk only tells answers below 400 from others, so the exact status has to be checked before.
 */
export async function runWrk(
  { origin, next, status, connections, seconds }: Omit<Load, "requests">,
  repeats: number,
): Promise<Sample> {
  const directory = await mkdtemp(join(tmpdir(), "shoppable-links-wrk-"));
  try {
    const script = join(directory, "requests.lua");
    const { host } = new URL(origin);
    await writeFile(
      script,
      scriptOf(Array.from({ length: repeats }, next).map((request) => textOf(request, host))),
    );
    const duration = `-d${Math.max(1, Math.round(seconds))}s`;
    const { stdout } = await run("wrk", ["-t1", `-c${connections}`, duration, "-s", script, origin]);
    const { requests, microseconds, p50, p99, refused, failed } = outcome.parse(
      JSON.parse(stdout.slice(stdout.lastIndexOf("{"))),
    );
    if (failed > 0 || refused !== (status < 400 ? 0 : requests))
      throw new Error(`Of ${requests} requests, ${failed} failed and ${refused} got a status above 399.`);
    return { requests, perSecond: (requests * 1e6) / microseconds, p50: p50 / 1_000, p99: p99 / 1_000 };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function textOf({ method, path, headers, body }: LoadRequest, host: string): string {
  if (body !== undefined) throw new TypeError("requests with a body are not repeated");
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

/** The strings of JSON are strings of Lua, as long as they are ASCII, which HTTP requests are. */
const scriptOf = (
  requests: readonly string[],
): string => `local requests = { ${requests.map((request) => JSON.stringify(request)).join(", ")} }
local position = 0
function request()
  position = position % #requests + 1
  return requests[position]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"failed":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
`;
