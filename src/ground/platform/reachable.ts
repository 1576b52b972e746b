import { DEADLINES, within } from "./deadlines.ts";
import type { Log } from "./log.ts";

/** How long a result is reused, in milliseconds, so that an isolate queries the database at most about once a second. */
const CACHED_MS = 1_000;

/** The maximum size of a D1 database, in bytes: https://developers.cloudflare.com/d1/platform/limits/ */
const MAX_BYTES = 10_000_000_000;
/** The share of it from which the operator has to act. */
const WARNED_FROM = 0.7;

/** The last result of each database in this isolate. */
const results = new WeakMap<D1Database, { reachable: boolean; until: number }>();

/**
 * Whether the database responds to a query on our tables, as of at most a second before `now` (milliseconds since 1970). Logs
 * how large it is once it is 70 % full.
 */
export async function isReachable(db: D1Database, now: number, log: Log): Promise<boolean> {
  const known = results.get(db);
  if (known && now < known.until) return known.reachable;
  const bytes = await sizeOf(db);
  if (bytes !== null && bytes >= MAX_BYTES * WARNED_FROM)
    log("error", "database size", { bytes, most: MAX_BYTES });
  const reachable = bytes !== null;
  results.set(db, { reachable, until: now + CACHED_MS });
  return reachable;
}

/** The size of the database in bytes, from D1's response; null without a response. */
async function sizeOf(db: D1Database): Promise<number | null> {
  try {
    const statement = db.prepare("SELECT id FROM organizations LIMIT 1");
    const { meta } = await within(DEADLINES.readiness, statement.all());
    return meta.size_after;
  } catch {
    return null;
  }
}
