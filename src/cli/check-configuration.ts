import { parseArgs } from "node:util";
import { CommandError, runCommand } from "./command.ts";
import { configurationText, problemsOfDeployment } from "./configuration-problems.ts";
import { placeOf } from "./database-place.ts";

/** Ends with 1 where what would be deployed is configured wrongly. Runs before anything is uploaded. */
async function check(args: string[]): Promise<string> {
  const options = { config: { type: "string", short: "c" }, env: { type: "string", short: "e" } } as const;
  const { values } = parseArgs({ args, options });
  const problems = await problemsOfDeployment(placeOf(values));
  if (problems.length > 0) throw new CommandError(configurationText(problems));
  return "";
}

await runCommand("deploy", check);
