import type { ChildProcess } from "node:child_process";
import { type FSWatcher, mkdirSync, watch } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import type { Variables } from "../../../ground/platform/variables.ts";
import { CommandError, problemOf } from "../command-line/command.ts";
import {
  type DatabaseLocation,
  locationFlags,
  locationOf,
  stateDirectory,
} from "../command-line/database-location.ts";
import { curlOfFirstLink } from "../command-line/output.ts";
import { configurationText, localVariables, problemsOfStart } from "../configuration/configuration.ts";
import { announceServer, claimState } from "../database/database.ts";
import { withLocalDatabase } from "../database/local-database.ts";
import { serverDatabase } from "../database/server-database.ts";
import { DEMO, demoSignIn, prepareDemo } from "../demo/prepare-demo.ts";
import { withoutConnectionErrors } from "../wrangler/quiet-errors.ts";
import { PROJECT_ROOT, spawnWrangler } from "../wrangler/wrangler.ts";

/**
 * Locks the local state while this process runs, migrates the database, and runs `wrangler dev` until it is stopped. When it
 * is ready, prepares the demo organization and shows a newcomer the first steps. The result is empty.
 */
export async function start(args: string[]): Promise<string> {
  const { values, rest } = readStartArguments(args);
  const location = locationOf({ ...values, remote: false });
  const overrides = variablesIn([values.var ?? []].flat().map(String));
  await requireConfiguration(location, overrides);
  process.stdout.write("Preparing the database …\n");
  await claimState(location);
  // Migrates before the server starts.
  await withLocalDatabase(location, async () => {});
  process.stdout.write("Building and starting the service …\n");
  const quiet = values["log-level"] === undefined ? QUIET : [];
  const server = spawnWrangler(
    ["dev", ...quiet, ...rest, ...(await localVariables(location, overrides))],
    ["inherit", "inherit", "pipe", "ipc"],
  );
  server.stderr?.pipe(withoutConnectionErrors()).pipe(process.stderr);
  stopWithUs(server);
  const mails = announceMails();
  server.on("exit", () => mails.close());
  let key: string | null = null;
  /** Called whenever the server is ready, also after a restart with a changed configuration. */
  async function onReady(address: string): Promise<void> {
    await firstResponse(address);
    const db = await serverDatabase(address);
    if (db === null) throw new CommandError(`The server at ${address} does not open its database.`);
    if (key === null) process.stdout.write("Preparing the demo organization …\n");
    key = (await prepareDemo(db)) ?? key;
    announceServer(stateDirectory(location), address);
    runCron(address);
    process.stdout.write(welcome(address, key, await demoSignIn(db, address), location));
  }
  server.on("message", (message) => {
    const address = addressIn(message, values["local-protocol"] === "https" ? "https" : "http");
    if (address === null) return;
    onReady(address).catch((error: unknown) => {
      process.stderr.write(`${problemOf(error)}\n`);
      server.kill("SIGTERM");
    });
  });
  return "";
}

/** The flags of `wrangler dev` that this command also reads: for the database, the address and the variables. */
const KNOWN_FLAGS = {
  "persist-to": { type: "string" },
  config: { type: "string", short: "c" },
  env: { type: "string", short: "e" },
  "local-protocol": { type: "string" },
  "log-level": { type: "string" },
  var: { type: "string", multiple: true },
} as const;

/** Our own flag: a host, besides this machine's, at which the local configuration signs people in. */
const TRUST_HOST = "trust-host";

/** Flags that hide tables and hints of `wrangler dev`. */
const QUIET = [
  // Only warnings and errors, of wrangler and of the Worker.
  "--log-level=warn",
  "--show-interactive-dev-session=false",
  // Otherwise wrangler warns that crons do not run. Here they do.
  "--test-scheduled",
];

/**
 * The arguments of `npm start`: the flags that we read, and the arguments for `wrangler dev`, with the trusted hosts as a
 * variable. Throws CommandError for an invalid host.
 */
