import { outcomeOf } from "./command-line/command.ts";

/** Every command by name: its description, and a loader of its function, which takes arguments and returns the output. */
export const COMMANDS: Readonly<Record<string, [does: string, load: () => Promise<Command>]>> = {
  help: ["says what each command is for", async () => async () => usage()],
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

/** What the scripts of developers are for: they run other programs. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  build: "the same as bundle, for Cloudflare's deploy button",
  check: "checks types and lint",
  format: "formats, and fixes what lint can fix",
  test: "checks types, lint and the bundle's size, and runs quick tests: must pass",
  "test:rest": "runs the tests that npm test leaves out",
  "test:all": "runs npm test with all of these, as in .ci/run",
  "test:watch": "runs tests again when files change",
  "test:deep": "runs more and longer tests, before a release",
  soak: "runs mixed load with restarts, then checks stored data",
  bench: "compares the speed with a minimal Worker",
};

type Command = (args: string[]) => Promise<string>;

const usage = (): string => {
  const line = ([name, does]: readonly [string, string]) => `  ${name.padEnd(15)}${does}\n`;
  const commands = Object.entries(COMMANDS).map(([name, [does]]) => line([name, does]));
  const scripts = Object.entries(SCRIPTS).map(line);
  return `Usage: npm run COMMAND -- ARGUMENTS (npm run COMMAND -- --help shows the arguments)

${commands.join("")}
For developers:

${scripts.join("")}`;
};

/**
 * Runs the command that the first argument names, with the other arguments. Output is on stdout, errors are on stderr; the
 * exit code is 2 for invalid arguments or files, 1 for other errors.
 */
export async function runNamed([name = "", ...args]: string[]): Promise<void> {
  const [, load] = COMMANDS[name] ?? [];
  const { code, stdout, stderr } = load
    ? await outcomeOf(name, async () => (await load())(args))
    : { code: 2, stdout: "", stderr: usage() };
  // A reader such as `head` may have read enough. What the command did is done.
  process.stdout.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (code !== 0) process.exitCode = code;
}
