import * as z from "zod";
import type { Account } from "../cloudflare/account.ts";
import { openAccount } from "../cloudflare/account.ts";
import { CloudflareError } from "../cloudflare/cloudflare-api.ts";
import { getDatabase } from "../cloudflare/d1-api.ts";
import { backlogOf } from "../cloudflare/queues-api.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { problemsOfDeployment } from "../configuration/configuration.ts";
import { type Deployment, readDeployment } from "../configuration/deployment.ts";
import { surveyMigrations } from "./migrations.ts";
import { addressOf, statusAt } from "./readiness.ts";
import { type Deployed, deployedVersions } from "./roll-back.ts";
import { type Found, surveyAccount } from "./survey.ts";
import { domainsWithoutRoute } from "./worker-domains.ts";

/** The state of a deployment. Null means missing or unreadable. */
export interface Status {
  worker: string;
  account: string;
  address: string | null;
  /** The response of /ready: ok, misconfigured, unavailable. */
  ready: string | null;
  /** The current version and earlier versions, newest first. */
  versions: Deployed[];
  database: { name: string; bytes: number | null; applied: number; pending: readonly string[] } | null;
  queues: { name: string; messages: number; oldest: string | null; dead: boolean }[];
  /** The last runs of the cron, newest first. */
  cron: CronRun[] | null;
  /** Problems of the configuration and unreachable resources. */
  problems: string[];
}

/** Reads the state of a deployment. Changes nothing. */
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

/** How long a message may wait before it is a backlog: visits take less than a minute, the retries of an import an hour. */
const BACKLOG_MS = 15 * 60_000;
/** How long the cron, which runs every minute, may be silent. */
const SILENCE_MS = 10 * 60_000;

/** The conditions that need attention now, as sentences; docs/operating.md says what to do. */
export function alarmsOf({ ready, database, queues, cron, versions, problems }: Status, now: Date): string[] {
  const age = (time: string) => now.getTime() - Date.parse(time);
  const [last] = cron ?? [];
  const isNew = versions.length === 1 && versions.every(({ since }) => age(since) < 60 * 60_000);
  const failed = cron?.filter(({ status }) => status !== "success").length ?? 0;
  return [
    ...(ready === "ok" ? [] : [`The service is not ready: ${ready ?? "no response"}.`]),
    ...(database !== null && database.pending.length === 0 ? [] : ["The database lacks migrations."]),
    ...queues.flatMap(({ name, messages, oldest, dead }) => {
      if (dead) return messages > 0 ? [`${name} has ${messages} dead letters.`] : [];
      return oldest !== null && age(oldest) > BACKLOG_MS
        ? [`${name} has a backlog: ${messages} messages, the oldest of ${oldest}.`]
        : [];
    }),
    ...(failed > 0 ? [`Jobs failed in ${failed} of the last ${cron?.length} runs of the cron.`] : []),
    // A new cron takes up to half an hour to start.
    ...(cron !== null && !isNew && (!last || age(last.datetime) > SILENCE_MS)
      ? ["The cron does not run."]
      : []),
    ...problems,
  ];
}

const QUERY = `query ($account: string!, $script: string!, $since: Time!) {
  viewer { accounts(filter: { accountTag: $account }) {
    workersInvocationsScheduled(
      limit: 5, filter: { scriptName: $script, datetime_geq: $since }, orderBy: [datetime_DESC]
    ) { datetime status }
  } }
}`;

const Run = z.object({ datetime: z.string(), status: z.string() });
const Runs = z.object({
  viewer: z.object({ accounts: z.array(z.object({ workersInvocationsScheduled: z.array(Run) })) }),
});

/** A run of a cron, and its result: "success", or an error. */
type CronRun = z.infer<typeof Run>;

/** The last runs of a Worker's cron within the last hour, newest first; null if the token may not read them. */
async function lastCronRuns({ api, id }: Account, script: string, now: Date): Promise<CronRun[] | null> {
  const since = new Date(now.getTime() - 3_600_000).toISOString();
  try {
    const { viewer } = await api.query(QUERY, { account: id, script, since }, Runs);
    return viewer.accounts.flatMap(({ workersInvocationsScheduled: runs }) => runs);
  } catch (error) {
    if (error instanceof CloudflareError) return null;
    throw error;
  }
}
