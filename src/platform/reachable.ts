import { DEADLINES, within } from "./deadlines.ts";
import type { Log } from "./log.ts";

/** How long an answer is reused, in milliseconds, so that an isolate asks the database at most about once a second. */
const STANDS_MS = 1_000;

/** What a D1 database holds, in bytes: https://developers.cloudflare.com/d1/platform/limits/ */
const MAX_BYTES = 10_000_000_000;
/** From this part of it on, whoever operates the service has to act. */
const WARNED_FROM = 0.7;

/** The last answer of each database in this isolate. */
const answers = new WeakMap<D1Database, { reachable: boolean; until: number }>();

/**
 * Whether the database answers a query on our tables, as of at most a second before `now` (milliseconds since 1970). Logs
 * how large it is once it is 70 % full.
 */
export async function isReachable(db: D1Database, now: number, log: Log): Promise<boolean> {
  const known = answers.get(db);
  if (known && now < known.until) return known.reachable;
  const bytes = await sizeOf(db);
  if (bytes !== null && bytes >= MAX_BYTES * WARNED_FROM)
    log("error", "database size", { bytes, most: MAX_BYTES });
  const reachable = bytes !== null;
  answers.set(db, { reachable, until: now + STANDS_MS });
  return reachable;
}

/** The size of the database in bytes, as D1 reports it with an answer; null where there is no answer. */
async function sizeOf(db: D1Database): Promise<number | null> {
  try {
    const statement = db.prepare("SELECT id FROM organizations LIMIT 1");
    const { meta } = await within(DEADLINES.readiness, statement.all());
    return meta.size_after;
  } catch {
    return null;
  }
}
