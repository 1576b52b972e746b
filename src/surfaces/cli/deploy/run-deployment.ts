import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { createDatabase, remoteDatabase, runD1 } from "../cloudflare/deployed-database.ts";
import { CommandError, problemOf } from "../command-line/command.ts";
import { type DatabaseLocation, locationFlags } from "../command-line/database-location.ts";
import { curlOfFirstLink } from "../command-line/output.ts";
import { requireYes, type Surroundings } from "../command-line/terminal.ts";
import { writeConfiguration } from "../configuration/deployment.ts";
import { MIGRATION_TABLES, readMigration, recordStatements } from "../database/migrations.ts";
import { type Survey, survey } from "./survey.ts";
import { askReady } from "./versions.ts";

/** The arguments of a deployment. */
export interface DeployRequest {
  location: DatabaseLocation;
  dryRun: boolean;
  /** Confirms everything. */
  yes: boolean;
}

/** Without it, no webhook can be created. Another value than before would make existing webhooks useless. */
const KEY = "WEBHOOK_SECRET_KEY";

/**
 * Deploys: checks, asks for confirmation, then lets wrangler create resources, apply migrations and upload, and waits until the
 * service is ready. After a failure, completed steps stay; the same command then continues from there.
 */
export async function runDeployment(
  { location, dryRun, yes }: DeployRequest,
  { environment, terminal, pause, build }: Surroundings,
): Promise<void> {
  const { say } = terminal;
  const found = await survey(location, environment);
  const { account, deployment, missing, migrations, takesOver, address } = found;
  const problems = [...found.problems];
  const key = environment[KEY];
  if (key && !/^[A-Za-z0-9+/]{43}=$/.test(key)) problems.push(`${KEY} is not 32 bytes in base64.`);
  if (problems.length > 0)
    throw new CommandError(["Nothing changed. Fix this first:", ...problems].join("\n  - "));
  const needsKey = !deployment.variables[KEY] && !found.secrets?.includes(KEY);
  const version = found.secrets === null ? "its first version" : "a new version";
  say(`Worker      ${deployment.worker}, ${version}, in the account ${account.id}`);
  for (const title of [...missing, ...(needsKey ? [`secret ${KEY}`] : [])]) say(`Creates     ${title}`);
  if (key && !needsKey)
    say(
      `Ignores     ${KEY} in the environment, because the Worker has this secret: another one would make existing webhooks useless`,
    );
  for (const file of migrations.pending) say(`Migrates    ${file}; the database is unavailable meanwhile`);
  for (const use of takesOver) say(`Takes over  ${use}`);
  say(`Address     ${address}`);
  const isSmall = missing.length + migrations.pending.length + takesOver.length === 0;
  // Cloudflare's own builds have no terminal, and the person who started the build wants to deploy.
  const isBuild = !terminal.isInteractive && environment.WORKERS_CI === "1" && takesOver.length === 0;
  if (!dryRun && !yes && !isSmall && !isBuild) await requireYes(terminal);
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
  const secrets = join(deployment.directory, `${deployment.worker}.secrets.json`);
  if (needsKey) await writeSecret(secrets, key);
  await upload(database, needsKey ? [`--secrets-file=${secrets}`] : []);
  if (needsKey && key) await rm(secrets);
  else if (needsKey)
    say(`Created the secret ${KEY}. Move its only copy to a safe place, apart from backups: ${secrets}`);
  say(`Uploaded. Waiting for ${address}/ready …`);
  const status = await askReady(address, pause, say);
  say(status === "ok" ? "Ready." : "Uploaded, but not ready yet.");
  for (const line of await nextSteps(found, database, location)) say(line);
  if (status !== "ok") {
    const undo = ["npm run deploy -- --rollback", ...locationFlags(location)].join(" ");
    throw new CommandError(
      `${address}/ready returns ${status ?? "nothing"}. A new domain can take longer than five minutes; else \`npx wrangler tail\` shows why. To go back: ${undo}`,
    );
  }
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

/** Writes the given secret, else that of an earlier attempt or a new secret, into a file that only this user can read. */
async function writeSecret(path: string, given: string | undefined): Promise<void> {
  if (!given && existsSync(path)) return;
  await rm(path, { force: true });
  const secret = given || randomBytes(32).toString("base64");
  await writeFile(path, JSON.stringify({ [KEY]: secret }), { mode: 0o600 });
}

const COUNT = `SELECT (SELECT count(*) FROM api_keys) AS keys,
  (SELECT count(*) FROM members WHERE role = 'owner') AS owners`;

/** The project that the first key creates: links need a project. */
const PROJECT = "web";

/** The URL of the service, and the remaining steps before people and programs can use it, as lines. */
async function nextSteps(
  { account, deployment, address, unrouted }: Survey,
  database: string,
  location: DatabaseLocation,
): Promise<string[]> {
  const counted = remoteDatabase(account, database).prepare(COUNT).first<{ keys: number; owners: number }>();
  const { keys, owners } = (await counted) ?? {};
  const { ACCESS_TEAM_DOMAIN, ACCESS_AUD } = deployment.variables;
  const flags = ["--remote", ...locationFlags(location), "--organization acme"].join(" ");
  return [
    `  Address     ${address}`,
    `  Dashboard   ${address}/dashboard`,
    ...unrouted.map((sentence) => `  Domain      ${sentence}`),
    ...(ACCESS_TEAM_DOMAIN && ACCESS_AUD
      ? []
      : [
          "  Sign-in     not yet: put Cloudflare Access in front of /dashboard, then set ACCESS_TEAM_DOMAIN and ACCESS_AUD (docs/sign-in.md)",
        ]),
    ...(owners ? [] : [`  First owner npm run members -- add ${flags} --email you@example.com --role owner`]),
    ...(keys
      ? []
      : [
          `  First key   npm run keys -- issue ${flags} --projects all --create-projects ${PROJECT} --scopes all --name first`,
          `  First link  ${curlOfFirstLink(address, PROJECT)}`,
        ]),
  ];
}
