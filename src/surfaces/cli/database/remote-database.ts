import { type Account, openAccount } from "../cloudflare/account.ts";
import { findDatabase, importSql, queryDatabase, sqlText } from "../cloudflare/d1-api.ts";
import { CommandError } from "../command-line/command.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { type Deployment, readDeployment } from "../configuration/deployment.ts";
import { type Outcome, statementDatabase } from "./statement-database.ts";

/** The location of a deployed database. */
export interface DeployedDatabase {
  deployment: Deployment;
  account: Account;
  name: string;
  /** Null if it does not exist. */
  id: string | null;
}

/** Finds the database of a configuration: by its id if given, else by its name. */
export async function findDeployed(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
): Promise<DeployedDatabase> {
  const deployment = await readDeployment(location);
  const { database_id, database_name: name } = deployment.bindings.d1_databases[0] ?? {};
  if (name === undefined) throw new CommandError("The configuration has no database.");
  const account = await openAccount(deployment.accountId, environment);
  const id = database_id ?? (await findDatabase(account, name))?.uuid ?? null;
  return { deployment, account, name, id };
}

/** As `findDeployed`. Throws CommandError if the database does not exist. */
export async function requireDeployed(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
): Promise<DeployedDatabase & { id: string }> {
  const found = await findDeployed(location, environment);
  if (found.id === null) {
    throw new CommandError(`This account has no database ${found.name}. npm run deploy creates it.`);
  }
  return { ...found, id: found.id };
}

/** The maximum size of a query, in bytes; longer queries are sent as a file. */
const MAX_QUERY_BYTES = 100_000;

/** The deployed database, through Cloudflare's API, with the operator's sign-in or token. */
export async function remoteDatabase(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
): Promise<D1Database> {
  const { account, id } = await requireDeployed(location, environment);
  const query = async (sql: string): Promise<Outcome[]> => {
    const results = await queryDatabase(account, id, sql).catch((error: unknown) => {
      throw withHint(error);
    });
    return results.map(({ results: rows, meta }) => ({ rows, changes: meta?.changes ?? 0 }));
  };
  return statementDatabase(async (statements) => {
    const sql = statements.join(";\n");
    if (Buffer.byteLength(sql) <= MAX_QUERY_BYTES) return query(sql);
    await importSql(account, id, sqlText(statements.map((statement) => `${statement};\n`).join("")));
    // A file returns no rows, so the SELECTs are executed again.
    return Promise.all(
      statements.map(async (text) => {
        const [outcome] = text.startsWith("SELECT") ? await query(text) : [];
        return outcome ?? { rows: [], changes: 0 };
      }),
    );
  });
}

function withHint(error: unknown): unknown {
  if (!(error instanceof CommandError) || !error.message.includes("no such table")) return error;
  return new CommandError(`${error.message}\nnpm run deploy applies pending migrations.`);
}
