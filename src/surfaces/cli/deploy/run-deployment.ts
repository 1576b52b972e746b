import * as z from "zod";
import { queryDatabase } from "../cloudflare/d1-api.ts";
import { CommandError } from "../command-line/command.ts";
import { type DatabaseLocation, locationFlags } from "../command-line/database-location.ts";
import { curlOfFirstLink } from "../command-line/output.ts";
import { requireYes, type Surroundings, type Terminal } from "../command-line/terminal.ts";
import { applyMigration } from "./migrations.ts";
import { describePlan, type Plan, planDeployment } from "./plan.ts";
import { askReady } from "./readiness.ts";
import { uploadWorker, writeResolved } from "./upload-worker.ts";
import { domainsWithoutRoute } from "./worker-domains.ts";

/** The arguments of a deployment. */
export interface DeployRequest {
  location: DatabaseLocation;
  dryRun: boolean;
  /** Confirms everything. */
  yes: boolean;
}

/**
 * Deploys: checks, asks for confirmation, creates missing resources, applies migrations, uploads, and waits until the service
 * is ready. After a failure, completed steps stay; the same command then continues from there.
 */
export async function runDeployment(
  { location, dryRun, yes }: DeployRequest,
  { environment, terminal, pause, build }: Surroundings,
): Promise<void> {
  const plan = await planDeployment(location, environment);
  const { account, deployment, found, missing, newSecrets, migrations, address } = plan;
  const { say } = terminal;
  for (const line of describePlan(plan)) say(line);
  const { env } = deployment;
  if (dryRun) {
    await build();
    await uploadWorker(await writeResolved(deployment, account.id, found), {
      ...{ env, dryRun, environment, newSecrets: {} },
    });
    say("Checked. Nothing changed, because of --dry-run.");
    return;
  }
  if (!yes) await requireConsent(plan, environment, terminal);
  await build();
  for (const { title, create } of missing) {
    await create(account, found);
    say(`Created the ${title}`);
  }
  const configuration = await writeResolved(deployment, account.id, found);
  const database = found.database;
  if (database === null) throw new Error("The configuration has no database.");
  if (plan.bookmark !== null) {
    const back = ["npm run restore -- --bookmark", plan.bookmark, ...locationFlags(location)].join(" ");
    say(`To restore the database to the state before the migrations: ${back}`);
  }
  for (const file of migrations.pending) {
    await applyMigration(account, database, migrations, file);
    say(`Applied ${file}`);
  }
  const version = await uploadWorker(configuration, { env, dryRun, environment, newSecrets });
  for (const [name, value] of Object.entries(newSecrets)) {
    say(`Created the secret ${name}`);
    if (environment[name] !== value)
      say(`  Store it now, apart from backups: it is not shown again, and a move needs it. ${name}=${value}`);
  }
  say(`Uploaded${version === null ? "" : ` version ${version}`}. Waiting for ${address}/ready …`);
  const status = await askReady(address, pause, say);
  say(status === "ok" ? "Ready." : "Uploaded, but not ready yet.");
  for (const line of await nextSteps(plan, location)) say(line);
  if (status !== "ok") throw new CommandError(notReady(address, status, location));
}

/** Asks for confirmation. Throws CommandError without it. */
async function requireConsent(plan: Plan, environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  const { missing, migrations, takesOver } = plan;
  if (missing.length + migrations.pending.length + takesOver.length === 0) return;
  // Cloudflare's own builds have no terminal, and the person who started the build wants to deploy.
  if (!terminal.isInteractive && environment.WORKERS_CI === "1" && takesOver.length === 0) return;
  await requireYes(terminal);
}

function notReady(address: string, status: string | null, location: DatabaseLocation): string {
  const undo = ["npm run deploy -- --rollback", ...locationFlags(location)].join(" ");
  const logs = "`npx wrangler tail` shows why";
  if (status === "misconfigured") {
    return `The new version runs, but reports invalid variables or secrets: ${logs}, in the lines with "configuration". To go back: ${undo}`;
  }
  return status === null
    ? `The new version is uploaded, but ${address}/ready did not respond within five minutes. A new domain can take longer: try again later. To go back: ${undo}`
    : `The new version runs, but can't reach its database (${status}): ${logs}. To go back: ${undo}`;
}

const Counts = z.array(z.object({ keys: z.number(), owners: z.number() })).min(1);

const COUNT = `SELECT (SELECT count(*) FROM api_keys) AS keys,
  (SELECT count(*) FROM members WHERE role = 'owner') AS owners`;

/** The project that the first key creates: links need a project. */
const PROJECT = "web";

/** The URL of the service, and the remaining steps before people and programs can use it, as lines. */
async function nextSteps(
  { account, deployment, found, address }: Plan,
  location: DatabaseLocation,
): Promise<string[]> {
  const [result] = await queryDatabase(account, found.database ?? "", COUNT);
  const [{ keys, owners } = { keys: 0, owners: 0 }] = Counts.parse(result?.results);
  const { ACCESS_TEAM_DOMAIN, ACCESS_AUD } = deployment.variables;
  const unrouted = await domainsWithoutRoute(account, deployment, found.database);
  const flags = ["--remote", ...locationFlags(location)].join(" ");
  return [
    `  Address     ${address}`,
    `  Dashboard   ${address}/dashboard`,
    ...unrouted.map((sentence) => `  Domain      ${sentence}`),
    ...(ACCESS_TEAM_DOMAIN && ACCESS_AUD
      ? []
      : [
          "  Sign-in     not yet: put Cloudflare Access in front of /dashboard, then set ACCESS_TEAM_DOMAIN and ACCESS_AUD (docs/sign-in.md)",
        ]),
    ...(owners > 0
      ? []
      : [
          `  First owner npm run members -- add ${flags} --organization acme --email you@example.com --role owner`,
        ]),
    ...(keys > 0
      ? []
      : [
          `  First key   npm run keys -- issue ${flags} --organization acme --projects all --create-projects ${PROJECT} --scopes all --name first`,
          `  First link  ${curlOfFirstLink(address, PROJECT)}`,
        ]),
  ];
}
