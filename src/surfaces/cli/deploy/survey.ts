import * as z from "zod";
import { hostsWithoutRoute } from "../../../ground/core/route-patterns.ts";
import { type Account, CloudflareError, openAccount } from "../cloudflare/account.ts";
import { databaseId, remoteDatabase } from "../cloudflare/deployed-database.ts";
import { listQueues, type Queue } from "../cloudflare/queues-api.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { problemsOfDeployment } from "../configuration/configuration.ts";
import { type Deployment, type Ids, readDeployment } from "../configuration/deployment.ts";
import { alteredText, type Migrations, readMigrations } from "../database/migrations.ts";

/** What a deployment finds in its account. */
export interface Survey extends Ids {
  account: Account;
  deployment: Deployment;
  queues: readonly Queue[];
  /** The names of the Worker's secrets; null if it was never uploaded, or is unread. */
  secrets: readonly string[] | null;
  /** The parts that Cloudflare did not show, so that nobody knows whether they exist, with the reason. */
  unread: ReadonlyMap<Part, string>;
  /** The URL of the service, without a final slash. */
  address: string;
  /** The resources to create, such as "queue shoppable-links-visits". */
  missing: readonly string[];
  /** Hosts that wrangler would take silently, with what has them now. */
  takesOver: readonly string[];
  migrations: Migrations;
  /** Confirmed domains in the database that do not reach the Worker, as sentences. */
  unrouted: readonly string[];
  /** Why a deployment is impossible, as sentences. */
  problems: readonly string[];
}

/** The parts of a deployment without which its state is unknown. */
type Part = "Worker" | "Database" | "Queues";

const Settings = z.object({
  bindings: z.array(z.object({ name: z.string(), type: z.string(), namespace_id: z.string().optional() })),
});
const Subdomain = z.object({ subdomain: z.string() });
const Namespace = z.object({ id: z.string(), title: z.string() });
const Named = z.object({ name: z.string() });
const Domain = z.object({ hostname: z.string(), service: z.string() });

/**
 * Looks for everything that the deployment needs, by its names. Reads only. `isBrief`: without queues, buckets and zones, which the
 * token of a build service may not list; wrangler finds or creates them itself.
 */
