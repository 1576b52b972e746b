import * as z from "zod";
import { CloudflareError } from "../cloudflare/account.ts";
import { remoteDatabase } from "../cloudflare/deployed-database.ts";
import { backlogOf } from "../cloudflare/queues-api.ts";
import { parse } from "../command-line/arguments.ts";
import { CommandError } from "../command-line/command.ts";
import { DEPLOYMENT_FLAGS, locationOf } from "../command-line/database-location.ts";
import { json, minute } from "../command-line/output.ts";
import { type Surroundings, surroundings } from "../command-line/terminal.ts";
import { type Survey, survey } from "../deploy/survey.ts";
import { deployedVersions, statusAt } from "../deploy/versions.ts";

const USAGE = `Usage: npm run status

  Shows the state of the deployment: the current and earlier versions, migrations, the size of the database, waiting
  messages, dead letters, the last runs of the cron, and problems of the configuration. Changes nothing.

  --check         exits with 1 and the reasons if something needs attention: for a monitor or a cron
  --free          the account has the Free plan, where a database has at most 500 MB, not 10 GB
  --json          a line of JSON (without npm's own lines: npm run --silent status)
  --config FILE   a configuration other than wrangler.toml
  --env NAME      an environment of the configuration
`;

const OPTIONS = {
  check: { type: "boolean" },
  free: { type: "boolean" },
  json: { type: "boolean" },
  ...DEPLOYMENT_FLAGS,
} as const;

/** A line of the status, and whether it needs attention: docs/operating.md says what to do. */
interface Fact {
  name: string;
  text: string;
  alarm: boolean;
}

const fact = (name: string, text: string, alarm = false): Fact => ({ name, text, alarm });

/** Executes `npm run status` and returns the text for stdout. */
export async function status(
  args: string[],
  { environment }: Surroundings = surroundings(),
  now = new Date(),
): Promise<string> {
  const { values } = parse(args, OPTIONS);
  if (values.help) return USAGE;
  const found = await survey(locationOf({ ...values, remote: true }), environment);
  const all = await Promise.all([
    factsOfWorker(found),
    factsOfCron(found, now),
    factsOfDatabase(found, values.free ? 500e6 : 10e9),
    factsOfQueues(found, now),
    [...found.problems, ...found.unrouted].map((text) => fact("Problem", text, true)),
  ]);
  const facts = all.flat();
  if (values.json) return json({ facts });
  const alarms = facts.filter(({ alarm }) => alarm);
  const shown = values.check ? alarms : facts;
  const lines = shown.map(({ name, text }) => `${name.padEnd(14)}${text}`).join("\n");
  if (values.check && alarms.length > 0) throw new CommandError(lines);
  return `${lines}\n`;
}

async function factsOfWorker(found: Survey): Promise<Fact[]> {
  const worker = fact("Worker", `${found.deployment.worker} in the account ${found.account.id}`);
  if (found.secrets === null) return [worker, fact("Address", "none: not deployed yet", true)];
  const ready = await statusAt(found.address);
  const versions = (await deployedVersions(found)).slice(0, 5);
  return [
    worker,
    fact("Address", found.address),
    fact("Ready", ready ?? "no response", ready !== "ok"),
    ...versions.map(({ version, since }) => fact("Version", `${version} since ${minute(since)}`)),
  ];
}

const QUERY = `query ($account: string!, $script: string!, $since: Time!) {
  viewer { accounts(filter: { accountTag: $account }) {
    workersInvocationsScheduled(
      limit: 5, filter: { scriptName: $script, datetime_geq: $since }, orderBy: [datetime_DESC]
    ) { datetime status }
  } }
}`;
const Runs = z.array(z.object({ datetime: z.string(), status: z.string() }));
const Analytics = z.object({
  viewer: z.object({ accounts: z.array(z.object({ workersInvocationsScheduled: Runs })) }),
});

/** How long the cron, which runs every minute, may be silent. */
const SILENCE_MS = 10 * 60_000;
/** A new cron takes up to half an hour to start. */
const NEW_MS = 60 * 60_000;

/** The last five runs within an hour. */
async function factsOfCron(found: Survey, now: Date): Promise<Fact[]> {
  if (found.secrets === null) return [];
  const age = (time: string) => now.getTime() - Date.parse(time);
  const since = new Date(now.getTime() - NEW_MS).toISOString();
  const variables = { account: found.account.id, script: found.deployment.worker, since };
  try {
    const { viewer } = await found.account.call("/graphql", Analytics, { query: QUERY, variables });
    const runs = viewer.accounts.flatMap((account) => account.workersInvocationsScheduled);
    const [last] = runs;
    if (last === undefined) {
      const versions = await deployedVersions(found);
      const isNew = versions.length === 1 && versions.every((each) => age(each.since) < NEW_MS);
      return [fact("Cron", "no run within the last hour", !isNew)];
    }
    const failed = runs.filter((run) => run.status !== "success").length;
    const text = `${minute(last.datetime)} ${last.status}; ${failed} of the last ${runs.length} runs failed`;
    return [fact("Cron", text, failed > 0 || age(last.datetime) > SILENCE_MS)];
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error;
    return [fact("Cron", 'unknown: the token lacks "Account, Account Analytics, Read"', true)];
  }
}

const Size = z.object({ file_size: z.number() });
const TROUBLE = `SELECT
  (SELECT count(*) FROM webhooks WHERE status = 'inactive' AND disabled_because IS NOT NULL) AS webhooks,
  (SELECT count(*) FROM mails WHERE next_attempt_at IS NULL AND sent_at IS NULL
    AND created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')) AS mails`;

/** The part of a database's limit from which its size needs attention. */
const NEARLY_FULL = 0.8;

async function factsOfDatabase(
  { account, deployment, database, migrations: { applied, pending } }: Survey,
  limit: number,
): Promise<Fact[]> {
  if (database === null) return [fact("Database", "none", true)];
  const { file_size: bytes } = await account.call(`d1/database/${database}`, Size);
  const size = `${(bytes / 1e6).toFixed(1)} of ${limit / 1e6} MB`;
  const counted = remoteDatabase(account, database)
    .prepare(TROUBLE)
    .first<{ webhooks: number; mails: number }>();
  const trouble = await counted.catch(() => null);
  const todo = pending.length === 0 ? "" : `, ${pending.length} pending: run npm run deploy`;
  return [
    fact("Database", `${deployment.database.name}, ${size}`, bytes > NEARLY_FULL * limit),
    fact("Migrations", `${applied.length} applied${todo}`, pending.length > 0),
    fact("Webhooks", `${trouble?.webhooks ?? "?"} switched off by the service`, trouble?.webhooks !== 0),
    fact("Mails", `${trouble?.mails ?? "?"} failed within a day`, trouble?.mails !== 0),
  ];
}

/** How long a message may wait before it is a backlog: visits take less than a minute, the retries of an import an hour. */
const BACKLOG_MS = 15 * 60_000;

function factsOfQueues({ account, deployment, queues }: Survey, now: Date): Promise<Fact[]> {
  const dead = (deployment.bindings.queues.consumers ?? []).map((consumer) => consumer.dead_letter_queue);
  return Promise.all(
    queues.map(async ({ queue_name: name, queue_id }) => {
      const { messages, oldest } = await backlogOf(account, queue_id);
      const waiting = `${messages} in ${name}${oldest === null ? "" : `, the oldest of ${minute(oldest)}`}`;
      if (dead.includes(name)) return fact("Dead letters", waiting, messages > 0);
      return fact("Queue", waiting, oldest !== null && now.getTime() - Date.parse(oldest) > BACKLOG_MS);
    }),
  );
}
