import * as z from "zod";
import { type Account, CloudflareError } from "../cloudflare/account.ts";
import { databaseId, remoteDatabase } from "../cloudflare/deployed-database.ts";
import { listQueues, type Queue } from "../cloudflare/queues-api.ts";
import type { Deployment } from "../configuration/deployment.ts";
import { alteredText, type Migrations, readMigrations } from "../database/migrations.ts";

/** The parts of a deployment without which its state is unknown. */
export type Part = "Worker" | "Database" | "Queues";

/** A deployment and its account, where nothing is written. */
export interface Surveyed {
  account: Account;
  deployment: Deployment;
  /** The result of a request; `missing` if there is none, or if Cloudflare rejects it. */
  read<T>(missing: T, work: Promise<T>, part?: Part): Promise<T>;
  /** The messages of rejected requests. */
  rejections: readonly string[];
  /** The rejected parts, with the reason. */
  unread: ReadonlyMap<Part, string>;
}

/** Reads `account` for `deployment`, and remembers what Cloudflare rejects. */
export function readAccount(account: Account, deployment: Deployment): Surveyed {
  const rejections: string[] = [];
  const unread = new Map<Part, string>();
  const read = <T>(missing: T, work: Promise<T>, part?: Part): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof CloudflareError)) throw error;
      if (error.status === 404) return missing;
      rejections.push(error.message);
      if (part !== undefined) unread.set(part, error.message);
      return missing;
    });
  return { account, deployment, read, rejections, unread };
}

const dashboardOf = ({ account }: Surveyed): string => `https://dash.cloudflare.com/${account.id}`;

const Settings = z.object({
  bindings: z.array(z.object({ name: z.string(), type: z.string(), namespace_id: z.string().optional() })),
});
const Subdomain = z.object({ subdomain: z.string() });

/** What is uploaded, with its settings; the URL of the service without a final slash; and why it has none. */
export async function findWorker(surveyed: Surveyed) {
  const { account, deployment, read, rejections } = surveyed;
  const { worker, workersDev, customDomains, routes } = deployment;
  const origin = deployment.variables.API_ORIGIN?.trim().replace(/\/$/, "");
  const [settings, subdomain] = await Promise.all([
    read(null, account.call(`workers/scripts/${worker}/settings`, Settings), "Worker"),
    read(null, account.call("workers/subdomain", Subdomain), origin ? undefined : "Worker"),
  ]);
  const problems: string[] = [];
  if (workersDev && subdomain === null && !rejections.some((text) => text.includes("workers/")))
    problems.push(
      `This account has no workers.dev subdomain yet: choose one at ${dashboardOf(surveyed)}/workers/subdomain, or give the Worker a domain with \`routes\` and set \`workers_dev = false\`.`,
    );
  if (!workersDev && customDomains.length + routes.length === 0)
    problems.push("The Worker has no URL: set `workers_dev = true`, or give it a domain with `routes`.");
  return {
    settings,
    address: origin || `https://${customDomains[0] ?? `${worker}.${subdomain?.subdomain}.workers.dev`}`,
    problems,
  };
}

/** The database with its migrations and confirmed hosts, and why it can't be used. */
export async function findDatabase({ account, deployment, read, unread }: Surveyed) {
  const id = await read(null, databaseId(account, deployment), "Database");
  const stored =
    id === null ? null : await read(null, contentOf(remoteDatabase(account, id), deployment), "Database");
  const { foreign, migrations, hosts } = stored ?? (await contentOf(null, deployment));
  const problems: string[] = [];
  if (id !== null && stored === null && !unread.has("Database"))
    problems.push(`The database ${id} could not be found: the configuration has an id of another account.`);
  if (foreign !== undefined)
    problems.push(
      `The database has tables of another service, such as ${foreign}. Choose another database_name.`,
    );
  if (migrations.altered.length > 0) problems.push(alteredText(migrations.altered));
  return { id, migrations, hosts, problems, missing: id ? [] : [`D1 database ${deployment.database.name}`] };
}

interface Content {
  /** A table of another service. */
  foreign: string | undefined;
  migrations: Migrations;
  /** The confirmed hosts. */
  hosts: string[];
}

/** What the database says; null for a database that doesn't exist. */
async function contentOf(db: D1Database | null, { database }: Deployment): Promise<Content> {
  const tables = db === null ? [] : await tablesOf(db);
  const [foreign] = tables.includes("d1_migrations") ? [] : tables;
  const sql = "SELECT host AS text FROM domains WHERE confirmed_at IS NOT NULL";
  return {
    foreign,
    migrations: await readMigrations(db, database.migrations),
    hosts: db !== null && tables.includes("domains") ? await textsOf(db, sql) : [],
  };
}

