import { jobActor } from "../../../features/access/actor.ts";
import type { ApiKeyRecord, IssuedKey, ListedApiKey } from "../../../features/access/api-key.ts";
import { apiKeyStore } from "../../../features/access/api-key-store.ts";
import {
  type IssueKeyDependencies,
  issueKey,
  type KeyRequest,
  MAX_KEY_NAME,
} from "../../../features/access/issue-key.ts";
import { listKeys, MAX_KEYS_PER_PAGE } from "../../../features/access/list-keys.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { GRACES, revokeKey, rotateKey } from "../../../features/access/rotate-key.ts";
import { SCOPE_DESCRIPTIONS } from "../../../features/access/scope-descriptions.ts";
import { madeBy } from "../../../features/writes/claim.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { SCOPES, type Scope } from "../../../ground/core/vocabulary.ts";
import { id, label, list, oneOf, optionalId, projectReach, required } from "../command-line/arguments.ts";
import { CommandError, UsageError } from "../command-line/command.ts";
import { PLACE_USAGE } from "../command-line/database-location.ts";
import { everyItem, minute, table } from "../command-line/output.ts";
import { databaseCommand, subcommand } from "./database-command.ts";

/** The help text of `npm run keys`. */
const USAGE = `Usage: npm run keys -- COMMAND

  issue --organization ID --projects all|ID,ID --scopes all|SCOPE,SCOPE --name TEXT
        [--create-projects ID,ID] [--expires-at ISO]
      Issues a key and shows it once. Creates the organization and the named projects
      if they are missing; --create-projects creates projects for a key with all.
  list [--organization ID]
      Lists the keys, without their secrets.
  rotate ID [--grace ${GRACES.join("|")}]
      Issues a new key with the name, projects, scopes and end of an old key, which keeps working
      for the grace period (24h by default) and then ends.
  revoke ID
      Revokes a key.

${PLACE_USAGE}  --json             a line of JSON (without npm's own lines: npm run --silent keys)

Scopes:
${SCOPE_DESCRIPTIONS.map(({ scope, sentence }) => `  ${scope.padEnd(24)} ${sentence}`).join("\n")}
`;

const operator = jobActor("npm run keys");
const now = () => new Date();
const dependenciesOf = (db: D1Database): IssueKeyDependencies => ({
  apiKeys: apiKeyStore(db, () => {}),
  projects: projectStore(db),
  now,
});
const KEY = "the id of a key";
const ISSUE = {
  organization: { type: "string" },
  projects: { type: "string", multiple: true },
  "create-projects": { type: "string", multiple: true },
  scopes: { type: "string", multiple: true },
  name: { type: "string" },
  "expires-at": { type: "string" },
} as const;

/** The command `npm run keys`. */
export const keys = databaseCommand(USAGE, {
  issue: subcommand(ISSUE, (values) => {
    const expiresAt = values["expires-at"];
    const request: KeyRequest = {
      organization: id("--organization", required("--organization", values.organization)),
      projects: projectReach(required("--projects", values.projects)),
      createProjects: list("--create-projects", values["create-projects"] ?? []).map((project) =>
        id("--create-projects", project),
      ),
      scopes: scopes(list("--scopes", required("--scopes", values.scopes))),
      name: label("--name", required("--name", values.name), MAX_KEY_NAME),
      expiresAt: expiresAt === undefined ? null : instant("--expires-at", expiresAt),
    };
    return async (db) => {
      const issued = madeBy(await issueKey(operator, { request, idempotency: null }, dependenciesOf(db)));
      if (issued.expiresAt !== null && issued.expiresAt <= now().toISOString())
        process.stderr.write("--expires-at is in the past: this key will never work.\n");
      return { data: issued, text: describeIssued(issued) };
    };
  }),
  list: subcommand({ organization: { type: "string" } }, (values) => {
    const organization = optionalId("--organization", values.organization) ?? null;
    return async (db) => {
      const listed = await listAll(organization, dependenciesOf(db));
      return { data: { keys: listed }, text: tableOf(listed) };
    };
  }),
  rotate: subcommand(
    { grace: { type: "string" } },
    (values, keyId) => {
      const input = { id: keyId, grace: oneOf("--grace", values.grace ?? "24h", GRACES), idempotency: null };
      return async (db) => {
        const rotation = await known(keyId, rotateKey(operator, input, dependenciesOf(db)));
        const { issued, oldExpiresAt } = madeBy(rotation);
        return {
          data: { ...issued, replaces: { id: keyId, expiresAt: oldExpiresAt } },
          text: `${describeIssued(issued)}\n${keyId} keeps working until ${oldExpiresAt}.\n`,
        };
      };
    },
    KEY,
  ),
  revoke: subcommand(
    {},
    (_, keyId) => async (db) => {
      const { key, already } = await known(keyId, revokeKey(operator, { id: keyId }, dependenciesOf(db)));
      return {
        data: { ...key, alreadyRevoked: already },
        text: already
          ? `${key.id} was already revoked at ${key.revokedAt}.\n`
          : `${key.id} was revoked at ${key.revokedAt}. Servers reject it within 10 seconds.\n`,
      };
    },
    KEY,
  ),
});

function scopes(names: readonly string[]): Scope[] {
  if (names.length === 1 && names[0] === "all") return [...SCOPES];
  const unknown = names.filter((name) => !SCOPES.some((scope) => scope === name));
  if (unknown.length > 0) {
    throw new UsageError(`--scopes: unknown scope ${unknown.join(", ")}. Use all, or ${SCOPES.join(", ")}.`);
  }
  return SCOPES.filter((scope) => names.includes(scope));
}

const INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** An ISO 8601 date (its first moment in UTC) or time with zone, as UTC with milliseconds. */
function instant(flag: string, text: string): string {
  const day = INSTANT.exec(text)?.[1];
  const time = new Date(text);
  // Date accepts the 30th of February and turns it into a day in March.
  if (day === undefined || Number.isNaN(time.getTime()) || !new Date(day).toISOString().startsWith(day)) {
    throw new UsageError(
      `${flag} must be a date or a time with its zone, such as 2030-01-31 or 2030-01-31T12:00:00Z.`,
    );
  }
  return time.toISOString();
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

const tableOf = (keys: readonly ApiKeyRecord[]): string =>
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
