import { SCOPES } from "../core/vocabulary.ts";
import { DatabaseError } from "./database.ts";
import { type KeyCommand, parseKeyCommand, USAGE, UsageError } from "./key-arguments.ts";
import { type IssuedKey, issueKey, listKeys, revokeKey, type StoredKey } from "./stored-keys.ts";

/** Does what the command says and gives what belongs on stdout. */
async function run(command: KeyCommand, now: Date): Promise<string> {
  switch (command.command) {
    case "help":
      return USAGE;
    case "issue": {
      const issued = await issueKey(command.database, command.request, now);
      if (issued.expiresAt !== null && issued.expiresAt <= now.toISOString()) {
        process.stderr.write("--expires-at is in the past: this key is refused from the start.\n");
      }
      return command.json ? json(issued) : describeIssued(issued);
    }
    case "list": {
      const keys = await listKeys(command.database, command.organization);
      return command.json ? json({ keys }) : table(keys);
    }
    case "revoke": {
      const revoked = await revokeKey(command.database, command.id, now);
      if (revoked === null) throw new DatabaseError(`There is no key ${command.id}.`);
      const { key, already } = revoked;
      if (command.json) return json({ ...key, alreadyRevoked: already });
      return already
        ? `${key.id} had been revoked at ${key.revokedAt} already.\n`
        : `${key.id} is revoked since ${key.revokedAt}. Running servers refuse it within 10 seconds.\n`;
    }
  }
}

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

const describeProjects = ({ projects }: StoredKey): string =>
  projects === "all" ? "all" : projects.join(", ");

const describeScopes = ({ scopes }: StoredKey): string =>
  SCOPES.every((scope) => scopes.includes(scope)) ? "all" : scopes.join(", ");

const describeIssued = (issued: IssuedKey): string => `
${issued.key}

  Keep it now: it is stored nowhere and not shown again.

  id            ${issued.id}
  name          ${issued.name}
  organization  ${issued.organizationId}
  projects      ${describeProjects(issued)}
  scopes        ${describeScopes(issued)}
  expires       ${issued.expiresAt ?? "never"}
`;

const HEADINGS = "ID PREFIX NAME ORGANIZATION PROJECTS SCOPES CREATED EXPIRES REVOKED".split(" ");

function table(keys: readonly StoredKey[]): string {
  if (keys.length === 0) return "No keys.\n";
  const rows = [
    [...HEADINGS, "LAST USED"],
    ...keys.map((key) => [
      key.id,
      key.prefix,
      key.name,
      key.organizationId,
      describeProjects(key),
      describeScopes(key),
      minute(key.createdAt),
      minute(key.expiresAt),
      minute(key.revokedAt),
      minute(key.lastUsedAt),
    ]),
  ].map((cells) => cells.map((cell) => cell.replace(/\p{Cc}/gu, "?")));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return `${rows.map((cells) => line(cells).trimEnd()).join("\n")}\n`;
}

/** 2026-11-21T09:30Z of an ISO time, a dash of none. */
const minute = (time: string | null): string => (time === null ? "-" : `${time.slice(0, 16)}Z`);

try {
  const now = new Date();
  process.stdout.write(await run(parseKeyCommand(process.argv.slice(2)), now));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nHow it goes: npm run keys -- --help\n`);
    process.exitCode = 2;
  } else if (error instanceof DatabaseError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else throw error;
}
