import { configurationPath, type DatabasePlace } from "../command-line/database-place.ts";

/**
 * The variables and secrets that the Worker of this configuration has locally: `[vars]`, overridden by `.dev.vars`,
 * overridden by `environment`. Values that are not strings are left out.
 */
export async function readConfiguration(
  place: DatabasePlace,
  environment: NodeJS.ProcessEnv,
): Promise<Record<string, string | undefined>> {
  const { unstable_getVarsForDev, unstable_readConfig } = await import("wrangler");
  const { vars, secrets } = unstable_readConfig({
    config: configurationPath(place),
    ...(place.env && { env: place.env }),
  });
  const bindings = unstable_getVarsForDev(
    configurationPath(place),
    undefined,
    vars,
    place.env,
    true,
    secrets,
  );
  const texts = Object.entries(bindings).flatMap(([name, { type, value }]) =>
    type === "json" || typeof value !== "string" ? [] : [[name, value]],
  );
  return { ...Object.fromEntries(texts), ...environment };
}
