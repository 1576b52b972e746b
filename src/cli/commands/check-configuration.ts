import { parseArgs } from "node:util";
import { CommandError, runCommand } from "../command-line/command.ts";
import { placeOf } from "../command-line/database-place.ts";
import { configurationText, problemsOfDeployment } from "../configuration/configuration-problems.ts";

/** Fails, with exit code 1, if the configuration to be deployed is wrong. Runs before anything is uploaded. */
async function check(args: string[]): Promise<string> {
  const options = { config: { type: "string", short: "c" }, env: { type: "string", short: "e" } } as const;
  const { values } = parseArgs({ args, options });
  const problems = await problemsOfDeployment(placeOf(values));
  if (problems.length > 0) throw new CommandError(configurationText(problems));
  return "";
}

await runCommand("deploy", check);
