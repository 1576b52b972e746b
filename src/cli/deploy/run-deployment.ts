import { CommandError } from "../command-line/command.ts";
import { type DatabaseLocation, locationFlags } from "../command-line/database-location.ts";
import { requireYes, type Surroundings, type Terminal } from "../command-line/terminal.ts";
import { applyMigration } from "./migrations.ts";
import { nextSteps } from "./next-steps.ts";
import { describePlan, type Plan, planDeployment } from "./plan.ts";
import { askReady } from "./readiness.ts";
import { uploadWorker, writeResolved } from "./upload.ts";

/** What the command line says of a deployment. */
export interface DeployRequest {
  location: DatabaseLocation;
  dryRun: boolean;
  /** Answers every question with yes. */
  yes: boolean;
}

/**
 * Deploys: checks, asks, creates what is missing, applies migrations, uploads, and asks whether the service is ready. A
 * failure ends it, with what came before left in place; the same command then goes on from there.
 */
export async function runDeployment(
  { location, dryRun, yes }: DeployRequest,
  { environment, terminal, pause, build }: Surroundings,
): Promise<void> {
  const plan = await planDeployment(location, environment);
  const { account, deployment, found, missing, migrations, address } = plan;
  const { say } = terminal;
  for (const line of describePlan(plan)) say(line);
  const { env } = deployment;
  if (dryRun) {
    await build();
    await uploadWorker(await writeResolved(deployment, account.id, found), { env, dryRun, environment });
    say("Checked. Nothing was changed, as --dry-run asks.");
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
    say(`Before the migrations the database stood at a point that leads back to it: ${back}`);
  }
  for (const file of migrations.pending) {
    await applyMigration(account, database, migrations, file);
    say(`Applied ${file}`);
  }
  const version = await uploadWorker(configuration, { env, dryRun, environment });
  say(`Uploaded${version === null ? "" : ` version ${version}`}. Asking ${address}/ready …`);
  const status = await askReady(address, pause, say);
  say(status === "ok" ? "Ready." : "Uploaded, but not ready yet.");
  for (const line of await nextSteps(plan, location)) say(line);
  if (status !== "ok") throw new CommandError(notReady(address, status, location));
}

/** Asks once whether to go on. Throws CommandError where the answer is no, or nobody can be asked. */
async function requireConsent(plan: Plan, environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  const { missing, migrations, takesOver } = plan;
  if (missing.length + migrations.pending.length + takesOver.length === 0) return;
  // Cloudflare's own builds run without anybody to ask, and whoever started one wants it deployed.
  if (!terminal.isInteractive && environment.WORKERS_CI === "1" && takesOver.length === 0) return;
  await requireYes(terminal);
}

function notReady(address: string, status: string | null, location: DatabaseLocation): string {
  const undo = ["npm run deploy -- --rollback", ...locationFlags(location)].join(" ");
  const logs = "`npx wrangler tail` shows why";
  if (status === "misconfigured") {
    return `The new version runs, but says that its variables or secrets are wrong: ${logs}, in the lines with "configuration". To go back: ${undo}`;
  }
  return status === null
    ? `The new version is uploaded, but ${address}/ready did not answer within five minutes. A new domain can take longer: try it again later. To go back: ${undo}`
    : `The new version runs, but does not reach its database (${status}): ${logs}. To go back: ${undo}`;
}
