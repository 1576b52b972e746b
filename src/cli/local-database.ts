import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import { CommandError } from "./command.ts";
import { configurationPath, type DatabasePlace, placeFlags, stateDirectory } from "./database-place.ts";
import { PROJECT_ROOT, runWrangler } from "./wrangler.ts";

/**
 * Calls `work` with the local database, which no other process may have open: see state-lock.ts. A database that is
 * behind the migrations of the project, or has no tables at all, is migrated first.
 */
export async function withLocalDatabase<T>(
  place: DatabasePlace,
  work: (db: D1Database) => Promise<T>,
): Promise<T> {
  const done = await opened(place, async (db) => ((await isMigrated(db)) ? { value: await work(db) } : null));
  if (done) return done.value;
  await applyMigrations(place);
  return opened(place, work);
}

/** Applies all missing migrations to the local database. */
export async function applyMigrations(place: DatabasePlace): Promise<void> {
  const args = ["d1", "migrations", "apply", "DB", "--local", ...placeFlags(place)];
  const { ok, stdout, stderr } = await runWrangler(args);
  if (!ok) throw new CommandError(`${stdout}${stderr}`.trim());
}

/** Runs `work` with a runtime that has only the database. */
async function opened<T>(place: DatabasePlace, work: (db: D1Database) => Promise<T>): Promise<T> {
  // Imported here, because both take a second to load and commands beside a running server don't need them.
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(configurationPath(place), place.env);
  // Wrangler's type leaves the source out, and so loses the types of all other fields.
  const { compatibilityDate = "", d1Databases = {} } = workerOptions as V4WorkerOptions;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      compatibilityDate,
      d1Databases,
      modules: true,
      script: "",
      // The directory that `wrangler dev` uses.
      resourcePersistencePath: join(stateDirectory(place), "v3"),
      // Nothing may need the network.
      cf: false,
      telemetry: { enabled: false },
    }),
  );
  try {
    // It is the same interface, but two packages declare it.
    return await work((await miniflare.getD1Database("DB")) as unknown as D1Database);
  } finally {
    await miniflare.dispose();
  }
}

/** Whether every migration of the project was applied. Wrangler records them in `d1_migrations`. */
async function isMigrated(db: D1Database): Promise<boolean> {
  const known = await db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").first();
  if (!known) return false;
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const files = await readdir(join(PROJECT_ROOT, "migrations"));
  return files.filter((file) => file.endsWith(".sql")).every((file) => applied.has(file));
}
