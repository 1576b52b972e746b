import type { Account } from "../cloudflare/account.ts";
import { openAccount } from "../cloudflare/account.ts";
import { type CronRun, lastCronRuns } from "../cloudflare/cron-runs.ts";
import { getDatabase } from "../cloudflare/d1.ts";
import { backlogOf } from "../cloudflare/queues.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { problemsOfDeployment } from "../configuration/configuration-problems.ts";
import { type Deployment, readDeployment } from "../configuration/deployment.ts";
import { domainsWithoutRoute } from "./domain-routes.ts";
import { surveyMigrations } from "./migrations.ts";
import { addressOf, statusAt } from "./readiness.ts";
import { type Deployed, deployedVersions } from "./roll-back.ts";
import { type Found, surveyAccount } from "./survey.ts";

/** How a deployment is. Null is what is not there, or could not be read. */
export interface Status {
  worker: string;
  account: string;
  address: string | null;
  /** What /ready says: ok, misconfigured, unavailable. */
  ready: string | null;
  /** The version that runs, and those before, the newest first. */
  versions: Deployed[];
  database: { name: string; bytes: number | null; applied: number; pending: readonly string[] } | null;
  queues: { name: string; messages: number; oldest: string | null; dead: boolean }[];
  /** The last runs of the cron, the newest first. */
  cron: CronRun[] | null;
  /** What is wrong with the configuration, and what could not be reached. */
  problems: string[];
}

/** Reads how a deployment is. Changes nothing. */
export async function readStatus(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
  now: Date,
): Promise<Status> {
  const deployment = await readDeployment(location);
  const account = await openAccount(deployment.accountId, environment);
  const { worker } = deployment;
  const { found, problems } = await surveyAccount(account, deployment);
  const address = found.worker ? addressOf(deployment, found) : null;
  const [ready, versions, database, queues, cron, unrouted] = await Promise.all([
    address === null ? null : statusAt(`${address}/ready`),
    found.worker ? deployedVersions(account, worker) : [],
    databaseStatus(account, deployment, found),
    queueStatus(account, deployment, found),
    lastCronRuns(account, worker, now),
    domainsWithoutRoute(account, deployment, found.database),
  ]);
  return {
    worker,
    account: account.id,
    address,
    ready,
    versions: versions.slice(0, 5),
    database,
    queues,
    cron,
    problems: [...problemsOfDeployment(deployment), ...problems, ...unrouted],
  };
}

async function databaseStatus(
  account: Account,
  deployment: Deployment,
  { database: id }: Found,
): Promise<Status["database"]> {
  if (id === null) return null;
  const { name, file_size } = await getDatabase(account, id);
  const { applied, pending } = await surveyMigrations(account, deployment, id);
  return { name, bytes: file_size ?? null, applied: applied.length, pending };
}

function queueStatus(
  account: Account,
  { bindings }: Deployment,
  { queues }: Found,
): Promise<Status["queues"]> {
  const dead = new Set(bindings.queues.consumers.map(({ dead_letter_queue }) => dead_letter_queue));
  return Promise.all(
    [...queues].map(async ([name, id]) => ({
      name,
      ...(await backlogOf(account, id)),
      dead: dead.has(name),
    })),
  );
}
