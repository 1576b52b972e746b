import { outcomeOf } from "./command-line/command.ts";

/** Every command by name: its description, and a loader of its function, which takes arguments and returns the output. */
export const COMMANDS: Readonly<Record<string, [does: string, load: () => Promise<Command>]>> = {
  start: [
    "serves everything on this machine",
    () => import("./commands/start.ts").then(({ start }) => start),
  ],
  demo: [
    "fills the local database with demo data",
    () => import("./commands/demo.ts").then(({ demo }) => demo),
  ],
  keys: [
    "issues, lists, rotates and revokes API keys",
    () => import("./commands/keys-command.ts").then(({ keys }) => keys),
  ],
  members: [
    "adds, lists, changes and removes members",
    () => import("./commands/members-command.ts").then(({ members }) => members),
  ],
  organizations: [
    "lists organizations, changes quotas and time zones",
    () => import("./commands/organizations.ts").then(({ organizations }) => organizations),
  ],
  domains: [
    "gives domains to organizations",
    () => import("./commands/domains-command.ts").then(({ domains }) => domains),
  ],
  retailers: [
    "loads or discovers retailers of the delivery app",
    () => import("./commands/retailers.ts").then(({ retailers }) => retailers),
  ],
  pages: [
    "retries failed pages of the delivery app",
    () => import("./commands/pages.ts").then(({ pages }) => pages),
  ],
  deploy: [
    "deploys, or rolls back, the service at Cloudflare",
    () => import("./commands/deploy.ts").then(({ deploy }) => deploy),
  ],
  status: [
    "shows the state of the deployment",
    () => import("./commands/status.ts").then(({ status }) => status),
  ],
  "dead-letters": [
    "lists or retries failed messages",
    () => import("./commands/dead-letters.ts").then(({ deadLetters }) => deadLetters),
  ],
  backup: [
    "exports the deployed database to a file",
    () => import("./commands/backup.ts").then(({ backup }) => backup),
  ],
  restore: [
    "restores the deployed database",
    () => import("./commands/restore.ts").then(({ restore }) => restore),
  ],
  export: [
    "writes an organization into a file",
    () => import("./commands/export.ts").then(({ exportOrganization }) => exportOrganization),
  ],
  "import-export": [
    "restores an organization from such a file",
    () => import("./commands/import-export.ts").then(({ importExport }) => importExport),
  ],
  bundle: [
    "builds the Worker and checks its size",
    () => import("./commands/bundle.ts").then(({ bundle }) => bundle),
  ],
  audit: [
    "checks packages for known vulnerabilities",
    () => import("./commands/audit.ts").then(({ audit }) => audit),
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
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (code !== 0) process.exitCode = code;
}
