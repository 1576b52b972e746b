import * as z from "zod";
import type { Account } from "../cloudflare/account.ts";
import { CloudflareError } from "../cloudflare/cloudflare-api.ts";
import { findDatabase, getDatabase } from "../cloudflare/d1-api.ts";
import { listQueues, type Queue } from "../cloudflare/queues-api.ts";
import type { Bindings, Deployment } from "../configuration/deployment.ts";

/** The resources of a deployment that the account already has. */
export interface Found {
  /** The database's id, null if it does not exist. */
  database: string | null;
  /** Ids of namespaces by binding, and of queues by name, without missing resources. */
  namespaces: Map<string, string>;
  queues: Map<string, string>;
  buckets: Set<string>;
  /** The names of the Worker's secrets. */
  secrets: Set<string>;
  /** Whether a version of the Worker has been uploaded. */
  worker: boolean;
  /** The account's subdomain of workers.dev; null without a subdomain. */
  subdomain: string | null;
}

/** The found resources, and the problems that prevent a deployment, as sentences. */
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
/** The names of all queues of a deployment, including dead-letter queues. */
export const queueNames = ({ bindings: { queues } }: Deployment): string[] => [
  ...new Set([
    ...queues.producers.map(({ queue }) => queue),
    ...queues.consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue ?? []].flat()),
  ]),
];

/** The title of a namespace, as wrangler generates it. */
export const namespaceTitle = ({ worker }: Deployment, binding: string): string =>
  `${worker}-${binding.toLowerCase().replaceAll("_", "-")}`;

/** Looks for everything that the deployment needs, by its names. Reads only. */
export async function surveyAccount(account: Account, deployment: Deployment): Promise<Survey> {
  const { api, path } = account;
  const problems: string[] = [];
  /** Records how to fix a rejected request, once per product, and returns `missing` instead. */
  const orProblem = async <T>(product: Product, missing: T, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof CloudflareError)) throw error;
      const problem = fixFor(product, error, account);
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
      secrets: new Set(
        settings?.bindings.flatMap(({ name, type }) => (type === "secret_text" ? [name] : [])) ?? [],
      ),
      worker: settings !== null,
      subdomain: subdomain?.subdomain ?? null,
    },
    problems,
  };
}

/** The database's id; null if it does not exist. Records a given id that this account does not have. */
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
  `This account has no resource with the ${key} ${id} of ${binding}: remove that line from the configuration, so that the resource is found by its name or created.`;

/** The result of a request, or null for a 404. */
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
      `The queue ${queue_name} belongs to the Worker ${other} of this account: give the bindings of ${worker} their own names in wrangler.toml, or deploy an environment with --env, which has its own bindings.`,
  );
}

/** The products that a deployment needs. */
type Product = "Workers" | "D1" | "KV" | "R2" | "Queues" | "zones";

/** The names of the permissions on Cloudflare's page for tokens. */
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

/** A sentence on how to fix a rejected request; null for other errors. */
export function fixFor(product: Product, { code, status }: CloudflareError, { id }: Account): string | null {
  if (code === R2_NOT_ENABLED) {
    return `R2 is not enabled in this account: accept its terms once, at https://dash.cloudflare.com/${id}/r2/overview.`;
  }
  if (status !== 401 && status !== 403) return null;
  return `The sign-in or token has no access to ${product}: run \`npx wrangler login\` again, or give the token the permission "${PERMISSIONS[product]}" at https://dash.cloudflare.com/profile/api-tokens.`;
}
