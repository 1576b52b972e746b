import * as z from "zod";
import { CloudflareError } from "../cloudflare/account.ts";
import { backlogOf } from "../cloudflare/queues-api.ts";
import { parse } from "../command-line/arguments.ts";
import { CommandError, UsageError } from "../command-line/command.ts";
import { type DatabaseLocation, DEPLOYMENT_FLAGS, locationOf } from "../command-line/database-location.ts";
import { json, minute } from "../command-line/output.ts";
import { type Surroundings, surroundings } from "../command-line/terminal.ts";
import { factsOfDatabase, type Limits } from "../deploy/database-facts.ts";
import { type Fact, fact, orUnknown, unknown } from "../deploy/facts.ts";
import { factsOfSignIn } from "../deploy/sign-in-facts.ts";
import { type Survey, survey } from "../deploy/survey.ts";
import { deployedVersions, statusAt } from "../deploy/versions.ts";

const USAGE = `Usage: npm run status

  Shows the state of the deployment: the current and earlier versions, migrations, the size of the database, the last backup,
  who can sign in and how, waiting messages, dead letters, the last runs of the cron, and problems of the configuration. Changes nothing.

  --check         exits with 1 and the reasons if something needs attention: for a monitor or a cron
  --free          the account has the Free plan, where a database has at most 500 MB, not 10 GB
  --backup-hours N
                  how old the last backup may be: 26 by default, 0 for any age
  --json          a line of JSON (without npm's own lines: npm run --silent status)
  --config FILE   a configuration other than wrangler.toml
  --env NAME      an environment of the configuration
`;

const OPTIONS = {
  check: { type: "boolean" },
  "backup-hours": { type: "string", default: "26" },
  free: { type: "boolean" },
  json: { type: "boolean" },
  ...DEPLOYMENT_FLAGS,
} as const;

/** Executes `npm run status` and returns the text for stdout. */
export async function status(
  args: string[],
  { environment }: Surroundings = surroundings(),
  now = new Date(),
): Promise<string> {
  const { values } = parse(args, OPTIONS);
  if (values.help) return USAGE;
  const hours = Number(values["backup-hours"]);
  if (!(hours >= 0)) throw new UsageError("--backup-hours must be a number of hours.");
  const limits = { bytes: values.free ? 500e6 : 10e9, backupMs: hours * 3_600_000 };
  const location = locationOf({ ...values, remote: true });
  const facts = await readFacts(location, environment, limits, now).catch((error: unknown) => {
    if (!(error instanceof CommandError) || !values.json) throw error;
    return [fact("Problem", error.message, true)];
  });
  if (values.json) return json({ facts });
  const alarms = facts.filter(({ alarm }) => alarm);
  const shown = values.check ? alarms : facts;
  const lines = shown.map(({ name, text }) => `${name.padEnd(14)}${text}`).join("\n");
  if (values.check && alarms.length > 0) throw new CommandError(lines);
  return `${lines}\n`;
}

async function readFacts(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
  limits: Limits,
  now: Date,
): Promise<Fact[]> {
  const found = await survey(location, environment);
  const shown = [...found.unread.values()];
  const problems = [...found.problems, ...found.unrouted].filter((text) => !shown.includes(text));
  const all = await Promise.all([
    factsOfWorker(found),
    factsOfCron(found, now),
    factsOfDatabase(found, limits, now),
    factsOfSignIn(found),
    factsOfQueues(found, now),
    problems.map((text) => fact("Problem", text, true)),
  ]);
  return all.flat();
}

async function factsOfWorker(found: Survey): Promise<Fact[]> {
  const worker = fact("Worker", `${found.deployment.worker} in the account ${found.account.id}`);
  const reason = found.unread.get("Worker");
  if (reason !== undefined) return [worker, unknown("Address", reason)];
  if (found.secrets === null) return [worker, fact("Address", "none: not deployed yet", true)];
  const ready = await statusAt(found.address);
  const versions = async () =>
    (await deployedVersions(found))
      .slice(0, 5)
      .map(({ version, since }) => fact("Version", `${version} since ${minute(since)}`));
  return [
    worker,
    fact("Address", found.address),
    fact("Ready", ready ?? "no response", ready !== "ok"),
    ...(await orUnknown("Version", versions())),
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
  if (found.secrets === null && !found.unread.has("Worker")) return [];
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
    const lacks = 'the token lacks "Account, Account Analytics, Read"';
    return [unknown("Cron", error.isDenied ? lacks : error.message)];
  }
}

/** How long a message may wait before it is a backlog: visits take less than a minute, the retries of an import an hour. */
const BACKLOG_MS = 15 * 60_000;

async function factsOfQueues({ account, deployment, queues, unread }: Survey, now: Date): Promise<Fact[]> {
  const reason = unread.get("Queues");
  if (reason !== undefined) return [unknown("Queues", reason)];
  const dead = (deployment.bindings.queues.consumers ?? []).map((consumer) => consumer.dead_letter_queue);
  const factsOf = async (name: string, id: string) => {
    const { messages, oldest } = await backlogOf(account, id);
    const waiting = `${messages} in ${name}${oldest === null ? "" : `, the oldest of ${minute(oldest)}`}`;
    if (dead.includes(name)) return [fact("Dead letters", waiting, messages > 0)];
    const isLate = oldest !== null && now.getTime() - Date.parse(oldest) > BACKLOG_MS;
    return [fact("Queue", waiting, isLate)];
  };
  const all = queues.map(({ queue_name: name, queue_id: id }) => orUnknown("Queue", factsOf(name, id)));
  return (await Promise.all(all)).flat();
}
