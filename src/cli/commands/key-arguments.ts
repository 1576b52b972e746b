import { type KeyRequest, MAX_KEY_NAME } from "../../access/issue-key.ts";
import { GRACES, type Grace } from "../../access/rotate-key.ts";
import { SCOPE_DESCRIPTIONS } from "../../access/scope-descriptions.ts";
import { SCOPES, type Scope } from "../../core/vocabulary.ts";
import {
  COMMON,
  type Common,
  common,
  id,
  label,
  list,
  oneOf,
  parse,
  projectReach,
  required,
} from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { PLACE_USAGE } from "../command-line/database-location.ts";

/** A parsed command of `npm run keys`. */
export type KeyCommand =
  | { command: "help" }
  | ({ command: "issue"; request: KeyRequest } & Common)
  | ({ command: "list"; organization: string | null } & Common)
  | ({ command: "rotate"; id: string; grace: Grace } & Common)
  | ({ command: "revoke"; id: string } & Common);

/** The help text of `npm run keys`. */
export const USAGE = `Usage: npm run keys -- COMMAND

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

/** Reads the arguments after `npm run keys --`. Throws UsageError if they are invalid. */
export function parseKeyCommand(args: readonly string[]): KeyCommand {
  const [command, ...rest] = args;
  if (command === "help" || args.includes("--help") || args.includes("-h")) return { command: "help" };
  switch (command) {
    case "issue":
      return issueCommand(rest);
    case "list": {
      const { values } = parse(rest, { ...COMMON, organization: { type: "string" } });
      const organization =
        values.organization === undefined ? null : id("--organization", values.organization);
      return { command, organization, ...common(values) };
    }
    case "rotate": {
      const { values, positionals } = parse(rest, { ...COMMON, grace: { type: "string" } }, true);
      return { command, id: oneKey(command, positionals), grace: grace(values.grace), ...common(values) };
    }
    case "revoke": {
      const { values, positionals } = parse(rest, COMMON, true);
      return { command, id: oneKey(command, positionals), ...common(values) };
    }
    default:
      throw new UsageError(
        command === undefined
          ? "Name a command: issue, list, rotate or revoke."
          : `Unknown command "${command}".`,
      );
  }
}

function issueCommand(args: string[]): KeyCommand {
  const { values } = parse(args, {
    ...COMMON,
    organization: { type: "string" },
    projects: { type: "string", multiple: true },
    "create-projects": { type: "string", multiple: true },
    scopes: { type: "string", multiple: true },
    name: { type: "string" },
    "expires-at": { type: "string" },
  });
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
  return { command: "issue", request, ...common(values) };
}

function oneKey(command: string, [keyId, ...others]: string[]): string {
  if (keyId === undefined || others.length > 0) throw new UsageError(`${command} needs the id of a key.`);
  return keyId;
}

const grace = (text = "24h"): Grace => oneOf("--grace", text, GRACES);

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
