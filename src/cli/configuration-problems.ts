import type { Variables } from "../settings/variables.ts";
import { readSettings } from "../settings.ts";
import { readConfiguration } from "./configuration.ts";
import { configurationPath, type DatabasePlace } from "./database-place.ts";

/**
 * What is wrong with the variables and secrets that `npm start` would serve with: those of the configuration, and over
 * them `given`, which are those of the command line.
 */
export const problemsOfStart = async (place: DatabasePlace, given: Variables): Promise<readonly string[]> =>
  readSettings(await readConfiguration(place, given)).problems;

/**
 * What is wrong with the variables that would be deployed. Secrets are not known here. A domain of one's own needs its
 * origins: without them nothing can be created there.
 */
export async function problemsOfDeployment(place: DatabasePlace): Promise<readonly string[]> {
  const { unstable_readConfig } = await import("wrangler");
  const environment = place.env === undefined ? {} : { env: place.env };
  const { vars, route, routes } = unstable_readConfig({ config: configurationPath(place), ...environment });
  // Other values than texts are no variables of ours.
  const settings = vars as Variables;
  const hasDomain = route !== undefined || (routes?.length ?? 0) > 0;
  const missing = (["SHORT_LINK_ORIGIN", "API_ORIGIN"] as const).filter((name) => !settings[name]?.trim());
  const unset = hasDomain ? missing.map((name) => `${name} has to be set where the Worker has a domain`) : [];
  return [...readSettings(settings).problems, ...unset];
}

/** The text for people that says what has to be changed. */
export const configurationText = (problems: readonly string[]): string =>
  ["The configuration is wrong:", ...problems.map((problem) => `  ${problem}`)].join("\n");
