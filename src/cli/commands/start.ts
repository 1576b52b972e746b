import type { ChildProcess } from "node:child_process";
import * as z from "zod";
import { CommandError, problemOf } from "../command-line/command.ts";
import {
  type DatabaseLocation,
  locationFlags,
  locationOf,
  stateDirectory,
} from "../command-line/database-location.ts";
import { requireFreePort } from "../command-line/free-port.ts";
import { configurationText, problemsOfStart } from "../configuration/configuration-problems.ts";
import { takeState } from "../database/database.ts";
import { announceServer } from "../database/running-server.ts";
import { DEMO, prepareDemo } from "../demo/prepare-demo.ts";
import { hideStart } from "../wrangler/hide-start.ts";
import { spawnWrangler } from "../wrangler/wrangler.ts";
import { readStartArguments } from "./start-arguments.ts";

/**
 * Locks the local state while this process runs, migrates the database, prepares the demo organization, and serves until
 * it is stopped.
 */
async function start(args: string[]): Promise<void> {
  const { values, rest, verbose } = readStartArguments(args);
  const location = locationOf({ ...values, remote: false });
  await requireConfiguration(location, [values.var ?? []].flat().map(String));
  await takeState(location);
  if (typeof values.port === "string") {
    await requireFreePort(values.port, typeof values.ip === "string" ? values.ip : undefined);
  }
  const key = await prepareDemo(location);
  // Printed before anything can fail, as the key can't be shown again.
  process.stdout.write(heading(key, location));

  const output = verbose ? "inherit" : "pipe";
  const server = spawnWrangler(["dev", ...rest], ["inherit", output, output, "ipc"]);
  const shown = verbose ? null : hideStart(server, process);
  stopWithUs(server);
  server.on("message", async (message) => {
    const address = addressIn(message, values["local-protocol"] === "https" ? "https" : "http");
    if (address === null) return;
    await answered(address);
    announceServer(stateDirectory(location), address);
    keepTime(address);
    shown?.reveal();
    process.stdout.write(addresses(address, key));
  });
}

/**
 * Throws CommandError if the configuration is wrong, before anything is written. `given` are the variables of the
 * command line, as NAME:value.
 */
async function requireConfiguration(location: DatabaseLocation, given: readonly string[]): Promise<void> {
  const variables = Object.fromEntries(given.map((text) => text.split(/:(.*)/s, 2)));
  const problems = await problemsOfStart(location, variables);
  if (problems.length > 0) throw new CommandError(configurationText(problems));
}

/** Forwards signals to the server, which ends its runtime, and ends this process with it, so that none is left. */
function stopWithUs(server: ChildProcess): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    stopping = true;
    server.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(signal));
  if (process.env.npm_lifecycle_event !== undefined) {
    // npm forwards signals, but if it is killed by SIGKILL, only the changed parent process shows that.
    const npm = process.ppid;
    setInterval(() => process.ppid !== npm && stop("SIGTERM"), 500).unref();
  }
  server.on("error", (error) => {
    process.stderr.write(`wrangler could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  // Wrangler's exit code reports the signal, but an end by a signal is a success here.
  server.on("exit", (code) => {
    process.exitCode = stopping ? 0 : (code ?? 1);
  });
}

const Ready = z.object({ ip: z.string(), port: z.number() });

/** The address in wrangler's message that the server is ready; null for any other message. */
function addressIn(message: unknown, protocol: "http" | "https"): string | null {
  if (typeof message !== "string" || !message.includes('"DEV_SERVER_READY"')) return null;
  const { ip, port } = Ready.parse(JSON.parse(message));
  const host = ["0.0.0.0", "::", "*"].includes(ip) ? "localhost" : ip;
  return `${protocol}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Waits for the first answer, whatever it is: wrangler is ready before the Worker is. */
async function answered(address: string): Promise<void> {
  try {
    await fetch(`${address}/health`);
  } catch {
    // fetch refuses the self-signed certificate. The Worker runs nevertheless, or wrangler says why it does not.
  }
}

const CRON_MS = 60_000;
let clock: NodeJS.Timeout | undefined;

/** Runs the cron of wrangler.toml at once and every minute, as wrangler does not run it locally. */
function keepTime(address: string): void {
  // The Worker logs what fails. If there is no answer, the server is ending or reloading.
  const run = () => void fetch(`${address}/cdn-cgi/handler/scheduled`).catch(() => {});
  clearInterval(clock);
  clock = setInterval(run, CRON_MS).unref();
  run();
}

function heading(key: string | null, location: DatabaseLocation): string {
  const another = `npm run keys -- issue --organization ${DEMO} --projects all --scopes all --name another`;
  const former = `shown at the first start; another one: ${[another, ...locationFlags(location)].join(" ")}`;
  return `Shoppable Links: short links and QR codes for shopping
  API key     ${key === null ? former : `${key} (shown this once)`}
`;
}

function addresses(address: string, key: string | null): string {
  const body = JSON.stringify({
    projectId: DEMO,
    name: "First link",
    retailer: "custom",
    intent: "custom_url",
    customUrl: "https://example.com/summer",
  });
  return `  Address     ${address}
  Dashboard   ${address}/dashboard
  To stop     Ctrl+C (with \`npm start -- --verbose\`, wrangler says more)

curl -i ${address}/v1/links -H "X-Service-API-Key: ${key ?? "$KEY"}" -H "Content-Type: application/json" -d '${body}'
`;
}

try {
  await start(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${problemOf(error)}\n`);
  process.exitCode = 1;
}
