import { createHash } from "node:crypto";
import { dirname } from "node:path";
import * as z from "zod";
import { SERVICE_NAME } from "../../../ground/core/vocabulary.ts";
import type { Variables } from "../../../ground/platform/variables.ts";
import { CommandError } from "../command-line/command.ts";
import { configurationPath, type DatabaseLocation } from "../command-line/database-location.ts";

const Queues = z.object({
  producers: z.array(z.looseObject({ binding: z.string(), queue: z.string() })).default([]),
  consumers: z
    .array(z.looseObject({ queue: z.string(), dead_letter_queue: z.string().optional() }))
    .default([]),
});

/** The Worker's bindings in wrangler.toml. */
export const Bindings = z.object({
  d1_databases: z
    .array(
      z.looseObject({
        binding: z.string(),
        database_name: z.string(),
        database_id: z.string().optional(),
        migrations_dir: z.string().default("migrations"),
      }),
    )
    .length(1),
  kv_namespaces: z.array(z.looseObject({ binding: z.string(), id: z.string().optional() })).default([]),
  r2_buckets: z.array(z.looseObject({ binding: z.string(), bucket_name: z.string() })).default([]),
  queues: Queues.prefault({}),
  ratelimits: z.array(z.looseObject({ name: z.string(), namespace_id: z.string() })).default([]),
});
export type Bindings = z.infer<typeof Bindings>;

/** A configuration, or one of its environments, to deploy. */
export interface Deployment {
  /** The Worker's name in the account. */
  worker: string;
  env: string | undefined;
  /** The directory that paths in the configuration are relative to. */
  directory: string;
  accountId: string | undefined;
  variables: Variables;
  workersDev: boolean;
  /** Host names that belong to the Worker, and route patterns within a zone. */
  customDomains: readonly string[];
  routes: readonly string[];
  bindings: Bindings;
  /** The configuration as it was read. */
  raw: Record<string, unknown>;
}

/** Reads the configuration in `--config` and `--env`. Throws CommandError if wrangler can't use it. */
export async function readDeployment(location: DatabaseLocation): Promise<Deployment> {
  const { experimental_readRawConfig, unstable_readConfig } = await import("wrangler");
  const path = configurationPath(location);
  const environment = location.env === undefined ? {} : { env: location.env };
  const read = () => {
    const config = unstable_readConfig({ config: path, ...environment }, { hideWarnings: true });
    return { config, raw: experimental_readRawConfig({ config: path }).rawConfig };
  };
  const { config, raw } = orUnusable(path, read);
  const { env: environments = {} } = raw;
  if (location.env !== undefined && !(location.env in environments)) {
    const known = Object.keys(environments).join(", ") || "none";
    throw new CommandError(
      `${path} has no environment ${location.env}; it has ${known}. See docs/deploying.md for an example.`,
    );
  }
  if (!config.name) throw new CommandError(`${path} has no name for the Worker.`);
  const routes = [config.route ?? [], config.routes ?? []]
    .flat()
    .map((route) => (typeof route === "string" ? { pattern: route } : route));
  const isDomain = (route: object) => "custom_domain" in route && route.custom_domain === true;
  return {
    worker: config.name,
    env: location.env,
    directory: dirname(path),
    accountId: config.account_id,
    // Our own variables are all strings.
    variables: config.vars as Variables,
    workersDev: config.workers_dev ?? routes.length === 0,
    customDomains: routes.filter(isDomain).map(({ pattern }) => pattern),
    routes: routes.filter((route) => !isDomain(route)).map(({ pattern }) => pattern),
    bindings: orUnusable(path, () => Bindings.parse(bindingsOf(raw, location.env, config.name ?? ""))),
    raw: { ...raw },
  };
}

function orUnusable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : error;
    throw new CommandError(
      `${path} can't be deployed: ${problem instanceof Error ? problem.message : problem}`,
    );
  }
}

/** The parts of a configuration with the Worker's bindings. Environments don't inherit them. */
const KINDS = ["d1_databases", "kv_namespaces", "r2_buckets", "queues", "ratelimits"] as const;

/** Keys within these parts that name resources of the account. */
const NAMES = new Set(["database_name", "bucket_name", "queue", "dead_letter_queue"]);
/** Keys of ids, which belong only to the top level. */
const IDS = new Set(["database_id", "preview_database_id", "id", "preview_id"]);

const Environments = z.record(z.string(), z.record(z.string(), z.unknown()));

/**
 * The bindings of the Worker `worker`. An environment without its own bindings gets those of the top level with its own names:
 * if the Worker `links` has the queue `links-visits`, its environment `links-staging` has `links-staging-visits`. So an
 * environment needs a few lines, and never shares a database by mistake.
 */
function bindingsOf(raw: object, env: string | undefined, worker: string): Record<string, unknown> {
  const top: Record<string, unknown> = { ...raw };
  const own = env === undefined ? top : (Environments.parse(top.env ?? {})[env] ?? {});
  const topName = String(top.name);
  const found = KINDS.map((kind) => [
    kind,
    own[kind] ?? (env === undefined ? undefined : renamed(top[kind], topName, worker)),
  ]);
  return withOwnCounters(Object.fromEntries(found.filter(([, value]) => value !== undefined)), worker);
}

/** A copy of `value` renamed from one Worker to another, and without ids. */
function renamed(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !IDS.has(key))
      .map(([key, item]) => {
        if (!NAMES.has(key) || typeof item !== "string") return [key, renamed(item, from, to)];
        return [key, item.startsWith(from) ? to + item.slice(from.length) : `${to}-${item}`];
      }),
  );
}

const RateLimits = z.array(z.looseObject({ name: z.string() }));

/**
 * All Workers of an account share the numbers of rate limits, so a Worker with another name than the project's gets its own
 * numbers.
 */
function withOwnCounters(bindings: Record<string, unknown>, worker: string): Record<string, unknown> {
  const { success, data } = RateLimits.safeParse(bindings.ratelimits);
  if (!success || worker === SERVICE_NAME) return bindings;
  const ratelimits = data.map((limit) => ({ ...limit, namespace_id: counterOf(`${worker} ${limit.name}`) }));
  return { ...bindings, ratelimits };
}

/** A number of nine digits for a name, the same each time. */
function counterOf(name: string): string {
  const number = createHash("sha256").update(name).digest().readUInt32BE(0);
  return String(100_000_000 + (number % 900_000_000));
}
