import type { Variables } from "../../../ground/platform/variables.ts";
import { readSettings } from "../../../settings.ts";
import { configurationPath, type DatabaseLocation } from "../command-line/database-location.ts";

/**
 * The local variables and secrets of a configuration: `[vars]`, overridden by `.dev.vars`, overridden by `environment`.
 * Only strings.
 */
export async function readConfiguration(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
): Promise<Record<string, string | undefined>> {
  const { unstable_getVarsForDev, unstable_readConfig } = await import("wrangler");
  const { vars, secrets } = unstable_readConfig({
    config: configurationPath(location),
    ...(location.env && { env: location.env }),
  });
  const bindings = unstable_getVarsForDev(
    configurationPath(location),
    undefined,
    vars,
    location.env,
    true,
    secrets,
  );
  const texts = Object.entries(bindings).flatMap(([name, { type, value }]) =>
    type === "json" || typeof value !== "string" ? [] : [[name, value]],
  );
  return { ...Object.fromEntries(texts), ...environment };
}

/**
 * The problems of the variables and secrets that `npm start` would use: the configuration, overridden by `given`, the
 * variables of the command line.
 */
export const problemsOfStart = async (
  location: DatabaseLocation,
  overrides: Variables,
): Promise<readonly string[]> => readSettings(await readConfiguration(location, overrides)).problems;

/** The sender of mail on this machine, where each mail is a file. */
const localSender = ({ MAIL_FROM }: Variables): Variables =>
  MAIL_FROM ? {} : { MAIL_FROM: "Shoppable Links <reports@demo.example>" };

/** The arguments for `wrangler dev` with the variables that are made up locally. */
export async function localVariables(location: DatabaseLocation, overrides: Variables): Promise<string[]> {
  const read = await readConfiguration(location, overrides);
  return Object.entries({ ...localSender(read), LOCAL_WEBHOOKS: "on" }).flatMap(([name, value]) => [
    "--var",
    `${name}:${value}`,
  ]);
}

/**
 * The problems of the variables that would be deployed; secrets are unknown here. A Worker with a custom domain needs both
 * origins, because it creates nothing without them.
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
  const local = variables.LOCAL_WEBHOOKS ? ["LOCAL_WEBHOOKS is only for npm start: remove it"] : [];
  const unset = hasDomain ? missing.map((name) => `${name} must be set if the Worker has a domain`) : [];
  return [...readSettings(variables).problems, ...local, ...unset];
}

/** The list of problems as a message. */
export const configurationText = (problems: readonly string[]): string =>
  ["The configuration has errors:", ...problems.map((problem) => `  ${problem}`)].join("\n");
