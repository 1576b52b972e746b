import { type Account, openAccount } from "../cloudflare/account.ts";
import { acknowledge, listQueues, pullMessages, type Queue, sendMessage } from "../cloudflare/queues-api.ts";
import { parse } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { DEPLOYMENT_FLAGS, locationOf } from "../command-line/database-location.ts";
import { json, minute, table } from "../command-line/output.ts";
import { type Surroundings, surroundings } from "../command-line/terminal.ts";
import { readDeployment } from "../configuration/deployment.ts";

const USAGE = `Usage: npm run dead-letters [-- list | retry]

  list    Lists the messages that failed all attempts: up to 100 per queue. The default.
  retry   Sends all of them to their original queues again. A message that is sent twice counts once.

  --json          a line of JSON (without npm's own lines: npm run --silent dead-letters)
  --config FILE   a configuration other than wrangler.toml
  --env NAME      an environment of the configuration

  Messages expire after four days. Each list uses up one of a message's 100 deliveries.
`;

/** How long messages are leased to be listed, and to be sent again, in milliseconds. */
const LOOK_MS = 1_000;
const RETRY_MS = 120_000;

/** Executes `npm run dead-letters` and returns the text for stdout. */
export async function deadLetters(
  args: string[],
  { environment }: Surroundings = surroundings(),
): Promise<string> {
  const options = {
    json: { type: "boolean" },
    ...DEPLOYMENT_FLAGS,
  } as const;
  const { values, positionals } = parse(args, options, true);
  const [command = "list", ...more] = positionals;
  if (values.help || command === "help") return USAGE;
  if (more.length > 0 || (command !== "list" && command !== "retry")) {
    throw new UsageError(`Unknown command "${more[0] ?? command}". Use list or retry.`);
  }
  const deployment = await readDeployment(locationOf({ ...values, remote: true }));
  const account = await openAccount(deployment.accountId, environment);
  const queues = await listQueues(account);
  const named = (name: string | undefined) => queues.find(({ queue_name }) => queue_name === name);
  const found: Shown[] = [];
  for (const { queue, dead_letter_queue } of deployment.bindings.queues.consumers ?? []) {
    const [home, dead] = [named(queue), named(dead_letter_queue)];
    if (!home || !dead) continue;
    if (command === "list") {
      const messages = await pullMessages(account, dead, LOOK_MS);
      found.push(...messages.map(({ at, body }) => ({ queue, at, body })));
    } else found.push(...(await sendAgain(account, home, dead)));
  }
  if (values.json) return json({ [command === "list" ? "messages" : "sent"]: found });
  if (command === "retry") return `Sent ${found.length} messages again.\n`;
  return found.length === 0 ? "No dead letters.\n" : list(found);
}

interface Shown {
  queue: string;
  at: string;
  body: unknown;
}

/** Sends every message of the dead-letter queue to its original queue, and acknowledges each only after it was accepted. */
async function sendAgain(account: Account, home: Queue, dead: Queue): Promise<Shown[]> {
  const sent: Shown[] = [];
  for (let queue = dead; ; queue = { ...dead, consumers: [{ type: "http_pull" }] }) {
    const messages = await pullMessages(account, queue, RETRY_MS);
    for (const { body, at, lease } of messages) {
      await sendMessage(account, home.queue_id, body);
      await acknowledge(account, dead.queue_id, lease);
      sent.push({ queue: home.queue_name, at, body });
    }
    if (messages.length === 0) return sent;
  }
}

const list = (messages: readonly Shown[]): string =>
  table(
    ["QUEUE", "SENT", "MESSAGE"],
    messages.map(({ queue, at, body }) => [queue, minute(at), JSON.stringify(body).slice(0, 100)]),
  );
