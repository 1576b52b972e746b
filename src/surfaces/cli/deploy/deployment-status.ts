import * as z from "zod";
import type { Account } from "../cloudflare/account.ts";
import { openAccount } from "../cloudflare/account.ts";
import { CloudflareError } from "../cloudflare/cloudflare-api.ts";
import { getDatabase, queryDatabase } from "../cloudflare/d1-api.ts";
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
  database: {
    name: string;
    bytes: number | null;
    /** The largest size on the plan. */
    limit: number;
    applied: number;
    pending: readonly string[];
    /** Webhooks that the service switched off, and mails of the last day that failed; null: unreadable. */
    webhooksOff: number | null;
    mailsFailed: number | null;
  } | null;
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
  isFree = false,
): Promise<Status> {
  const deployment = await readDeployment(location);
  const account = await openAccount(deployment.accountId, environment);
  const { worker } = deployment;
  const { found, problems } = await surveyAccount(account, deployment);
  const address = found.worker ? addressOf(deployment, found) : null;
  const [ready, versions, database, queues, cron, unrouted] = await Promise.all([
    address === null ? null : statusAt(`${address}/ready`),
    found.worker ? deployedVersions(account, worker) : [],
    databaseStatus(account, deployment, found, isFree),
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
  isFree: boolean,
): Promise<Status["database"]> {
  if (id === null) return null;
  const { name, file_size } = await getDatabase(account, id);
  const { applied, pending } = await surveyMigrations(account, deployment, id);
  const [counts] = await queryDatabase(account, id, TROUBLE)
    .then(([result]) => Trouble.parse(result?.results))
    .catch(() => []);
  const { webhooksOff = null, mailsFailed = null } = counts ?? {};
  const limit = isFree ? 500e6 : 10e9;
  return {
    name,
    bytes: file_size ?? null,
    limit,
    applied: applied.length,
    pending,
    webhooksOff,
    mailsFailed,
  };
}

const TROUBLE = `SELECT (SELECT count(*) FROM webhooks WHERE status = 'inactive' AND disabled_because IS NOT NULL) AS webhooksOff,
  (SELECT count(*) FROM mails WHERE next_attempt_at IS NULL AND sent_at IS NULL
    AND created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')) AS mailsFailed`;
const Trouble = z.array(z.object({ webhooksOff: z.number(), mailsFailed: z.number() })).min(1);

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
    ...alarmsOfDatabase(database),
    ...queues.flatMap(({ name, messages, oldest, dead }) => {
      if (dead) return messages > 0 ? [`${name} has ${messages} dead letters.`] : [];
      return oldest !== null && age(oldest) > BACKLOG_MS
        ? [`${name} has a backlog: ${messages} messages, the oldest of ${oldest}.`]
        : [];
    }),
    ...(cron === null
      ? ['The runs of the cron can\'t be read: the token lacks "Account, Account Analytics, Read".']
      : []),
    ...(failed > 0 ? [`Jobs failed in ${failed} of the last ${cron?.length} runs of the cron.`] : []),
    // A new cron takes up to half an hour to start.
    ...(cron !== null && !isNew && (!last || age(last.datetime) > SILENCE_MS)
      ? ["The cron does not run."]
      : []),
    ...problems,
  ];
}

/** The part of a database's limit from which its size is an alarm. */
const NEARLY_FULL = 0.8;

function alarmsOfDatabase(database: Status["database"]): string[] {
  if (database === null) return ["There is no database."];
  const { bytes, limit, pending, webhooksOff, mailsFailed } = database;
  return [
    ...(pending.length > 0 ? ["The database lacks migrations."] : []),
    ...(bytes === null
      ? ["The size of the database can't be read: Cloudflare's response does not have it."]
      : []),
    ...(bytes !== null && bytes > NEARLY_FULL * limit
      ? [`The database has ${Math.round(bytes / 1e6)} of ${limit / 1e6} MB.`]
      : []),
    ...(webhooksOff === null || mailsFailed === null
      ? ["Webhooks and mails can't be read: the database does not respond, or lacks their tables."]
      : []),
    ...(webhooksOff ? [`The service switched off ${webhooksOff} webhooks.`] : []),
    ...(mailsFailed ? [`${mailsFailed} mails failed within a day.`] : []),
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
