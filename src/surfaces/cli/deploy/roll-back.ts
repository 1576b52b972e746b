import * as z from "zod";
import { type Account, openAccount } from "../cloudflare/account.ts";
import { CommandError } from "../command-line/command.ts";
import { requireYes, type Surroundings } from "../command-line/terminal.ts";
import { readDeployment } from "../configuration/deployment.ts";
import { addressOf, askReady } from "./readiness.ts";
import type { DeployRequest } from "./run-deployment.ts";
import { orNull, surveyAccount } from "./survey.ts";

const Deployments = z.object({
  deployments: z.array(
    z.object({
      created_on: z.string(),
      versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })),
    }),
  ),
});

/** A version that ran, and since when. */
export interface Deployed {
  version: string;
  since: string;
}

/** The versions that a Worker ran, newest first, one entry for each change; empty if it was never deployed. */
export async function deployedVersions({ api, path }: Account, worker: string): Promise<Deployed[]> {
  const found = await orNull(api.call("GET", `${path}/workers/scripts/${worker}/deployments`, Deployments));
  return (found?.deployments ?? []).flatMap(({ created_on, versions }) => {
    const [most] = [...versions].sort((a, b) => b.percentage - a.percentage);
    return most ? [{ version: most.version_id, since: created_on }] : [];
  });
}

/**
 * Runs an earlier version again: the named version, else the previous one. Migrations stay, because every version works with
 * those of the next; so do secrets and data.
 */
export async function rollBack(
  { location, dryRun, yes }: DeployRequest,
  wanted: string | undefined,
  { environment, terminal, pause }: Surroundings,
): Promise<void> {
  const deployment = await readDeployment(location);
  const account = await openAccount(deployment.accountId, environment);
  const [current, ...earlier] = await deployedVersions(account, deployment.worker);
  // A version can be deployed several times in a row, such as with another secret.
  const target = wanted ?? earlier.find(({ version }) => version !== current?.version)?.version;
  if (!current || target === undefined) {
    throw new CommandError(`${deployment.worker} has no earlier version.`);
  }
  if (target === current.version) throw new CommandError(`Version ${target} is already running.`);
  terminal.say(`Version ${target} replaces ${current.version}, which has run since ${current.since}.`);
  terminal.say("Migrations, secrets and data stay as they are.");
  if (dryRun) return terminal.say("Nothing changed, because of --dry-run.");
  if (!yes) await requireYes(terminal);
  const { api, path } = account;
  await api.call("POST", `${path}/workers/scripts/${deployment.worker}/deployments?force=true`, z.unknown(), {
    strategy: "percentage",
    versions: [{ version_id: target, percentage: 100 }],
    annotations: { "workers/message": "npm run deploy -- --rollback" },
  });
  const { found } = await surveyAccount(account, deployment);
  const address = addressOf(deployment, found);
  const status = await askReady(address, pause, terminal.say);
  if (status !== "ok") {
    throw new CommandError(`Version ${target} runs, but ${address}/ready returns ${status ?? "nothing"}.`);
  }
  terminal.say(`Version ${target} runs and is ready.`);
}
