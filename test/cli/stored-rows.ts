import { withDatabase } from "../../src/surfaces/cli/database/database.ts";

/** The rows of a query in the local database under `persistTo`, with or without a running server. */
export const storedRows = (persistTo: string, sql: string): Promise<unknown[]> =>
  withDatabase({ remote: false, persistTo }, async (db) => (await db.prepare(sql).all()).results);
