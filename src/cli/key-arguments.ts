import { type ParseArgsConfig, parseArgs } from "node:util";
import { SCOPES, type Scope } from "../core/vocabulary.ts";
import type { Database } from "./database.ts";
import type { KeyRequest } from "./stored-keys.ts";

/** The command line asks for something that does not exist. The message says what is wrong. */
export class UsageError extends Error {}

export type KeyCommand =
  | { command: "help" }
  | { command: "issue"; request: KeyRequest; database: Database; json: boolean }
  | { command: "list"; organization: string | null; database: Database; json: boolean }
  | { command: "revoke"; id: string; database: Database; json: boolean };

export const USAGE = `Usage: npm run keys -- COMMAND

  issue --organization ID --projects all|ID,ID --scopes all|SCOPE,SCOPE --name TEXT
        [--create-projects ID,ID] [--expires-at ISO]
      Issues a key and shows it, this once. The organization and the projects named are created
      where missing; --create-projects creates some for a key with all.
  list [--organization ID]
      Shows the keys, without the secret.
  revoke ID
      Revokes a key from now on.

  --remote           the deployed database instead of the local one
  --json             one line of JSON, for machines (npm's own lines: npm run --silent keys)
  --persist-to DIR   where the local state is, when not in .wrangler/state

Scopes: ${SCOPES.join(", ")}
`;

const COMMON = {
  remote: { type: "boolean" },
  json: { type: "boolean" },
  "persist-to": { type: "string" },
} as const;

/** Reads the arguments after `npm run keys --`. Throws UsageError where they are not as USAGE says. */
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
    case "revoke": {
      const { values, positionals } = parse(rest, COMMON, true);
      const [keyId, ...others] = positionals;
      if (keyId === undefined || others.length > 0) throw new UsageError("revoke takes the id of one key.");
      return { command, id: keyId, ...common(values) };
    }
    default:
      throw new UsageError(
        command === undefined ? "Say what to do: issue, list or revoke." : `Unknown command "${command}".`,
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
  const projects = list("--projects", required("--projects", values.projects));
  if (projects.length > 1 && projects.includes("all")) {
    throw new UsageError('--projects is either "all" or a list of project ids.');
  }
  const expiresAt = values["expires-at"];
  const request: KeyRequest = {
    organization: id("--organization", required("--organization", values.organization)),
    projects: projects[0] === "all" ? "all" : projects.map((project) => id("--projects", project)),
    createProjects: list("--create-projects", values["create-projects"] ?? []).map((project) =>
      id("--create-projects", project),
    ),
    scopes: scopes(list("--scopes", required("--scopes", values.scopes))),
    name: label("--name", required("--name", values.name), 160),
    expiresAt: expiresAt === undefined ? null : instant("--expires-at", expiresAt),
  };
  return { command: "issue", request, ...common(values) };
}

function parse<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: T,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (error) {
    // Node's messages name the flag and what is wrong with it.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function common(values: {
  remote?: boolean | undefined;
  json?: boolean | undefined;
  "persist-to"?: string | undefined;
}): { database: Database; json: boolean } {
  const persistTo = values["persist-to"];
  if (values.remote && persistTo !== undefined) {
    throw new UsageError("--persist-to is about the local database, --remote about the deployed one.");
  }
  return {
    database: {
      remote: values.remote ?? false,
      flags: persistTo === undefined ? [] : [`--persist-to=${persistTo}`],
    },
    json: values.json ?? false,
  };
}

function required<T>(flag: string, value: T | undefined): T {
  if (value === undefined) throw new UsageError(`${flag} is missing.`);
  return value;
}

const list = (flag: string, values: readonly string[]): string[] => {
  const items = values.flatMap((value) => value.split(",")).map((item) => item.trim());
  if (items.includes("")) throw new UsageError(`${flag} names nothing between two commas or at an end.`);
  return [...new Set(items)];
};

const id = (flag: string, text: string): string => label(flag, text, 128);

/** `text` where it has 1 to `max` code points, none of which would garble a terminal. */
function label(flag: string, text: string, max: number): string {
  const length = [...text].length;
  if (text.trim() === "" || length > max) throw new UsageError(`${flag} takes 1 to ${max} characters.`);
  if (/\p{Cc}/u.test(text)) throw new UsageError(`${flag} must not contain control characters.`);
  return text;
}

function scopes(names: readonly string[]): Scope[] {
  if (names.length === 1 && names[0] === "all") return [...SCOPES];
  const unknown = names.filter((name) => !SCOPES.some((scope) => scope === name));
  if (unknown.length > 0) {
    throw new UsageError(`--scopes: no scope ${unknown.join(", ")}. There are: all, ${SCOPES.join(", ")}.`);
  }
  return SCOPES.filter((scope) => names.includes(scope));
}

const INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** An ISO 8601 date (its first moment in UTC) or time with zone, as UTC with milliseconds. */
function instant(flag: string, text: string): string {
  const day = INSTANT.exec(text)?.[1];
  const time = new Date(text);
  // Date takes the 30th of February for a day in March.
  if (day === undefined || Number.isNaN(time.getTime()) || !new Date(day).toISOString().startsWith(day)) {
    throw new UsageError(
      `${flag} takes a date or a time with its zone, as 2030-01-31 or 2030-01-31T12:00:00Z.`,
    );
  }
  return time.toISOString();
}
