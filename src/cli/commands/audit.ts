import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Accepted, unacceptedFindings } from "../audit/unaccepted-findings.ts";
import { CommandError, runCommand } from "../command-line/command.ts";
import { PROJECT_ROOT } from "../wrangler/wrangler.ts";

/** The findings that were looked at and do no harm here. */
const ACCEPTED = join(PROJECT_ROOT, ".ci/accepted-findings.json");

/**
 * Asks npm for known vulnerabilities of the locked packages and fails for those that nobody accepted. Where the registry can't
 * be asked, it says so and goes on: a check must not depend on a service that is down.
 */
async function audit(): Promise<string> {
  const accepted = Accepted.parse(JSON.parse(await readFile(ACCEPTED, "utf8")));
  const npm = process.env.npm_execpath;
  const [command, words] = npm ? [process.execPath, [npm]] : ["npm", []];
  const { stdout } = spawnSync(command, [...words, "audit", "--json"], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
  });
  const findings = unacceptedFindings(parseJson(stdout), accepted, new Date().toISOString().slice(0, 10));
  if (findings === null) return "npm audit: the registry could not be asked, so nothing was checked.\n";
  if (findings.length === 0) return "npm audit: nothing that was not accepted.\n";
  throw new CommandError(
    ["npm audit found what .ci/accepted-findings.json does not accept:", ...findings].join("\n  "),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

await runCommand("audit", audit);
