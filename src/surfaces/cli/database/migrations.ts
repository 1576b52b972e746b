import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The tables that record applied migrations: that of `wrangler d1 migrations apply`, so that both commands work together, and
 * the hash of each text, which wrangler doesn't record. Statements that change nothing where the tables exist.
 */
export const MIGRATION_TABLES = [
  `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`,
  "CREATE TABLE IF NOT EXISTS migration_texts (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL) STRICT",
];

/** The migrations of a project, as a database has them. */
export interface Migrations {
  /** The names of applied migrations, in order, also of those that this version doesn't have. */
  applied: readonly string[];
  /** The files that the database doesn't have, in order. */
  pending: readonly string[];
  /** The files that were applied with another text, or nobody knows with which. */
  altered: readonly string[];
}

/** Compares the files in `directory` with the records in `db`, null for a database that doesn't exist. Reads only. */
export async function readMigrations(db: D1Database | null, directory: string): Promise<Migrations> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
  const records = db === null ? new Map<string, string | null>() : await recordsIn(db);
  const altered: string[] = [];
  for (const file of files) {
    if (!records.has(file)) continue;
    if (records.get(file) !== hashOf(await readMigration(directory, file))) altered.push(file);
  }
  return { applied: [...records.keys()], pending: files.filter((file) => !records.has(file)), altered };
}

/** The hashes of applied migrations by name; null where there is no hash. */
async function recordsIn(db: D1Database): Promise<Map<string, string | null>> {
  const namesOf = "SELECT name FROM sqlite_master WHERE name IN ('d1_migrations', 'migration_texts')";
  const tables = (await db.prepare(namesOf).all<{ name: string }>()).results.map(({ name }) => name);
  if (!tables.includes("d1_migrations")) return new Map();
  const hash = "(SELECT sha256 FROM migration_texts WHERE migration_texts.name = d1_migrations.name)";
  const { results } = await db
    .prepare(
      `SELECT name, ${tables.includes("migration_texts") ? hash : "NULL"} AS sha256 FROM d1_migrations ORDER BY id`,
    )
    .all<{ name: string; sha256: string | null }>();
  return new Map(results.map(({ name, sha256 }) => [name, sha256]));
}

/** The SQL of a migration. */
export const readMigration = (directory: string, file: string): Promise<string> =>
  readFile(join(directory, file), "utf8");

/** The hash by which the text of a migration is known. Checkouts on Windows have other ends of lines. */
export const hashOf = (sql: string): string =>
  createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The statements that record that `file` with the text `sql` was applied: part of the same transaction. */
export const recordStatements = (file: string, sql: string): string[] => [
  `INSERT INTO d1_migrations (name) VALUES (${literal(file)})`,
  `INSERT OR REPLACE INTO migration_texts (name, sha256) VALUES (${literal(file)}, ${literal(hashOf(sql))})`,
];

/** Why a database with these altered migrations can't be used, as a sentence. */
export const alteredText = (altered: readonly string[]): string =>
  `This database is of an unreleased version, which had another ${altered.join(", ")}: export there, import here. Run npm run export with the version that wrote it, then npm run import-export with this version on a new database. See docs/migrations.md.`;
