import { within } from "./within.ts";

const LIMIT_MS = 2_000;

/** Whether the database answers a query on our tables. */
export async function isReachable(db: D1Database): Promise<boolean> {
  try {
    await within(LIMIT_MS, db.prepare("SELECT id FROM organizations LIMIT 1").first());
    return true;
  } catch {
    return false;
  }
}
