import { addVisits } from "../../src/features/visits/store-visits.ts";
import { withBatch } from "../with-batch.ts";
import { messageOf, type Visits } from "./visit-messages.ts";

/** The rows that each statement writes, as D1 reports them, when a message of these visits is counted. */
export async function writtenRows(db: D1Database, visits: readonly Visits[]): Promise<number[]> {
  const written: number[] = [];
  const metered = withBatch(db, async (statements) => {
    const results = await db.batch(statements);
    written.push(...results.map(({ meta }) => meta.rows_written));
    return results;
  });
  await addVisits(metered, [messageOf(visits)]);
  return written;
}
