import { parseArgs } from "node:util";
import { configurationText, problemsOfDeployment } from "./configuration-problems.ts";

/** Ends with 1 where what would be deployed is configured wrongly. Runs before anything is uploaded. */
const { values } = parseArgs({
  options: { config: { type: "string", short: "c" }, env: { type: "string", short: "e" } },
});
const problems = problemsOfDeployment(values);
if (problems.length > 0) {
  process.stderr.write(configurationText(problems));
  process.exitCode = 1;
}
