import type { Retailer } from "../../ground/core/vocabulary.ts";
import { firstValue, runStatement } from "../../ground/platform/d1.ts";

/** The purpose of a call to a retailer's API; each has its share of the day's calls. */
type CallPurpose = "creation" | "recheck" | "details";

const RESERVE_CALL = `INSERT INTO catalog_calls (retailer, purpose, day, calls) SELECT ?1, ?2, ?3, 1 WHERE ?4 > 0
  ON CONFLICT (retailer, purpose, day) DO UPDATE SET calls = calls + 1 WHERE calls < ?4`;
/** The calls to retailers' APIs of each day, in D1. */
export type CallStore = ReturnType<typeof callStore>;

export function callStore(db: D1Database) {
  return {
    /** Counts one call, unless `limit` calls of the day (YYYY-MM-DD) have been taken. Returns whether it was counted. */
    reserveCall: async (
      retailer: Retailer,
      purpose: CallPurpose,
      day: string,
      limit: number,
    ): Promise<boolean> => {
      const changes = await runStatement(db, RESERVE_CALL, retailer, purpose, day, limit);
      return changes !== 0;
    },
    callsTaken: async (retailer: Retailer, purpose: CallPurpose, day: string): Promise<number> => {
      const sql = "SELECT calls FROM catalog_calls WHERE retailer = ?1 AND purpose = ?2 AND day = ?3";
      return (await firstValue<number>(db, sql, retailer, purpose, day)) ?? 0;
    },
    /** Deletes the counts of calls before `day`. */
    async forgetCalls(day: string): Promise<void> {
      await runStatement(db, "DELETE FROM catalog_calls WHERE day < ?1", day);
    },
  };
}
