import { id, parse } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { DEPLOYMENT_FLAGS, locationOf } from "../command-line/database-location.ts";
import { type Surroundings, surroundings } from "../command-line/terminal.ts";
import { FIRST_ORGANIZATION, ownerAddress } from "../deploy/first-steps.ts";
import { runDeployment } from "../deploy/run-deployment.ts";
import { rollBack } from "../deploy/versions.ts";

const USAGE = `Usage: npm run deploy [-- FLAGS]

  Checks the configuration and the Cloudflare account, shows what it will do and asks for confirmation; then creates missing
  resources, applies migrations, uploads the Worker and waits until it is ready. After a failure, run it again. At the end it
  prints the address, how the first owner signs in, and a first curl command. In a build service, it asks nothing.

  --dry-run             only checks and shows what would be done
  --yes                 asks nothing: creates, migrates, and takes over domains from other Workers
  --owner EMAIL         makes this person the first owner, if the organization has none, and prints a one-time address
  --organization ID     the organization of that owner, by default ${FIRST_ORGANIZATION}, created if missing
  --rollback [VERSION]  runs the previous or the named version again; npm run status lists versions
  --config FILE         a configuration other than wrangler.toml
  --env NAME            an environment of the configuration

  docs/deploying.md describes everything, from an empty account.
`;

const OPTIONS = {
  "dry-run": { type: "boolean", default: false },
  yes: { type: "boolean", short: "y", default: false },
  owner: { type: "string" },
  organization: { type: "string", default: FIRST_ORGANIZATION },
  rollback: { type: "boolean" },
  ...DEPLOYMENT_FLAGS,
} as const;

/** Executes `npm run deploy`. It prints its steps line by line, so the result is empty. */
export async function deploy(args: string[], around: Surroundings = surroundings()): Promise<string> {
  const { values, positionals } = parse(args, OPTIONS, true);
  if (values.help) return USAGE;
  const [version, ...more] = positionals;
  if (more.length > 0 || (version !== undefined && !values.rollback))
    throw new UsageError(`Unexpected argument "${more[0] ?? version}".`);
  const { "dry-run": dryRun, yes } = values;
  const email = values.owner === undefined ? null : ownerAddress(values.owner);
  const owner = { email, organization: id("--organization", values.organization) };
  const request = { location: locationOf({ ...values, remote: true }), dryRun, yes, owner };
  await (values.rollback ? rollBack(request, version, around) : runDeployment(request, around));
  return "";
}
