import {
  createDatabase,
  type Deployed,
  databaseId,
  remoteDatabase,
  runD1,
} from "../cloudflare/deployed-database.ts";
import { CommandError } from "../command-line/command.ts";
import { table } from "../command-line/output.ts";
import type { Deployment } from "../configuration/deployment.ts";
import { tablesOf } from "./resources.ts";

/**
 * Fills a new database beside `deployed` with the SQL in `file`, compares the numbers of rows of both, and deletes the new
 * database. Returns the comparison. Throws CommandError if the file can't be restored, or lacks what the service needs.
 */
export async function restoreDrill(file: string, deployed: Deployed & { id: string }): Promise<string> {
  const { account } = deployed;
  const deployment = drillOf(deployed.deployment);
  const { name } = deployment.database;
  if ((await databaseId(account, deployment)) !== null)
    throw new CommandError(
      `The database ${name} of an earlier drill exists: npx wrangler d1 delete ${name} deletes it.`,
    );
  const id = await createDatabase(account, deployment);
  try {
    await runD1({ account, deployment, id }, ["execute"], ["--remote", "--yes", `--file=${file}`]);
    return await comparison(remoteDatabase(account, id), remoteDatabase(account, deployed.id));
  } finally {
    await runD1({ account, deployment, id }, ["delete"], ["--skip-confirmation"]);
  }
}

/** The deployment with a database of another name. */
function drillOf(deployment: Deployment): Deployment {
  const name = `${deployment.database.name}-drill`;
  const databases = deployment.bindings.d1_databases.map((each) => ({ ...each, database_name: name }));
  return {
    ...deployment,
    // A file of its own: wrangler's commands on the deployment itself may run at the same time.
    worker: `${deployment.worker}-drill`,
    bindings: { ...deployment.bindings, d1_databases: databases },
    database: { ...deployment.database, name, id: undefined },
  };
}

const INDEXES = "SELECT count(*) AS count FROM sqlite_master WHERE type IN ('index', 'trigger', 'view')";
const MIGRATIONS = "SELECT count(*) AS count FROM d1_migrations";

/** The numbers of rows of each table with rows in the service, as a table. Throws CommandError where the backup has nothing. */
async function comparison(restored: D1Database, service: D1Database): Promise<string> {
  const count = async (db: D1Database, sql: string) =>
    Number((await db.prepare(sql).first<{ count: number }>())?.count ?? 0);
  const known = await tablesOf(restored);
  const rows: string[][] = [];
  const missing: string[] = [];
  for (const name of (await tablesOf(service)).sort()) {
    const sql = `SELECT count(*) AS count FROM "${name}"`;
    const [had, has] = [known.includes(name) ? await count(restored, sql) : 0, await count(service, sql)];
    if (has === 0 && had === 0) continue;
    rows.push([name, String(had), String(has)]);
    // Others may have been empty, or may not have existed, at the time of the backup.
    if (had === 0 && NEEDED.includes(name)) missing.push(name);
  }
  const isSameSchema = (await count(restored, MIGRATIONS)) === (await count(service, MIGRATIONS));
  if (isSameSchema && (await count(restored, INDEXES)) !== (await count(service, INDEXES)))
    missing.push("indexes and triggers");
  const text = table(["table", "backup", "service"], rows);
  if (missing.length > 0) throw new CommandError(`${text}The backup lacks ${missing.join(", ")}.`);
  return `${text}The backup can be restored. The database of the drill is deleted.\n`;
}

/** Tables that have rows soon after a deployment, and never lose all of them. */
const NEEDED = ["organizations", "projects", "links", "qr_codes", "link_addresses", "visit_days"];
