import { readSettings } from "../../settings/settings.ts";
import type { Variables } from "../../settings/text.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { readConfiguration } from "./configuration.ts";

/**
 * The problems of the variables and secrets that `npm start` would use: those of the configuration, overridden by
 * `given`, the variables of the command line.
 */
export const problemsOfStart = async (
  location: DatabaseLocation,
  given: Variables,
): Promise<readonly string[]> => readSettings(await readConfiguration(location, given)).problems;

/**
 * The problems of the variables that would be deployed; secrets are not known here. A Worker with a custom domain needs
 * both origins, as it creates nothing without them.
 */
export function problemsOfDeployment({
  variables,
  customDomains,
  routes,
}: {
  variables: Variables;
  customDomains: readonly string[];
  routes: readonly string[];
}): readonly string[] {
  const hasDomain = customDomains.length + routes.length > 0;
  const missing = (["SHORT_LINK_ORIGIN", "API_ORIGIN"] as const).filter((name) => !variables[name]?.trim());
  const unset = hasDomain ? missing.map((name) => `${name} has to be set where the Worker has a domain`) : [];
  return [...readSettings(variables).problems, ...unset];
}

/** The message for people that lists the problems. */
export const configurationText = (problems: readonly string[]): string =>
  ["The configuration is wrong:", ...problems.map((problem) => `  ${problem}`)].join("\n");
