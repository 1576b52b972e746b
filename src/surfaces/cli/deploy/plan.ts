import { randomBytes } from "node:crypto";
import type { Account } from "../cloudflare/account.ts";
import { openAccount } from "../cloudflare/account.ts";
import { bookmarkAt } from "../cloudflare/d1-api.ts";
import { CommandError } from "../command-line/command.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { configurationText, problemsOfDeployment } from "../configuration/configuration.ts";
import { type Deployment, readDeployment } from "../configuration/deployment.ts";
import { type Missing, missingOf } from "./create-resources.ts";
import { type Migrations, surveyMigrations } from "./migrations.ts";
import { addressOf } from "./readiness.ts";
import { type Found, surveyAccount } from "./survey.ts";
import { surveyDomains } from "./worker-domains.ts";

/** Everything that a deployment will do, known before its first write. */
export interface Plan {
  account: Account;
  deployment: Deployment;
  found: Found;
  missing: readonly Missing[];
  /** The secrets that the upload creates, by name: the operator's value in the environment, or a new one. */
  newSecrets: Readonly<Record<string, string>>;
  migrations: Migrations;
  takesOver: readonly string[];
  address: string;
  /** The bookmark of the database before the migrations, null for a new database. */
  bookmark: string | null;
}

/** Without it, no webhook can be created. Another value than before would make existing webhooks useless. */
const KEY = "WEBHOOK_SECRET_KEY";

/** Checks the configuration and the account, and reads the existing resources. Throws CommandError with everything that has to be fixed. */
export async function planDeployment(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
): Promise<Plan> {
  const deployment = await readDeployment(location);
  const errors = problemsOfDeployment(deployment);
  if (errors.length > 0) throw new CommandError(configurationText(errors));
  const account = await openAccount(deployment.accountId, environment);
  const { found, problems } = await surveyAccount(account, deployment);
  const addresses = await surveyDomains(account, deployment, found.subdomain);
  // A missing permission for the subdomain is already reported.
  const all = [
    ...problems,
    ...(problems.some((text) => text.includes("Workers:")) ? [] : addresses.problems),
  ];
  if (all.length > 0) throw new CommandError(["Nothing changed. Fix this first:", ...all].join("\n  - "));
  const migrations = await surveyMigrations(account, deployment, found.database);
  const canGoBack = found.database !== null && migrations.pending.length > 0 && migrations.applied.length > 0;
  return {
    account,
    deployment,
    found,
    missing: missingOf(deployment, found),
    newSecrets: deployment.variables[KEY] || found.secrets.has(KEY) ? {} : { [KEY]: keyIn(environment) },
    migrations,
    takesOver: addresses.takesOver,
    address: addressOf(deployment, found),
    bookmark: canGoBack ? await bookmarkAt(account, found.database ?? "") : null,
  };
}

/** The operator's key, or a new one. Throws CommandError for anything but 32 bytes in base64. */
function keyIn({ [KEY]: given }: NodeJS.ProcessEnv): string {
  if (given && !/^[A-Za-z0-9+/]{43}=$/.test(given))
    throw new CommandError(`${KEY} is not 32 bytes in base64.`);
  return given || randomBytes(32).toString("base64");
}

/** The plan as lines for people. */
export function describePlan({ account, deployment, found, missing, migrations, ...plan }: Plan): string[] {
  const { pending } = migrations;
  const [first, last] = [pending[0], pending.at(-1)];
  return [
    `Worker      ${deployment.worker}, ${found.worker ? "a new version" : "its first version"}, in the account ${account.id}`,
    ...[
      ...missing.map(({ title }) => title),
      ...Object.keys(plan.newSecrets).map((name) => `secret ${name}`),
    ].map((title, index) => `${index === 0 ? "Creates     " : "            "}${title}`),
    pending.length === 0
      ? "Migrations  none"
      : `Migrations  ${pending.length}: ${first === last ? first : `${first} to ${last}`}; the database is unavailable during them`,
    ...plan.takesOver.map((what) => `Takes over  ${what}`),
    `Address     ${plan.address}`,
  ];
}
