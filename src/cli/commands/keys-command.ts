import { jobActor } from "../../access/actor.ts";
import type { ApiKeyRecord, IssuedKey } from "../../access/api-key.ts";
import type { ListedApiKey } from "../../access/api-key-rows.ts";
import { apiKeyStore } from "../../access/api-key-store.ts";
import { type IssueKeyDependencies, issueKey } from "../../access/issue-key.ts";
import { listKeys, MAX_KEYS_PER_PAGE } from "../../access/list-keys.ts";
import { projectStore } from "../../access/project-store.ts";
import { revokeKey } from "../../access/revoke-key.ts";
import { rotateKey } from "../../access/rotate-key.ts";
import { ServiceError } from "../../core/errors.ts";
import { SCOPES } from "../../core/vocabulary.ts";
import { madeBy } from "../../idempotency/claim.ts";
import { CommandError } from "../command-line/command.ts";
import { everyItem, json, minute, table } from "../command-line/output.ts";
import { withDatabase } from "../database/database.ts";
import { type KeyCommand, parseKeyCommand, USAGE } from "./key-arguments.ts";

const operator = jobActor("npm run keys");

/** Executes `npm run keys` with these arguments on the database that `open` opens. Returns the text for stdout. */
export async function keys(args: string[], open: typeof withDatabase = withDatabase): Promise<string> {
  const command = parseKeyCommand(args);
  if (command.command === "help") return USAGE;
  return open(command.location, (db) =>
    execute(command, {
      apiKeys: apiKeyStore(db, () => {}),
      projects: projectStore(db),
      now: () => new Date(),
    }),
  );
}

async function execute(
  command: Exclude<KeyCommand, { command: "help" }>,
  dependencies: IssueKeyDependencies,
): Promise<string> {
  const { now } = dependencies;
  switch (command.command) {
    case "issue": {
      const { request } = command;
      const issued = madeBy(await issueKey(operator, { request, idempotency: null }, dependencies));
      if (issued.expiresAt !== null && issued.expiresAt <= now().toISOString()) {
        process.stderr.write("--expires-at is in the past: this key will never work.\n");
      }
      return command.json ? json(issued) : describeIssued(issued);
    }
    case "list": {
      const listed = await listAll(command.organization, dependencies);
      return command.json ? json({ keys: listed }) : list(listed);
    }
    case "rotate": {
      const { id, grace } = command;
      const rotation = await known(id, rotateKey(operator, { id, grace, idempotency: null }, dependencies));
      const { issued, oldExpiresAt } = madeBy(rotation);
      if (command.json) return json({ ...issued, replaces: { id, expiresAt: oldExpiresAt } });
      return `${describeIssued(issued)}\n${id} keeps working until ${oldExpiresAt}.\n`;
    }
    case "revoke": {
      const { key, already } = await known(command.id, revokeKey(operator, command, dependencies));
      if (command.json) return json({ ...key, alreadyRevoked: already });
      return already
        ? `${key.id} was already revoked at ${key.revokedAt}.\n`
        : `${key.id} was revoked at ${key.revokedAt}. Servers reject it within 10 seconds.\n`;
    }
  }
}

/** The result of `work`. The error for an unknown key names it. */
const known = <T>(id: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const unknown = error instanceof ServiceError && error.code === "not_found";
    throw unknown ? new CommandError(`There is no key ${id}.`) : error;
  });

/** Every key, oldest first. */
async function listAll(
  organization: string | null,
  dependencies: IssueKeyDependencies,
): Promise<ListedApiKey[]> {
  const keys = await everyItem(async (cursor: string | null) => {
    const query = { organization, limit: MAX_KEYS_PER_PAGE, cursor: cursor ?? undefined };
    const page = await listKeys(operator, query, dependencies);
    return { items: page.keys, next: page.nextCursor };
  });
  return keys.reverse();
}

const describeProjects = ({ projects }: ApiKeyRecord): string =>
  projects === "all" ? "all" : projects.join(", ");

const describeScopes = ({ scopes }: ApiKeyRecord): string =>
  SCOPES.every((scope) => scopes.includes(scope)) ? "all" : scopes.join(", ");

const describeIssued = (issued: IssuedKey): string => `
${issued.key}

  Save it now: it is not stored and not shown again.

  id            ${issued.id}
  name          ${issued.name}
  organization  ${issued.organizationId}
  projects      ${describeProjects(issued)}
  scopes        ${describeScopes(issued)}
  expires       ${issued.expiresAt ?? "never"}
`;

const HEADINGS = "ID PREFIX NAME ORGANIZATION PROJECTS SCOPES CREATED EXPIRES REVOKED".split(" ");

const list = (keys: readonly ApiKeyRecord[]): string =>
  keys.length === 0
    ? "No keys.\n"
    : table(
        [...HEADINGS, "LAST USED"],
        keys.map((key) => [
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
      );
