import { DEADLINES, within } from "./deadlines.ts";

/** Whether the database answers a query on our tables. */
export async function isReachable(db: D1Database): Promise<boolean> {
  try {
    await within(DEADLINES.readiness, db.prepare("SELECT id FROM organizations LIMIT 1").first());
    return true;
  } catch {
    return false;
  }
}
