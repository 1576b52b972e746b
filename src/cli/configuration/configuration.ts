import { configurationPath, type DatabaseLocation } from "../command-line/database-location.ts";

/**
 * The variables and secrets that the Worker of this configuration has locally: `[vars]`, overridden by `.dev.vars`,
 * overridden by `environment`. Values that are not strings are left out.
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
