import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { CommandError } from "../command-line/command.ts";
import { PROJECT_ROOT } from "../wrangler/wrangler.ts";

/** The known findings that are harmless here. */
const ACCEPTED = join(PROJECT_ROOT, ".ci/accepted-findings.json");

/**
 * Queries npm for known vulnerabilities of the locked packages and fails for findings that are not accepted. If the registry
 * is unavailable, it reports that and succeeds: a check must not depend on a service that is down.
 */
export async function audit(): Promise<string> {
  const accepted = Accepted.parse(JSON.parse(await readFile(ACCEPTED, "utf8")));
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm ? [process.execPath, [npm]] : ["npm", []];
  const { stdout } = spawnSync(command, [...prefix, "audit", "--json"], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
  });
  const findings = unacceptedFindings(parseJson(stdout), accepted, new Date().toISOString().slice(0, 10));
  if (findings === null) return "npm audit: the registry is unavailable, so nothing was checked.\n";
  if (findings.length === 0) return "npm audit: no new findings.\n";
  throw new CommandError(
    ["npm audit found vulnerabilities that .ci/accepted-findings.json does not accept:", ...findings].join(
      "\n  ",
    ),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The vulnerabilities in the output of `npm audit --json`: findings, and names of vulnerable dependencies. */
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([z.string(), z.object({ url: z.string(), title: z.string(), severity: z.string() })]),
      ),
    }),
  ),
});

/** An accepted finding: its advisory, why it is harmless here, and the day on which the acceptance ends. */
const Accepted = z.array(
  z.object({ advisory: z.string().regex(/^GHSA-[\w-]+$/), reason: z.string().min(20), until: z.iso.date() }),
);
export type Accepted = z.infer<typeof Accepted>;

/**
 * The findings of a report that are not accepted, or no longer, one per line; null for an invalid report, for example if the
 * registry is unavailable. `today` is a date such as 2026-11-22.
 */
export function unacceptedFindings(report: unknown, accepted: Accepted, today: string): string[] | null {
  const { success, data } = Report.safeParse(report);
  if (!success) return null;
  const findings = Object.entries(data.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((finding) => (typeof finding === "string" ? [] : [{ name, ...finding }])),
  );
  const known = new Set(accepted.filter(({ until }) => today < until).map(({ advisory }) => advisory));
  return findings
    .filter(({ url }) => !known.has(url.slice(url.lastIndexOf("/") + 1)))
    .map(({ name, severity, title, url }) => `${name}: ${title} (${severity}), ${url}`);
}
