import { outcomeOf } from "./command-line/command.ts";

/** Every command by name: its description, and a loader of its function, which takes arguments and returns the output. */
export const COMMANDS: Readonly<Record<string, [does: string, load: () => Promise<Command>]>> = {
  start: ["serves everything on this machine", async () => (await import("./commands/start.ts")).start],
  demo: ["fills the local database with demo data", async () => (await import("./commands/demo.ts")).demo],
  keys: [
    "issues, lists, rotates and revokes API keys",
    async () => (await import("./commands/keys-command.ts")).keys,
  ],
  members: [
    "adds, lists, changes and removes members",
    async () => (await import("./commands/members-command.ts")).members,
  ],
  organizations: [
    "lists organizations, changes quotas and time zones",
    async () => (await import("./commands/organizations.ts")).organizations,
  ],
  domains: [
    "gives domains to organizations",
    async () => (await import("./commands/domains-command.ts")).domains,
  ],
  retailers: [
    "loads or discovers retailers of the delivery app",
    async () => (await import("./commands/retailers.ts")).retailers,
  ],
  pages: [
    "retries failed pages of the delivery app",
    async () => (await import("./commands/pages.ts")).pages,
  ],
  deploy: [
    "deploys, or rolls back, the service at Cloudflare",
    async () => (await import("./commands/deploy.ts")).deploy,
  ],
  status: ["shows the state of the deployment", async () => (await import("./commands/status.ts")).status],
  "dead-letters": [
    "lists or retries failed messages",
    async () => (await import("./commands/dead-letters.ts")).deadLetters,
  ],
  backup: [
    "exports the deployed database to a file",
    async () => (await import("./commands/backup.ts")).backup,
  ],
  restore: ["restores the deployed database", async () => (await import("./commands/restore.ts")).restore],
  export: [
    "writes an organization into a file",
    async () => (await import("./commands/export.ts")).exportOrganization,
  ],
  "import-export": [
    "restores an organization from such a file",
    async () => (await import("./commands/import-export.ts")).importExport,
  ],
  bundle: [
    "builds the Worker and checks its size",
    async () => (await import("./commands/bundle.ts")).bundle,
  ],
  audit: [
    "checks packages for known vulnerabilities",
    async () => (await import("./commands/audit.ts")).audit,
  ],
};

type Command = (args: string[]) => Promise<string>;

const USAGE = `Usage: npm run COMMAND -- ARGUMENTS (npm run COMMAND -- --help shows the arguments)

${Object.entries(COMMANDS)
  .map(([name, [does]]) => `  ${name.padEnd(14)}${does}\n`)
  .join("")}`;

/**
 * Runs the command that the first argument names, with the other arguments. Output is on stdout, errors are on stderr; the
 * exit code is 2 for invalid arguments or files, 1 for other errors.
 */
export async function runNamed([name = "", ...args]: string[]): Promise<void> {
  const [, load] = COMMANDS[name] ?? [];
  const { code, stdout, stderr } = load
    ? await outcomeOf(name, async () => (await load())(args))
    : { code: 2, stdout: "", stderr: USAGE };
  // A reader such as `head` may have read enough. What the command did is done.
  process.stdout.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (code !== 0) process.exitCode = code;
}
