import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";
import type { Account } from "../cloudflare/account.ts";
import { importSql, queryDatabase, sqlText } from "../cloudflare/d1-api.ts";
import { CommandError } from "../command-line/command.ts";
import type { Deployment } from "../configuration/deployment.ts";
import { MIGRATION_RECORD } from "../database/local-database.ts";

/** The migrations of a deployed database. */
export interface Migrations {
  directory: string;
  applied: readonly string[];
  /** Migrations of the project that the database lacks, in order. */
  pending: readonly string[];
}

/**
 * Compares the project's migrations with those of the deployed database; `database` is its id, or null if it does not exist
 * yet. Throws CommandError for a database of another service.
 */
export async function surveyMigrations(
  account: Account,
  { bindings, directory }: Deployment,
  database: string | null,
): Promise<Migrations> {
  const [d1] = bindings.d1_databases;
  const migrations = resolve(directory, d1?.migrations_dir ?? "migrations");
  const files = (await readdir(migrations)).filter((file) => file.endsWith(".sql")).sort();
  const applied = database === null ? [] : await appliedTo(account, database);
  return { directory: migrations, applied, pending: files.filter((file) => !applied.includes(file)) };
}

const Names = z.array(z.object({ name: z.string() }));

async function appliedTo(account: Account, database: string): Promise<string[]> {
  const tables = await tablesOf(account, database);
  if (tables.length === 0) return [];
  if (!tables.includes("d1_migrations")) {
    throw new CommandError(
      `The database has tables of another service, such as ${tables[0]}. Choose another database_name.`,
    );
  }
  const [rows] = await queryDatabase(account, database, "SELECT name FROM d1_migrations ORDER BY id");
  return Names.parse(rows?.results).map(({ name }) => name);
}

/** The tables of a deployed database, without those of D1 itself. */
export async function tablesOf(account: Account, database: string): Promise<string[]> {
  const sql = "SELECT name FROM sqlite_master WHERE type = 'table'";
  const [rows] = await queryDatabase(account, database, sql);
  const names = Names.parse(rows?.results).map(({ name }) => name);
  return names.filter((name) => !/^(_cf_|sqlite_)/.test(name));
}

/**
 * Applies a migration to the deployed database: the file and its record in one import, so that both exist or neither. Throws
 * CommandError with its name if it fails.
 */
export async function applyMigration(
  account: Account,
  database: string,
  { directory }: Migrations,
  file: string,
): Promise<void> {
  const sql = await readFile(join(directory, file), "utf8");
  const record = `INSERT INTO d1_migrations (name) VALUES ('${file.replaceAll("'", "''")}');`;
  try {
    await importSql(account, database, sqlText(`${MIGRATION_RECORD};\n${sql.trimEnd()}\n${record}\n`));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `Migration ${file} failed and changed nothing: ${reason}\nNothing was uploaded. Run the same command again to continue with this migration.`,
    );
  }
}
