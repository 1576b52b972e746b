import { parse } from "../command-line/arguments.ts";
import { CommandError } from "../command-line/command.ts";
import { DEPLOYMENT_FLAGS, locationOf } from "../command-line/database-location.ts";
import { json, minute, table } from "../command-line/output.ts";
import { type Surroundings, surroundings } from "../command-line/terminal.ts";
import { alarmsOf, readStatus, type Status } from "../deploy/deployment-status.ts";

const USAGE = `Usage: npm run status

  Shows the state of the deployment: the current and earlier versions, migrations, the size of the database, waiting
  messages, dead letters, the last runs of the cron, and problems of the configuration. Changes nothing.

  --check         exits with 1 and the reasons if something needs attention: for a monitor or a cron
  --free          the account has the Free plan, where a database has at most 500 MB, not 10 GB
  --json          a line of JSON (without npm's own lines: npm run --silent status)
  --config FILE   a configuration other than wrangler.toml
  --env NAME      an environment of the configuration
`;

/** Executes `npm run status` and returns the text for stdout. */
export async function status(
  args: string[],
  { environment }: Surroundings = surroundings(),
): Promise<string> {
  const { values } = parse(args, {
    check: { type: "boolean" },
    free: { type: "boolean" },
    json: { type: "boolean" },
    ...DEPLOYMENT_FLAGS,
  });
  if (values.help) return USAGE;
  const now = new Date();
  const found = await readStatus(locationOf({ ...values, remote: true }), environment, now, values.free);
  const alarms = values.check ? alarmsOf(found, now) : [];
  if (alarms.length > 0) throw new CommandError(alarms.join("\n"));
  return values.json ? json(found) : describe(found);
}

function describe(found: Status): string {
  const { worker, account, address, ready, versions, database, queues, cron, problems } = found;
  const [running, ...earlier] = versions;
  const lines = [
    `Worker      ${worker} in the account ${account}`,
    `Address     ${address ?? "none: not deployed yet"}`,
    `Ready       ${ready ?? "no response"}`,
    `Version     ${running ? `${running.version} since ${minute(running.since)}` : "none"}`,
    ...earlier.map(({ version, since }) => `            ${version} since ${minute(since)}`),
    database === null
      ? "Database    none"
      : `Database    ${database.name}, ${database.bytes === null ? "?" : (database.bytes / 1e6).toFixed(1)} of ${database.limit / 1e6} MB, ${database.applied} migrations${pendingOf(database.pending)}`,
    ...(database?.webhooksOff ? [`Webhooks    ${database.webhooksOff} switched off by the service`] : []),
    ...(database?.mailsFailed ? [`Mails       ${database.mailsFailed} failed within a day`] : []),
    `Cron        ${describeCron(cron)}`,
    ...problems.map((problem) => `Problem     ${problem}`),
  ];
  const waiting = table(
    ["QUEUE", "WAITING", "OLDEST", ""],
    queues.map(({ name, messages, oldest, dead }) => [
      name,
      String(messages),
      minute(oldest),
      dead && messages > 0 ? "dead letters: npm run dead-letters" : "",
    ]),
  );
  return `${lines.join("\n")}\n${queues.length > 0 ? `\n${waiting}` : ""}`;
}

const pendingOf = (pending: readonly string[]): string =>
  pending.length === 0 ? "" : `, ${pending.length} pending: run npm run deploy`;

function describeCron(runs: Status["cron"]): string {
  if (runs === null) return 'unknown: the token lacks "Account, Account Analytics, Read"';
  const [last] = runs;
  if (!last) return "no run within the last hour; a new cron takes up to half an hour to start";
  const failed = runs.filter(({ status }) => status !== "success").length;
  return `${minute(last.datetime)} ${last.status}; ${failed} of the last ${runs.length} runs failed`;
}
