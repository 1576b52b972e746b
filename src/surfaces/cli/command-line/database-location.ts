import { dirname, resolve } from "node:path";
import { PROJECT_ROOT } from "../wrangler/wrangler.ts";
import { UsageError } from "./command.ts";

/** The D1 database of a command. Paths are relative to the project. */
export interface DatabaseLocation {
  /** The deployed database instead of the local one. */
  remote: boolean;
  /** The directory of the local state; absent: .wrangler/state beside the configuration. */
  persistTo?: string;
  /** Another configuration than wrangler.toml. */
  config?: string;
  /** The environment of the configuration. */
  env?: string;
}

/** The flags that name a database, with wrangler's names. */
export const LOCATION_FLAGS = {
  remote: { type: "boolean" },
  "persist-to": { type: "string" },
  config: { type: "string", short: "c" },
  env: { type: "string", short: "e" },
} as const;

/** The flags of every command on a deployment. */
export const DEPLOYMENT_FLAGS = {
  config: LOCATION_FLAGS.config,
  env: LOCATION_FLAGS.env,
  help: { type: "boolean", short: "h" },
} as const;

/** The help text for LOCATION_FLAGS. */
export const PLACE_USAGE = `  --remote           the deployed database instead of the local one
  --persist-to DIR   the directory of the local state, by default .wrangler/state
  --config FILE      a configuration other than wrangler.toml
  --env NAME         an environment of the configuration
`;

/** The location that the values of LOCATION_FLAGS name. Throws UsageError if they contradict each other. */
export function locationOf(values: {
  remote?: unknown;
  "persist-to"?: unknown;
  config?: unknown;
  env?: unknown;
}): DatabaseLocation {
  const { remote, "persist-to": persistTo, config, env } = values;
  if (remote && persistTo !== undefined) {
    throw new UsageError("--persist-to is for the local database, --remote for the deployed database.");
  }
  return {
    remote: remote === true,
    ...(typeof persistTo === "string" && { persistTo }),
    ...(typeof config === "string" && { config }),
    ...(typeof env === "string" && { env }),
  };
}

/** The flags that make wrangler, or another command, use the same database; without --remote. */
export function locationFlags({ persistTo, config, env }: DatabaseLocation): string[] {
  const flags = { "persist-to": persistTo, config, env };
  return Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
}

export const configurationPath = ({ config }: DatabaseLocation): string =>
  resolve(PROJECT_ROOT, config ?? "wrangler.toml");

/** The directory of the local state: local storage, and the files that coordinate commands and a running server. */
export const stateDirectory = (location: DatabaseLocation): string =>
  location.persistTo === undefined
    ? resolve(dirname(configurationPath(location)), ".wrangler/state")
    : resolve(PROJECT_ROOT, location.persistTo);
