import { withDatabase } from "../../src/cli/database/database.ts";

/** What a statement gives in the local database under `persistTo`, whether a server runs on it or not. */
export const storedRows = (persistTo: string, sql: string): Promise<unknown[]> =>
  withDatabase({ remote: false, persistTo }, async (db) => (await db.prepare(sql).all()).results);
