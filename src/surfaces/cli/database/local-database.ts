import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import { CommandError } from "../command-line/command.ts";
import {
  configurationPath,
  type DatabaseLocation,
  stateDirectory,
} from "../command-line/database-location.ts";
import { PROJECT_ROOT } from "../wrangler/wrangler.ts";
import {
  alteredText,
  MIGRATION_TABLES,
  readMigration,
  readMigrations,
  recordStatements,
} from "./migrations.ts";

const MIGRATIONS = join(PROJECT_ROOT, "migrations");

/**
 * Calls `work` with the local database, which no other process may have open: see database.ts. Applies pending migrations
 * first. Uses a runtime with only the database.
 */
export async function withLocalDatabase<T>(
  location: DatabaseLocation,
  work: (db: D1Database) => Promise<T>,
): Promise<T> {
  // Imported here, because both take a second to load, and commands don't need them beside a running server.
  const { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } = await import("wrangler");
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(configurationPath(location), location.env);
  // Wrangler's type omits the source, and so loses the types of all other fields.
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

/**
 * Applies the project's pending migrations to `db`, in order, each in one transaction. `wrangler d1 migrations apply` does the
 * same, but takes ten seconds to start. Throws CommandError, before it writes, if the database was made by other texts of the
 * applied migrations. Throws if a statement fails.
 */
export async function applyMigrations(
  db: D1Database,
  splitStatements: (sql: string) => string[],
): Promise<void> {
  const { altered, pending } = await readMigrations(db, MIGRATIONS);
  if (altered.length > 0)
    throw new CommandError(`${alteredText(altered)} Without data to keep, delete .wrangler/.`);
  if (pending.length > 0) await db.batch(MIGRATION_TABLES.map((statement) => db.prepare(statement)));
  for (const file of pending) {
    const sql = await readMigration(MIGRATIONS, file);
    const statements = [...splitStatements(sql), ...recordStatements(file, sql)];
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
}
