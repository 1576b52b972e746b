import * as z from "zod";
import { CommandError } from "../command-line/command.ts";
import { requireYes, type Surroundings } from "../command-line/terminal.ts";
import type { DeployRequest } from "./run-deployment.ts";
import { type Survey, survey } from "./survey.ts";

/** The maximum wait for /ready, in milliseconds: a new domain's certificate takes minutes. */
const MAX_WAIT_MS = 5 * 60_000;
const PAUSE_MS = 3_000;
/** After how many attempts a line shows that the command still waits. */
const LINE = 10;
const TIMEOUT_MS = 10_000;

const Readiness = z.object({ status: z.string() });

/** The final status of /ready, such as "ok" or "misconfigured"; null if the service did not respond for five minutes. */
export async function askReady(
  address: string,
  pause: (ms: number) => Promise<void>,
  say: (line: string) => void,
): Promise<string | null> {
  const until = Date.now() + MAX_WAIT_MS;
  let status: string | null = null;
  for (let attempt = 1; attempt * PAUSE_MS < MAX_WAIT_MS && Date.now() < until; attempt++) {
    status = (await statusAt(address)) ?? status;
    if (status === "ok" || status === "misconfigured") return status;
    if (attempt % LINE === 0)
      say(`${address}/ready: ${status ?? "no response"}. Waiting for up to 5 minutes …`);
    await pause(PAUSE_MS);
  }
  return status;
}

/** The service's status at its /ready; null if the service does not respond. */
export async function statusAt(address: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${address}/ready`, { signal, redirect: "manual" });
    return Readiness.parse(await response.json()).status;
  } catch {
    return null; // Not deployed yet, or another service.
  }
}

const Version = z.object({ version_id: z.string(), percentage: z.number() });
const Deployments = z.object({
  deployments: z.array(z.object({ created_on: z.string(), versions: z.array(Version) })),
});

/** The versions that the Worker ran, newest first, one entry for each change; empty if it was never uploaded. */
export async function deployedVersions({
  account,
  deployment,
  secrets,
}: Survey): Promise<{ version: string; since: string }[]> {
  if (secrets === null) return [];
  const path = `workers/scripts/${deployment.worker}/deployments`;
  return (await account.call(path, Deployments)).deployments.flatMap(({ created_on, versions }) => {
    const [most] = [...versions].sort((a, b) => b.percentage - a.percentage);
    return most ? [{ version: most.version_id, since: created_on }] : [];
  });
}

/**
 * Runs an earlier version again: the named version, else the previous one. Migrations stay, because every version works with
 * those of the next; so do secrets and data.
 */
export async function rollBack(
  { location, dryRun, yes }: Omit<DeployRequest, "owner">,
  chosen: string | undefined,
  { environment, terminal, pause }: Surroundings,
): Promise<void> {
  const found = await survey(location, environment);
  const { worker } = found.deployment;
  const unknown = found.unread.get("Worker");
  if (unknown !== undefined) throw new CommandError(`Nothing changed. ${unknown}`);
  const [current, ...earlier] = await deployedVersions(found);
  // A version can be deployed several times in a row, such as with another secret. Wrangler's own choice would keep it.
  const target = chosen ?? earlier.find(({ version }) => version !== current?.version)?.version;
  if (!current || target === undefined) throw new CommandError(`${worker} has no earlier version.`);
  if (target === current.version) throw new CommandError(`Version ${target} is already running.`);
  terminal.say(`Version ${target} replaces ${current.version}, which has run since ${current.since}.`);
  terminal.say("Migrations, secrets and data stay as they are.");
  if (dryRun) return terminal.say("Nothing changed, because of --dry-run.");
  if (!yes) await requireYes(terminal);
  const reason = "--message=npm run deploy -- --rollback";
  await found.account.wrangler(["rollback", target, "--yes", `--name=${worker}`, reason]);
  const status = await askReady(found.address, pause, terminal.say);
  if (status !== "ok")
    throw new CommandError(
      `Version ${target} runs, but ${found.address}/ready returns ${status ?? "nothing"}.`,
    );
  terminal.say(`Version ${target} runs and is ready.`);
}