export async function survey(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
  isBrief = false,
): Promise<Survey> {
  const deployment = await readDeployment(location);
  const account = await openAccount(deployment.accountId, environment);
  const { worker, bindings, customDomains } = deployment;
  const origin = deployment.variables.API_ORIGIN?.trim().replace(/\/$/, "");
  const patterns = [...customDomains, ...deployment.routes];
  const problems = [...problemsOfDeployment(deployment)];
  const rejections: string[] = [];
  const unread = new Map<Part, string>();
  /** The result of a request; `missing` if there is none, or if Cloudflare rejects it. */
  const read = <T>(missing: T, work: Promise<T>, part?: Part): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof CloudflareError)) throw error;
      if (error.status === 404) return missing;
      rejections.push(error.message);
      if (part !== undefined) unread.set(part, error.message);
      return missing;
    });
  const buckets = (isBrief ? [] : bindings.r2_buckets).map(({ bucket_name: name }) => ({
    title: `R2 bucket ${name}`,
    name,
  }));
  const [settings, subdomain, database, titles, allQueues, zones, domains, ...found] = await Promise.all([
    read(null, account.call(`workers/scripts/${worker}/settings`, Settings), "Worker"),
    read(null, account.call("workers/subdomain", Subdomain), origin ? undefined : "Worker"),
    read(null, databaseId(account, deployment), "Database"),
    read([], account.list("storage/kv/namespaces", Namespace)),
    isBrief ? [] : read([], listQueues(account), "Queues"),
    isBrief || customDomains.length === 0 ? null : read(null, account.list("/zones", Named)),
    customDomains.length === 0 ? [] : read([], account.list("workers/domains", Domain)),
    ...buckets.map(({ name }) => read(null, account.call(`r2/buckets/${name}`, Named))),
  ]);
  const dashboard = `https://dash.cloudflare.com/${account.id}`;
  if (deployment.workersDev && subdomain === null && !rejections.some((text) => text.includes("workers/")))
    problems.push(
      `This account has no workers.dev subdomain yet: choose one at ${dashboard}/workers/subdomain, or give the Worker a domain with \`routes\` and set \`workers_dev = false\`.`,
    );
  if (!deployment.workersDev && patterns.length === 0)
    problems.push("The Worker has no URL: set `workers_dev = true`, or give it a domain with `routes`.");
  const takesOver: string[] = [];
  for (const host of customDomains) {
    const holder = domains.find(({ hostname }) => hostname === host)?.service;
    if (zones !== null && !zones.some(({ name }) => `.${host}`.endsWith(`.${name}`)))
      problems.push(
        `${host} is in no domain of this account: add its domain at ${dashboard}/add-site first.`,
      );
    else if (holder !== worker)
      takesOver.push(`${host} from ${holder ? `the Worker ${holder}` : "its DNS record, if it has one"}`);
  }
  const namespaces = new Map<string, string>();
  const missing = database === null ? [`D1 database ${deployment.database.name}`] : [];
  for (const { binding, id } of bindings.kv_namespaces) {
    // wrangler always creates a namespace of this title, unless the uploaded Worker has another or we name one.
    const title = `${worker}-${binding.toLowerCase().replaceAll("_", "-")}`;
    const bound = settings?.bindings.find(({ name, type }) => name === binding && type === "kv_namespace");
    const known = id ?? bound?.namespace_id ?? titles.find((each) => each.title === title)?.id;
    if (known === undefined) missing.push(`KV namespace ${title}`);
    else namespaces.set(binding, known);
  }
  missing.push(...buckets.filter((_, index) => found[index] === null).map(({ title }) => title));
  const queues: Queue[] = [];
  for (const name of isBrief ? [] : queueNames(deployment)) {
    const queue = allQueues.find(({ queue_name }) => queue_name === name);
    if (queue) queues.push(queue);
    else missing.push(`queue ${name}`);
    for (const { script, script_name, service } of queue?.consumers ?? []) {
      const other = script ?? script_name ?? service ?? worker;
      if (other !== worker)
        problems.push(
          `The queue ${name} belongs to the Worker ${other} of this account: give the bindings of ${worker} their own names in wrangler.toml, or deploy an environment with --env, which has its own bindings.`,
        );
    }
  }
  const content = database === null ? null : contentOf(remoteDatabase(account, database), deployment);
  const { foreign, migrations, hosts } =
    (content && (await read(null, content, "Database"))) ?? (await contentOf(null, deployment));
  if (foreign !== undefined)
    problems.push(
      `The database has tables of another service, such as ${foreign}. Choose another database_name.`,
    );
  if (migrations.altered.length > 0) problems.push(alteredText(migrations.altered));
  return {
    account,
    deployment,
    database,
    namespaces,
    queues,
    unread,
    secrets: settings?.bindings.flatMap(({ name, type }) => (type === "secret_text" ? [name] : [])) ?? null,
    address: origin || `https://${customDomains[0] ?? `${worker}.${subdomain?.subdomain}.workers.dev`}`,
    missing,
    takesOver,
    migrations,
    unrouted: hostsWithoutRoute(hosts, patterns).map(
      (host) =>
        `The domain ${host} is in the database but not in \`routes\`: add { pattern = "${host}", custom_domain = true }, or remove it with npm run domains.`,
    ),
    problems: [...problems, ...rejections],
  };
}

/** What the database says, null for a database that doesn't exist: a table of another service, migrations, and confirmed hosts. */
async function contentOf(db: D1Database | null, { database }: Deployment) {
  const tables = db === null ? [] : await tablesOf(db);
  const [foreign] = tables.includes("d1_migrations") ? [] : tables;
  const sql = "SELECT host AS text FROM domains WHERE confirmed_at IS NOT NULL";
  return {
    foreign,
    migrations: await readMigrations(db, database.migrations),
    hosts: db !== null && tables.includes("domains") ? await textsOf(db, sql) : [],
  };
}

/** The names of all queues of a deployment, with dead-letter queues, which Cloudflare creates with their consumer. */
function queueNames({ bindings: { queues } }: Deployment): Set<string> {
  const { producers = [], consumers = [] } = queues;
  const dead = consumers.map(({ queue, dead_letter_queue }) => dead_letter_queue ?? queue);
  return new Set([...[...producers, ...consumers].map(({ queue }) => queue ?? ""), ...dead]);
}

/** The column `text` of a query. */
const textsOf = async (db: D1Database, sql: string): Promise<string[]> =>
  (await db.prepare(sql).all<{ text: string }>()).results.map(({ text }) => text);

/** The tables of a database, without those of D1 itself. */
export async function tablesOf(db: D1Database): Promise<string[]> {
  const tables = await textsOf(db, "SELECT name AS text FROM sqlite_master WHERE type = 'table'");
  return tables.filter((name) => !/^(_cf_|sqlite_)/.test(name));
}
