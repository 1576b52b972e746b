import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Projects } from "../../../features/access/actor.ts";
import { MAX_ID } from "../../../features/access/project.ts";
import { UsageError } from "./command.ts";
import { LOCATION_FLAGS } from "./database-location.ts";

export const COMMON = { ...LOCATION_FLAGS, json: { type: "boolean" } } as const;

/** Reads flags, and positional arguments if they are allowed. Throws UsageError for unknown arguments. */
export function parse<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: T,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (error) {
    // Node's messages name the flag and its problem.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The value of a flag. Throws UsageError if it is missing. */
export function required<T>(flag: string, value: T | undefined): T {
  if (value === undefined) throw new UsageError(`${flag} is missing.`);
  return value;
}

/** The item of `known` that equals `text`. Throws UsageError for an unknown item. */
export function oneOf<T extends string>(flag: string, text: string, known: readonly T[]): T {
  const found = known.find((each) => each === text);
  if (found === undefined) throw new UsageError(`${flag} must be one of ${known.join(", ")}.`);
  return found;
}

/** The id of an organization or project. Throws UsageError if it can't be one. */
export const id = (flag: string, text: string): string => label(flag, text, MAX_ID);

/** As `id`, for a flag that may be missing. */
export const optionalId = (flag: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : id(flag, text);

/** Returns `text`. Throws UsageError unless it has 1 to `max` code points and no control characters. */
export function label(flag: string, text: string, max: number): string {
  const length = [...text].length;
  if (text.trim() === "" || length > max) throw new UsageError(`${flag} must have 1 to ${max} characters.`);
  if (/\p{Cc}/u.test(text)) throw new UsageError(`${flag} must not contain control characters.`);
  return text;
}

/** The items of a flag for several values: separated by commas, or in repeated flags. Throws UsageError. */
export const list = (flag: string, values: readonly string[]): string[] => {
  const items = values.flatMap((value) => value.split(",")).map((item) => item.trim());
  if (items.includes("")) throw new UsageError(`${flag} has an empty item.`);
  return [...new Set(items)];
};

/** The projects in --projects: `all`, or ids. Throws UsageError. */
export function projectReach(values: readonly string[]): Projects {
  const projects = list("--projects", values);
  if (projects.length > 1 && projects.includes("all")) {
    throw new UsageError('--projects is either "all" or a list of project ids.');
  }
  return projects[0] === "all" ? "all" : projects.map((project) => id("--projects", project));
}
