import * as z from "zod";
import type { Account } from "../cloudflare/account.ts";
import { CloudflareError } from "../cloudflare/api.ts";
import { findDatabase, getDatabase } from "../cloudflare/d1.ts";
import { listQueues, type Queue } from "../cloudflare/queues.ts";
import type { Bindings, Deployment } from "../configuration/deployment.ts";

/** What of a deployment the account has already. */
export interface Found {
  /** The database's id, null where there is none. */
  database: string | null;
  /** Ids of namespaces by binding, and of queues by name; what is missing is not in it. */
  namespaces: Map<string, string>;
  queues: Map<string, string>;
  buckets: Set<string>;
  /** Whether a version of the Worker has been uploaded. */
  worker: boolean;
  /** The account's part of workers.dev, null where it has none yet. */
  subdomain: string | null;
}

/** What was found, and sentences about what stands against a deployment. */
export interface Survey {
  found: Found;
  problems: string[];
}

const Subdomain = z.object({ subdomain: z.string() });
const WorkerSettings = z.object({
  bindings: z.array(
    z.looseObject({ name: z.string(), type: z.string(), namespace_id: z.string().optional() }),
  ),
});
const Namespace = z.object({ id: z.string(), title: z.string() });
/** The names of all queues of a deployment, those for dead letters among them. */
export const queueNames = ({ bindings: { queues } }: Deployment): string[] => [
  ...new Set([
    ...queues.producers.map(({ queue }) => queue),
    ...queues.consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue ?? []].flat()),
  ]),
];

/** The title by which a namespace is found, as wrangler names those that it creates itself. */
export const namespaceTitle = ({ worker }: Deployment, binding: string): string =>
  `${worker}-${binding.toLowerCase().replaceAll("_", "-")}`;

/** Looks for everything that the deployment needs, by its names. Reads only. */
export async function surveyAccount(account: Account, deployment: Deployment): Promise<Survey> {
  const { api, path } = account;
  const problems: string[] = [];
  /** Notes what mends a refusal, once for each product, and gives `missing` in its place. */
  const orProblem = async <T>(product: Product, missing: T, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof CloudflareError)) throw error;
      const problem = refusal(product, error, account);
      if (problem === null) throw error;
      if (!problems.includes(problem)) problems.push(problem);
      return missing;
    }
  };
  const { bindings, worker } = deployment;
  const [settings, subdomain, database, namespaces, queues, buckets] = await Promise.all([
    orProblem(
      "Workers",
      null,
      orNull(api.call("GET", `${path}/workers/scripts/${worker}/settings`, WorkerSettings)),
    ),
    orProblem("Workers", null, orNull(api.call("GET", `${path}/workers/subdomain`, Subdomain))),
    orProblem("D1", null, databaseId(account, bindings.d1_databases[0], problems)),
    orProblem("KV", [], api.list(`${path}/storage/kv/namespaces`, Namespace)),
    orProblem("Queues", [], listQueues(account)),
    Promise.all(
      bindings.r2_buckets.map(({ bucket_name }) => orProblem("R2", null, bucket(account, bucket_name))),
    ),
  ]);
  for (const { binding, id } of bindings.kv_namespaces) {
    if (id === undefined || namespaces.length === 0 || namespaces.some((each) => each.id === id)) continue;
    problems.push(unknownId("id", id, binding));
  }
  const namespaceOf = (binding: string, id: string | undefined): string | undefined =>
    id ??
    settings?.bindings.find(({ name, type }) => name === binding && type === "kv_namespace")?.namespace_id ??
    namespaces.find(({ title }) => title === namespaceTitle(deployment, binding))?.id;
  const wanted = queueNames(deployment);
  const ours = queues.filter(({ queue_name }) => wanted.includes(queue_name));
  problems.push(...ours.flatMap((queue) => otherConsumers(queue, worker)));
  return {
    found: {
      database,
      namespaces: new Map(
        bindings.kv_namespaces.flatMap(({ binding, id }) => {
          const known = namespaceOf(binding, id);
          return known === undefined ? [] : [[binding, known]];
        }),
      ),
      queues: new Map(ours.map(({ queue_name, queue_id }) => [queue_name, queue_id])),
      buckets: new Set(buckets.filter((name) => name !== null)),
      worker: settings !== null,
      subdomain: subdomain?.subdomain ?? null,
    },
    problems,
  };
}

/** The database's id; null where there is none of its name. Notes a given id that this account does not have. */
async function databaseId(
  account: Account,
  database: Bindings["d1_databases"][number] | undefined,
  problems: string[],
): Promise<string | null> {
  if (database === undefined) return null;
  const { database_id: id, database_name: name, binding } = database;
  if (id === undefined) return (await findDatabase(account, name))?.uuid ?? null;
  if ((await orNull(getDatabase(account, id))) === null) problems.push(unknownId("database_id", id, binding));
  return id;
}

const unknownId = (key: string, id: string, binding: string): string =>
  `This account has nothing with the ${key} ${id} of ${binding}: take that line out of the configuration, so that it is found by its name or created.`;

/** What a request gives, or null where it is answered that there is no such thing. */
export const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof CloudflareError && error.status === 404) return null;
    throw error;
  });

const bucket = async ({ api, path }: Account, name: string): Promise<string | null> =>
  (await orNull(api.call("GET", `${path}/r2/buckets/${name}`, z.object({ name: z.string() }))))?.name ?? null;

function otherConsumers({ queue_name, consumers }: Queue, worker: string): string[] {
  const others = consumers
    .map(({ script, script_name, service }) => script ?? script_name ?? service)
    .filter((name) => name !== undefined && name !== worker);
  return others.map(
    (other) =>
      `The queue ${queue_name} belongs to the Worker ${other} of this account: give what ${worker} is bound to names of its own in wrangler.toml, or deploy an environment with --env, which has its own.`,
  );
}

/** What a deployment needs of an account. */
type Product = "Workers" | "D1" | "KV" | "R2" | "Queues" | "zones";

/** The names of the permissions as Cloudflare's page for tokens has them. */
const PERMISSIONS: Record<Product, string> = {
  Workers: "Account, Workers Scripts, Edit",
  D1: "Account, D1, Edit",
  KV: "Account, Workers KV Storage, Edit",
  R2: "Account, Workers R2 Storage, Edit",
  Queues: "Account, Queues, Edit",
  zones: "Zone, Zone, Read",
};

/** Cloudflare's number for an account that has not accepted the terms of R2. */
const R2_NOT_ENABLED = 10042;

/** One sentence with what mends a refusal; null where the error is another one. */
export function refusal(product: Product, { code, status }: CloudflareError, { id }: Account): string | null {
  if (code === R2_NOT_ENABLED) {
    return `R2 is not enabled in this account: accept its terms once, at https://dash.cloudflare.com/${id}/r2/overview.`;
  }
  if (status !== 401 && status !== 403) return null;
  return `The sign-in or token does not reach ${product}: run \`npx wrangler login\` again, or give the token the permission "${PERMISSIONS[product]}" at https://dash.cloudflare.com/profile/api-tokens.`;
}