export function readStartArguments(args: readonly string[]) {
  const options = { ...KNOWN_FLAGS, [TRUST_HOST]: { type: "string", multiple: true } } as const;
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const ours = new Set<number>();
  const hosts: string[] = [];
  for (const token of tokens) {
    if (token.kind !== "option" || token.name !== TRUST_HOST) continue;
    ours.add(token.index);
    if (token.inlineValue === false) ours.add(token.index + 1);
    hosts.push(hostIn(token.value));
  }
  const rest = args.filter((_, index) => !ours.has(index));
  const variables = hosts.length === 0 ? [] : ["--var", `SIGN_IN_HOSTS:${hosts.join(",")}`];
  return { values, rest: [...rest, ...variables] };
}

/** The host as in a URL, without its port. */
function hostIn(text: string | undefined): string {
  const url = URL.parse(`http://${text ?? ""}`);
  if (!url || text === undefined || text.includes(",") || url.href !== `http://${url.host}/`)
    throw new CommandError(`--${TRUST_HOST} must be a host name or an IP address, such as 192.168.1.20.`);
  return url.hostname;
}

/** The variables of the command line, which it has as NAME:value. */
const variablesIn = (overrides: readonly string[]): Variables =>
  Object.fromEntries(overrides.map((text) => text.split(/:(.*)/s, 2)));

/** Throws CommandError if the configuration is wrong, before anything is written. */
async function requireConfiguration(location: DatabaseLocation, overrides: Variables): Promise<void> {
  const problems = await problemsOfStart(location, overrides);
  if (problems.length > 0) throw new CommandError(configurationText(problems));
}

/** Forwards signals to the server, which ends its runtime, and ends this process with it, so that no process is left. */
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

/** Waits for the first response, whatever it is: wrangler is ready before the Worker. */
async function firstResponse(address: string): Promise<void> {
  try {
    await fetch(`${address}/health`);
  } catch {
    // fetch rejects the self-signed certificate. The Worker runs nevertheless, or wrangler says why not.
  }
}

const CRON_MS = 60_000;
let clock: NodeJS.Timeout | undefined;

/** Runs the cron of wrangler.toml immediately and every minute, because wrangler does not run it locally. */
function runCron(address: string): void {
  // The Worker logs failures. Without a response, the server is ending or reloading.
  const run = () => void fetch(`${address}/cdn-cgi/handler/scheduled`).catch(() => {});
  clearInterval(clock);
  clock = setInterval(run, CRON_MS).unref();
  run();
}

/** Prints the path of each mail that is sent: wrangler logs it, but at the level at which it logs every request. */
function announceMails(): FSWatcher {
  const directory = join(PROJECT_ROOT, ".wrangler/tmp/email");
  mkdirSync(directory, { recursive: true });
  const announced = new Set<string>();
  const announce = (file: string | null) => {
    if (file === null || !/email-html.[^/\\]+\.html$/.test(file) || announced.has(file)) return;
    announced.add(file);
    process.stdout.write(`A mail was sent: ${join(directory, file)}\n`);
  };
  return watch(directory, { recursive: true }, (_event, file) => announce(file));
}

function welcome(address: string, key: string | null, signIn: string, location: DatabaseLocation): string {
  const another = `npm run keys -- issue --organization ${DEMO} --projects all --scopes all --name another`;
  const shown = `shown at the first start; for another key: ${[another, ...locationFlags(location)].join(" ")}`;
  return `Shoppable Links: short links and QR codes for shopping
  API key     ${key === null ? shown : `${key} (shown only once)`}
  Address     ${address}
  Dashboard   ${address}/dashboard
  Sign-in     ${signIn} (once, as in a deployment)
  Webhooks    also to http://localhost, which deployments refuse
  To stop     Ctrl+C (with \`npm start -- --log-level=info\`, more is logged)

${curlOfFirstLink(address, DEMO, key ?? undefined)}
`;
}
