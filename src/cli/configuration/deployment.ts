import { dirname } from "node:path";
import * as z from "zod";
import type { Variables } from "../../settings/text.ts";
import { CommandError } from "../command-line/command.ts";
import { configurationPath, type DatabaseLocation } from "../command-line/database-location.ts";
import { bindingsOf } from "./bindings.ts";

const Queues = z.object({
  producers: z.array(z.looseObject({ binding: z.string(), queue: z.string() })).default([]),
  consumers: z
    .array(z.looseObject({ queue: z.string(), dead_letter_queue: z.string().optional() }))
    .default([]),
});

/** What the Worker is bound to, as wrangler.toml has it. */
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

/** A configuration, or one environment of it, that is to be deployed or has been. */
export interface Deployment {
  /** The Worker's name in the account. */
  worker: string;
  env: string | undefined;
  /** The directory that paths in the configuration are relative to. */
  directory: string;
  accountId: string | undefined;
  variables: Variables;
  workersDev: boolean;
  /** Host names that the Worker takes whole, and patterns that it takes of a zone. */
  customDomains: readonly string[];
  routes: readonly string[];
  bindings: Bindings;
  /** The configuration as it was read. */
  raw: Record<string, unknown>;
}

/** Reads what `--config` and `--env` name. Throws CommandError where wrangler can't use it. */
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
      `${path} has no environment ${location.env}; it has ${known}. docs/deploying.md shows one.`,
    );
  }
  if (!config.name) throw new CommandError(`${path} gives the Worker no name.`);
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
