import { parse } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { locationOf } from "../command-line/database-location.ts";
import { type Surroundings, surroundings } from "../command-line/terminal.ts";
import { rollBack } from "../deploy/roll-back.ts";
import { type DeployRequest, runDeployment } from "../deploy/run-deployment.ts";

const USAGE = `Usage: npm run deploy [-- FLAGS]

  Checks the configuration and the Cloudflare account, says what it is going to do and asks once; then creates what is
  missing, applies migrations, uploads the Worker and asks whether it is ready. What fails can be run again.

  --dry-run             only checks and says what would be done
  --yes                 asks nothing: creates, migrates, and takes a domain from whoever has it
  --rollback [VERSION]  has the version before, or the one named, run again; npm run status shows versions
  --config FILE         another configuration than wrangler.toml
  --env NAME            an environment of the configuration

  docs/deploying.md has all of it, from an account with nothing.
`;

/** Executes `npm run deploy`. What it does is said line by line, so there is no text at the end. */
export async function deploy(args: string[], around: Surroundings = surroundings()): Promise<string> {
  const options = {
    config: { type: "string", short: "c" },
    env: { type: "string", short: "e" },
    "dry-run": { type: "boolean" },
    yes: { type: "boolean", short: "y" },
    rollback: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = parse(args, options, true);
  if (values.help) return USAGE;
  const [version, ...more] = positionals;
  if (more.length > 0 || (version !== undefined && !values.rollback)) {
    throw new UsageError(`"${more[0] ?? version}" is one word too many.`);
  }
  const request: DeployRequest = {
    location: locationOf({ ...values, remote: true }),
    dryRun: values["dry-run"] ?? false,
    yes: values.yes ?? false,
  };
  if (values.rollback) await rollBack(request, version, around);
  else await runDeployment(request, around);
  return "";
}
