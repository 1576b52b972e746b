import { resolve } from "node:path";
import { unstable_getVarsForDev, unstable_readConfig } from "wrangler";
import type { Variables } from "../settings/variables.ts";
import { readSettings } from "../settings.ts";
import { PROJECT_ROOT } from "./wrangler.ts";

/** Which configuration is meant, as wrangler's flags of these names say; without them wrangler.toml. */
interface ConfigurationPlace {
  config?: string | undefined;
  env?: string | undefined;
}

/**
 * What is wrong with the variables and secrets that `npm start` would serve with: `[vars]`, and over them .dev.vars and
 * `given`, which are those of the command line.
 */
export function problemsOfStart(place: ConfigurationPlace, given: Variables): readonly string[] {
  const { path, vars, secrets } = readConfig(place);
  const bindings = unstable_getVarsForDev(path, undefined, vars, place.env, true, secrets);
  const texts = Object.entries(bindings).map(([name, { value }]) => [name, value]);
  return readSettings({ ...Object.fromEntries(texts), ...given }).problems;
}

/**
 * What is wrong with the variables that would be deployed. Secrets are not known here. A domain of one's own needs its
 * origins: without them nothing can be created there.
 */
export function problemsOfDeployment(place: ConfigurationPlace): readonly string[] {
  const { vars, route, routes } = readConfig(place);
  // Other values than texts are no variables of ours.
  const settings = vars as Variables;
  const hasDomain = route !== undefined || (routes?.length ?? 0) > 0;
  const missing = (["SHORT_LINK_ORIGIN", "API_ORIGIN"] as const).filter((name) => !settings[name]?.trim());
  const unset = hasDomain ? missing.map((name) => `${name} has to be set where the Worker has a domain`) : [];
  return [...readSettings(settings).problems, ...unset];
}

function readConfig({ config, env }: ConfigurationPlace) {
  const path = resolve(PROJECT_ROOT, config ?? "wrangler.toml");
  const read = unstable_readConfig(
    { config: path, ...(env !== undefined && { env }) },
    { hideWarnings: true },
  );
  return { ...read, path };
}

/** The text for people that says what has to be changed. */
export const configurationText = (problems: readonly string[]): string =>
  ["The configuration is wrong:", ...problems.map((problem) => `  ${problem}`), ""].join("\n");
