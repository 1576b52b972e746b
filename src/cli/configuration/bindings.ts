import { createHash } from "node:crypto";
import * as z from "zod";
import { SERVICE_NAME } from "../../core/vocabulary.ts";

/** The parts of a configuration that name what the Worker is bound to. An environment inherits none of them. */
const KINDS = ["d1_databases", "kv_namespaces", "r2_buckets", "queues", "ratelimits"] as const;

/** Names within these parts that are names of the account. */
const NAMES = new Set(["database_name", "bucket_name", "queue", "dead_letter_queue"]);
/** Ids, which are the top level's own. */
const IDS = new Set(["database_id", "preview_database_id", "id", "preview_id"]);

const Environments = z.record(z.string(), z.record(z.string(), z.unknown()));

/**
 * What the Worker `worker` is bound to. An environment that does not say it has all that the top level has, under names
 * of its own: where the Worker `links` has the queue `links-visits`, its environment `links-staging` has
 * `links-staging-visits`. So an environment needs a few lines, and never shares a database by mistake.
 */
export function bindingsOf(raw: object, env: string | undefined, worker: string): Record<string, unknown> {
  const top: Record<string, unknown> = { ...raw };
  const own = env === undefined ? top : (Environments.parse(top.env ?? {})[env] ?? {});
  const topName = String(top.name);
  const found = KINDS.map((kind) => [
    kind,
    own[kind] ?? (env === undefined ? undefined : renamed(top[kind], topName, worker)),
  ]);
  return withOwnCounters(Object.fromEntries(found.filter(([, value]) => value !== undefined)), worker);
}

/** A copy of `value` with its names moved from one Worker to another, and without ids. */
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
 * Rate limits are counted by a number that all Workers of an account share, so a Worker of another name than the
 * project's gets numbers of its own.
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
