import { type Account, openAccount } from "../cloudflare/account.ts";
import { findDatabase } from "../cloudflare/d1.ts";
import { CommandError } from "../command-line/command.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { type Deployment, readDeployment } from "../configuration/deployment.ts";

/** Where a deployed database is. */
export interface DeployedDatabase {
  deployment: Deployment;
  account: Account;
  name: string;
  /** Null where there is none of this name. */
  id: string | null;
}

/** Finds the database of a configuration: by its id where one is given, else by its name. */
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

/** The same. Throws CommandError where there is no such database. */
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
