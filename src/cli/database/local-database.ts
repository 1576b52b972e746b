import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import {
  configurationPath,
  type DatabaseLocation,
  stateDirectory,
} from "../command-line/database-location.ts";
import { applyMigrations } from "./local-migrations.ts";

/**
 * Calls `work` with the local database, which no other process may have open: see state-lock.ts. A database that is
 * behind the migrations of the project, or has no tables at all, is migrated first. Uses a runtime that has only the
 * database.
 */
export async function withLocalDatabase<T>(
  location: DatabaseLocation,
  work: (db: D1Database) => Promise<T>,
): Promise<T> {
  // Imported here, because both take a second to load and commands beside a running server don't need them.
  const { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } = await import("wrangler");
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(configurationPath(location), location.env);
  // Wrangler's type leaves the source out, and so loses the types of all other fields.
  const { compatibilityDate = "", d1Databases = {} } = workerOptions as V4WorkerOptions;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      compatibilityDate,
      d1Databases,
      modules: true,
      script: "",
      // The directory that `wrangler dev` uses.
      resourcePersistencePath: join(stateDirectory(location), "v3"),
      // Nothing may need the network.
      cf: false,
      telemetry: { enabled: false },
    }),
  );
  try {
    // It is the same interface, but two packages declare it.
    const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    await applyMigrations(db, unstable_splitSqlQuery);
    return await work(db);
  } finally {
    await miniflare.dispose();
  }
}
