import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { createDatabase, runD1 } from "../cloudflare/deployed-database.ts";
import { CommandError, problemOf } from "../command-line/command.ts";
import { type DatabaseLocation, locationFlags } from "../command-line/database-location.ts";
import { requireYes, type Surroundings } from "../command-line/terminal.ts";
import { writeConfiguration } from "../configuration/deployment.ts";
import { MIGRATION_TABLES, readMigration, recordStatements } from "../database/migrations.ts";
import { type FirstOwner, firstSteps } from "./first-steps.ts";
import { type Survey, survey } from "./survey.ts";
import { askReady } from "./versions.ts";

/** The arguments of a deployment. */
export interface DeployRequest {
  location: DatabaseLocation;
  dryRun: boolean;
  /** Confirms everything. */
  yes: boolean;
  owner: FirstOwner;
}

/** Whether a build service runs the command: it has no terminal, and the person who started the build wants to deploy. */
const isBuildService = ({ WORKERS_CI, CI }: NodeJS.ProcessEnv): boolean =>
  [WORKERS_CI, CI].some((value) => value !== undefined && !["", "0", "false"].includes(value));

/**
 * Deploys: checks, asks for confirmation, then lets wrangler create resources, apply migrations and upload, and waits until the
 * service is ready. After a failure, completed steps stay; the same command then continues from there.
 */
export async function runDeployment(
  { location, dryRun, yes, owner }: DeployRequest,
  { environment, terminal, pause, build }: Surroundings,
): Promise<void> {
  const { say } = terminal;
  const isBuild = !terminal.isInteractive && isBuildService(environment);
  const found = await survey(location, environment, isBuild);
  const { account, deployment, missing, migrations, takesOver, address } = found;
  if (found.problems.length > 0)
    throw new CommandError(["Nothing changed. Fix this first:", ...found.problems].join("\n  - "));
  const version = found.secrets === null ? "its first version" : "a new version";
  say(`Worker      ${deployment.worker}, ${version}, in the account ${account.id}`);
  for (const title of missing) say(`Creates     ${title}`);
  for (const file of migrations.pending) say(`Migrates    ${file}; the database is unavailable meanwhile`);
  for (const use of takesOver) say(`Takes over  ${use}`);
  say(`Address     ${address}`);
  const isSmall = missing.length + migrations.pending.length + takesOver.length === 0;
  const isConfirmed = yes || (isBuild && takesOver.length === 0);
  if (!dryRun && !isConfirmed && !isSmall) await requireYes(terminal);
  await build();
  const upload = async (database: string | null, flags: readonly string[]) => {
    const configuration = await writeConfiguration(deployment, { ...found, database });
    await account.wrangler(["deploy", `--config=${configuration}`, ...flags]);
  };
  if (dryRun) {
    await upload(found.database, ["--dry-run"]);
    return say("Checked. Nothing changed, because of --dry-run.");
  }
  await mkdir(deployment.directory, { recursive: true });
  const database = found.database ?? (await createDatabase(account, deployment));
  await applyMigrations({ ...found, database }, location, say);
  await upload(database, []);
  say(`Uploaded. Waiting for ${address}/ready …`);
  const status = await askReady(address, pause, say);
  say(status === "ok" ? "Ready." : "Uploaded, but not ready yet.");
  for (const sentence of found.unrouted) say(`Domain      ${sentence}`);
  if (status !== "ok") {
    const undo = ["npm run deploy -- --rollback", ...locationFlags(location)].join(" ");
    throw new CommandError(
      `${address}/ready returns ${status ?? "nothing"}. A new domain can take longer than five minutes; else \`npx wrangler tail\` shows why. To go back: ${undo}`,
    );
  }
  const ask = terminal.isInteractive && !yes ? terminal.ask : null;
  for (const line of await firstSteps(found, database, owner, location, ask)) say(line);
}

const Bookmark = z.object({ bookmark: z.string() });

/** Applies each pending migration with its record in one import, so that both exist or neither. */
async function applyMigrations(
  { account, deployment, database, migrations: { applied, pending } }: Survey & { database: string },
  location: DatabaseLocation,
  say: (line: string) => void,
): Promise<void> {
  if (applied.length > 0 && pending.length > 0) {
    const { bookmark } = await account.call(`d1/database/${database}/time_travel/bookmark`, Bookmark);
    const back = ["npm run restore -- --bookmark", bookmark, ...locationFlags(location)].join(" ");
    say(`To restore the database to the state before the migrations: ${back}`);
  }
  for (const file of pending) {
    const sql = await readMigration(deployment.database.migrations, file);
    const record = recordStatements(file, sql).join(";\n");
    const path = join(deployment.directory, `${deployment.worker}.sql`);
    await writeFile(path, `${MIGRATION_TABLES.join(";\n")};\n${sql.trimEnd()}\n${record};\n`);
    const flags = ["--remote", "--yes", `--file=${path}`];
    await runD1({ account, deployment, id: database }, ["execute"], flags).catch((error: unknown) => {
      throw new CommandError(
        `${problemOf(error)}\nMigration ${file} failed and changed nothing. Nothing was uploaded. Run the same command again to continue with this migration.`,
      );
    });
    say(`Applied ${file}`);
  }
}
