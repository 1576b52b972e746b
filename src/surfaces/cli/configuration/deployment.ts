import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Unstable_Config as Config } from "wrangler";
import { SERVICE_NAME } from "../../../ground/core/vocabulary.ts";
import type { Variables } from "../../../ground/platform/variables.ts";
import { CommandError } from "../command-line/command.ts";
import { configurationPath, type DatabaseLocation } from "../command-line/database-location.ts";

/** The parts of a configuration with the Worker's bindings. Environments don't inherit them. */
type Bindings = Pick<Config, "d1_databases" | "kv_namespaces" | "r2_buckets" | "queues" | "ratelimits">;

/** A configuration, or one of its environments, to deploy. */
export interface Deployment {
  /** The Worker's name in the account. */
  worker: string;
  accountId: string | undefined;
  variables: Variables;
  workersDev: boolean;
  /** Host names that belong to the Worker, and route patterns within a zone. */
  customDomains: readonly string[];
  routes: readonly string[];
  bindings: Bindings;
  /** Its only database; the id is undefined unless the configuration has it. */
  database: { name: string; id: string | undefined; migrations: string };
  /** The directory of files that deployments write. They can be deleted at any time. */
  directory: string;
  /** Everything else for wrangler. The Worker is already built, and the local sign-in is not part of a deployment. */
  rest: object;
}

/** Reads the configuration in `--config` and `--env`. Throws CommandError if wrangler can't use it. */
export async function readDeployment(location: DatabaseLocation): Promise<Deployment> {
  const { experimental_readRawConfig, unstable_readConfig } = await import("wrangler");
  const path = configurationPath(location);
  const unusable = (problem: unknown) =>
    new CommandError(`${path} can't be deployed: ${problem instanceof Error ? problem.message : problem}`);
  const read = (env?: string): Config => {
    try {
      return unstable_readConfig({ config: path, ...(env && { env }) }, { hideWarnings: true });
    } catch (error) {
      throw unusable(error);
    }
  };
  const top = read();
  const config = read(location.env);
  const worker = config.name;
  if (!worker) throw unusable("it has no name for the Worker.");
  const {
    env: environments = {},
    build: _,
    access: __,
    ...raw
  } = experimental_readRawConfig({ config: path }).rawConfig;
  const own = location.env === undefined ? {} : environments[location.env];
  if (own === undefined) {
    const known = Object.keys(environments).join(", ") || "none";
    throw unusable(
      `it has no environment ${location.env}; it has ${known}. See docs/deploying.md for an example.`,
    );
  }
  const bindings = bindingsOf(location.env === undefined ? null : top, config);
  const [d1, ...others] = bindings.d1_databases;
  if (!d1?.database_name || others.length > 0) throw unusable("it needs one database with a name.");
  const routes = [config.route ?? [], config.routes ?? []]
    .flat()
    .map((route) => (typeof route === "string" ? { pattern: route } : route));
  const isDomain = (route: object) => "custom_domain" in route && route.custom_domain === true;
  const directory = dirname(path);
  return {
    worker,
    accountId: config.account_id,
    // Our own variables are all strings.
    variables: config.vars as Variables,
    workersDev: config.workers_dev ?? routes.length === 0,
    customDomains: routes.filter(isDomain).map(({ pattern }) => pattern),
    routes: routes.filter((route) => !isDomain(route)).map(({ pattern }) => pattern),
    bindings,
    database: {
      name: d1.database_name,
      id: realId(d1.database_id),
      migrations: resolve(directory, d1.migrations_dir ?? "migrations"),
    },
    directory: join(directory, ".wrangler", "deployed"),
    rest: {
      ...raw,
      ...own,
      main: resolve(directory, config.main ?? ""),
      send_email: config.send_email ?? top.send_email,
    },
  };
}

/** Keys that name resources of the account, and keys of ids, which belong only to the top level. */
const NAMES = ["database_name", "bucket_name", "queue", "dead_letter_queue"];
const IDS = ["database_id", "preview_database_id", "id", "preview_id"];

/**
 * The bindings of a Worker. An environment without its own bindings gets those of `top` with its own names: if the Worker
 * `links` has the queue `links-visits`, its environment `links-staging` has `links-staging-visits`. So an environment needs a
 * few lines, and never shares a database by mistake.
 */
function bindingsOf(top: Config | null, config: Config): Bindings {
  const worker = config.name ?? "";
  const from = top?.name ?? "";
  const renamed = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (key, item) => {
      if (IDS.includes(key)) return undefined;
      if (!NAMES.includes(key)) return item;
      return item.startsWith(from) ? worker + item.slice(from.length) : `${worker}-${item}`;
    });
  const own = <T>(kind: (of: Config) => T, isEmpty: (value: T) => boolean): T =>
    top !== null && isEmpty(kind(config)) ? renamed(kind(top)) : kind(config);
  const none = ({ length }: readonly unknown[]) => length === 0;
  const namespaces = own((of) => of.kv_namespaces, none);
  return {
    d1_databases: own((of) => of.d1_databases, none),
    kv_namespaces: namespaces.map(({ id, ...each }) => ({ ...each, ...(realId(id) && { id }) })),
    r2_buckets: own((of) => of.r2_buckets, none),
    queues: own(
      (of) => of.queues,
      ({ producers, consumers }) => !producers?.length && !consumers?.length,
    ),
    // All Workers of an account share the numbers of rate limits, so a Worker with another name gets its own numbers.
    ratelimits: own((of) => of.ratelimits, none).map((limit) =>
      worker === SERVICE_NAME ? limit : { ...limit, namespace_id: counterOf(`${worker} ${limit.name}`) },
    ),
  };
}

/** An id, unless it only takes the place of one: Cloudflare's deploy button wants ids to replace, which must differ locally. */
const realId = (id: string | undefined): string | undefined => (/^[0-]*1?$/.test(id ?? "") ? undefined : id);

/** A number of nine digits for a name, the same each time. */
const counterOf = (name: string): string =>
  String(100_000_000 + (createHash("sha256").update(name).digest().readUInt32BE(0) % 900_000_000));

/** Ids of resources in the account, without those that do not exist. */
export interface Ids {
  database: string | null;
  /** Namespaces by binding. */
  namespaces: ReadonlyMap<string, string>;
}

/** Writes the configuration for wrangler's commands, with ids, and returns its path. */
export async function writeConfiguration(
  { worker, directory, rest, bindings, variables, ...deployment }: Deployment,
  { database, namespaces }: Ids,
): Promise<string> {
  const configuration = {
    ...rest,
    name: worker,
    ...bindings,
    ...(!variables.MAIL_FROM?.trim() && { send_email: undefined }),
    d1_databases: bindings.d1_databases.map((each) => ({ ...each, database_id: database ?? undefined })),
    kv_namespaces: bindings.kv_namespaces.map((each) => ({ ...each, id: namespaces.get(each.binding) })),
    // The Worker can't see its routes, but has to report domains without a route.
    vars: {
      ...variables,
      DOMAIN_ROUTES: [...deployment.customDomains, ...deployment.routes].join(",") || "none",
    },
  };
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${worker}.json`);
  await writeFile(path, `${JSON.stringify(configuration, null, 2)}\n`);
  return path;
}
