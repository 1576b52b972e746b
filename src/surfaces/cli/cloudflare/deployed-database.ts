import * as z from "zod";
import { CommandError } from "../command-line/command.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { type Deployment, readDeployment, writeConfiguration } from "../configuration/deployment.ts";
import { statementDatabase } from "../database/statement-database.ts";
import { type Account, openAccount } from "./account.ts";

/** The account and the database of a deployment. */
export interface Deployed {
  deployment: Deployment;
  account: Account;
  name: string;
  /** Null if it does not exist. */
  id: string | null;
}

/** Finds the account and the database of a configuration: by its id if given, else by its name. */
export async function findDeployed(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
): Promise<Deployed> {
  const deployment = await readDeployment(location);
  const account = await openAccount(deployment.accountId, environment);
  return { deployment, account, name: deployment.database.name, id: await databaseId(account, deployment) };
}

/** As `findDeployed`. Throws CommandError if the database does not exist. */
export async function requireDeployed(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
): Promise<Deployed & { id: string }> {
  const { id, ...found } = await findDeployed(location, environment);
  if (id === null)
    throw new CommandError(`This account has no database ${found.name}. npm run deploy creates it.`);
  return { ...found, id };
}

const Database = z.object({ uuid: z.string(), name: z.string() });

/** The id of the database; null if it does not exist. */
export async function databaseId(
  account: Account,
  { database: { name, id } }: Deployment,
): Promise<string | null> {
  if (id !== undefined) return id;
  const found = await account.list(`d1/database?name=${encodeURIComponent(name)}`, Database);
  return found.find((each) => each.name === name)?.uuid ?? null;
}

/** Runs `wrangler d1` with the arguments `command`, the name of the database and `flags`. Returns its output. */
export async function runD1(
  { account, deployment, id }: Pick<Deployed, "account" | "deployment" | "id">,
  command: readonly string[],
  flags: readonly string[],
): Promise<string> {
  const configuration = await writeConfiguration(deployment, { database: id, namespaces: new Map() });
  return account.wrangler([
    "d1",
    ...command,
    deployment.database.name,
    ...flags,
    `--config=${configuration}`,
  ]);
}

/** Creates the database and returns its id. */
export async function createDatabase(account: Account, deployment: Deployment): Promise<string> {
  await runD1({ account, deployment, id: null }, ["create"], ["--update-config=false"]);
  const id = await databaseId(account, deployment);
  if (id === null) throw new CommandError("wrangler created no database.");
  return id;
}

const Results = z.array(
  z.object({
    results: z.array(z.record(z.string(), z.unknown())),
    meta: z.object({ changes: z.number().optional() }).optional(),
  }),
);

/** A deployed database, through Cloudflare's API: see docs/decisions/0016-deployment-by-names.md. */
export const remoteDatabase = (account: Account, id: string): D1Database =>
  statementDatabase(async (batch) => {
    const results = await account
      .call(`d1/database/${id}/query`, Results, { batch })
      .catch((error: unknown) => {
        if (!(error instanceof CommandError) || !error.message.includes("no such table")) throw error;
        throw new CommandError(`${error.message}\nnpm run deploy applies pending migrations.`);
      });
    return results.map(({ results: rows, meta }) => ({ rows, changes: meta?.changes ?? 0 }));
  });
