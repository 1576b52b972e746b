import { DEADLINES, within } from "./deadlines.ts";

/** How long an answer is reused, in milliseconds, so that an isolate asks the database at most about once a second. */
const STANDS_MS = 1_000;

/** The last answer of each database in this isolate. */
const answers = new WeakMap<D1Database, { reachable: boolean; until: number }>();

/** Whether the database answers a query on our tables, as of at most a second before `now` (milliseconds since 1970). */
export async function isReachable(db: D1Database, now: number): Promise<boolean> {
  const known = answers.get(db);
  if (known && now < known.until) return known.reachable;
  const reachable = await answersQuery(db);
  answers.set(db, { reachable, until: now + STANDS_MS });
  return reachable;
}

async function answersQuery(db: D1Database): Promise<boolean> {
  try {
    await within(DEADLINES.readiness, db.prepare("SELECT id FROM organizations LIMIT 1").first());
    return true;
  } catch {
    return false;
  }
}
