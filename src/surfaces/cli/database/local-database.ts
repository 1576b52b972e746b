import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import {
  configurationPath,
  type DatabaseLocation,
  stateDirectory,
} from "../command-line/database-location.ts";
import { PROJECT_ROOT } from "../wrangler/wrangler.ts";

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

/** The project's migrations, in order. */
const migrationFiles = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS)).filter((file) => file.endsWith(".sql")).sort();

/** The table in which `wrangler d1 migrations apply` records migrations, so that both commands work together. */
export const MIGRATION_RECORD = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/**
 * Applies the project's pending migrations to `db`, in order, each in one transaction. `wrangler d1 migrations apply` does the
 * same, but takes ten seconds to start. Throws if a statement fails.
 */
export async function applyMigrations(
  db: D1Database,
  splitStatements: (sql: string) => string[],
): Promise<void> {
  await db.prepare(MIGRATION_RECORD).run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const file of (await migrationFiles()).filter((name) => !applied.has(name))) {
    const statements = splitStatements(await readFile(join(MIGRATIONS, file), "utf8"));
    const record = db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(file);
    await db.batch([...statements.map((statement) => db.prepare(statement)), record]);
  }
}