/** The column `text` of a query. */
const textsOf = async (db: D1Database, sql: string): Promise<string[]> =>
  (await db.prepare(sql).all<{ text: string }>()).results.map(({ text }) => text);

/** The tables of a database, without those of D1 itself. */
export async function tablesOf(db: D1Database): Promise<string[]> {
  const tables = await textsOf(db, "SELECT name AS text FROM sqlite_master WHERE type = 'table'");
  return tables.filter((name) => !/^(_cf_|sqlite_)/.test(name));
}

const Namespace = z.object({ id: z.string(), title: z.string() });

/** The ids of KV namespaces by binding. `worker` is the uploaded one, whose namespaces are taken first. */
export async function findNamespaces(
  { account, deployment, read }: Surveyed,
  worker: Promise<{ settings: z.infer<typeof Settings> | null }>,
) {
  const [inAccount, { settings }] = await Promise.all([
    read([], account.list("storage/kv/namespaces", Namespace)),
    worker,
  ]);
  const namespaces = new Map<string, string>();
  const missing: string[] = [];
  for (const { binding, id } of deployment.bindings.kv_namespaces) {
    // wrangler always creates a namespace of this title, unless the uploaded Worker has another or we name one.
    const title = `${deployment.worker}-${binding.toLowerCase().replaceAll("_", "-")}`;
    const bound = settings?.bindings.find(({ name, type }) => name === binding && type === "kv_namespace");
    const known = id ?? bound?.namespace_id ?? inAccount.find((each) => each.title === title)?.id;
    if (known === undefined) missing.push(`KV namespace ${title}`);
    else namespaces.set(binding, known);
  }
  return { namespaces, missing };
}

const Named = z.object({ name: z.string() });

/** The R2 buckets that don't exist. */
export async function findBuckets({ account, deployment, read }: Surveyed) {
  const names = deployment.bindings.r2_buckets.map(({ bucket_name: name }) => name);
  const found = await Promise.all(names.map((name) => read(null, account.call(`r2/buckets/${name}`, Named))));
  return { missing: names.filter((_, index) => found[index] === null).map((name) => `R2 bucket ${name}`) };
}

/** The queues of the Worker, and those that other Workers of the account use already. */
export async function findQueues({ account, deployment, read }: Surveyed) {
  const { worker } = deployment;
  const inAccount = await read([], listQueues(account), "Queues");
  const queues: Queue[] = [];
  const missing: string[] = [];
  const problems: string[] = [];
  for (const name of queueNames(deployment)) {
    const queue = inAccount.find(({ queue_name }) => queue_name === name);
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
  return { queues, missing, problems };
}

/** The names of all queues of a deployment, with dead-letter queues, which Cloudflare creates with their consumer. */
function queueNames({ bindings: { queues } }: Deployment): Set<string> {
  const { producers = [], consumers = [] } = queues;
  const dead = consumers.map(({ queue, dead_letter_queue }) => dead_letter_queue ?? queue);
  return new Set([...[...producers, ...consumers].map(({ queue }) => queue ?? ""), ...dead]);
}

const Domain = z.object({ hostname: z.string(), service: z.string() });

/**
 * The hosts that wrangler would take silently, with what has them now, and those in no zone of the account. `readsZones`: whether the
 * token may list zones.
 */
export async function findDomains(surveyed: Surveyed, readsZones: boolean) {
  const { account, deployment, read } = surveyed;
  const takesOver: string[] = [];
  const problems: string[] = [];
  if (deployment.customDomains.length === 0) return { takesOver, problems };
  const [zones, domains] = await Promise.all([
    readsZones ? read(null, account.list("/zones", Named)) : null,
    read([], account.list("workers/domains", Domain)),
  ]);
  for (const host of deployment.customDomains) {
    const holder = domains.find(({ hostname }) => hostname === host)?.service;
    if (zones !== null && !zones.some(({ name }) => `.${host}`.endsWith(`.${name}`)))
      problems.push(
        `${host} is in no domain of this account: add its domain at ${dashboardOf(surveyed)}/add-site first.`,
      );
    else if (holder !== deployment.worker)
      takesOver.push(`${host} from ${holder ? `the Worker ${holder}` : "its DNS record, if it has one"}`);
  }
  return { takesOver, problems };
}
