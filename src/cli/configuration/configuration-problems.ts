import { readSettings } from "../../settings/settings.ts";
import type { Variables } from "../../settings/text.ts";
import { configurationPath, type DatabasePlace } from "../command-line/database-place.ts";
import { readConfiguration } from "./configuration.ts";

/**
 * The problems of the variables and secrets that `npm start` would use: those of the configuration, overridden by
 * `given`, the variables of the command line.
 */
export const problemsOfStart = async (place: DatabasePlace, given: Variables): Promise<readonly string[]> =>
  readSettings(await readConfiguration(place, given)).problems;

/**
 * The problems of the variables that would be deployed; secrets are not known here. A Worker with a custom domain needs
 * both origins, as it creates nothing without them.
 */
export async function problemsOfDeployment(place: DatabasePlace): Promise<readonly string[]> {
  const { unstable_readConfig } = await import("wrangler");
  const environment = place.env === undefined ? {} : { env: place.env };
  const { vars, route, routes } = unstable_readConfig({ config: configurationPath(place), ...environment });
  // Our own variables are all strings.
  const settings = vars as Variables;
  const hasDomain = route !== undefined || (routes?.length ?? 0) > 0;
  const missing = (["SHORT_LINK_ORIGIN", "API_ORIGIN"] as const).filter((name) => !settings[name]?.trim());
  const unset = hasDomain ? missing.map((name) => `${name} has to be set where the Worker has a domain`) : [];
  return [...readSettings(settings).problems, ...unset];
}

/** The message for people that lists the problems. */
export const configurationText = (problems: readonly string[]): string =>
  ["The configuration is wrong:", ...problems.map((problem) => `  ${problem}`)].join("\n");
