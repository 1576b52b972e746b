import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";
import type { Deployment } from "../configuration/deployment.ts";
import { routePatterns } from "./domain-routes.ts";
import type { Found } from "./survey.ts";

const Paths = z.looseObject({
  main: z.string(),
  assets: z.looseObject({ directory: z.string() }).optional(),
});

/**
 * Writes the configuration with the ids that the account has, beside the local state, and gives its path. Wrangler uploads
 * from it. It can be deleted at any time: the next deployment finds everything again by name.
 */
export async function writeResolved(
  deployment: Deployment,
  accountId: string,
  found: Found,
): Promise<string> {
  const { directory, worker } = deployment;
  const path = join(directory, ".wrangler", "deployed", `${worker}.json`);
  await mkdir(join(directory, ".wrangler", "deployed"), { recursive: true });
  await writeFile(path, `${JSON.stringify(resolved(deployment, accountId, found), null, 2)}\n`);
  return path;
}

function resolved(deployment: Deployment, account_id: string, found: Found): object {
  const { raw, env, directory, bindings } = deployment;
  // The Worker is built before, and who is signed in locally is no part of a deployment.
  const { env: environments, build: _, access: __, ...top } = raw;
  const { main, assets } = Paths.parse(top);
  const base = {
    ...top,
    account_id,
    main: resolve(directory, main),
    ...(assets && { assets: { ...assets, directory: resolve(directory, assets.directory) } }),
  };
  const own = {
    ...bindings,
    // The Worker can't see its routes, and has to name domains that lack one.
    vars: { ...deployment.variables, DOMAIN_ROUTES: routePatterns(deployment).join(",") || "none" },
    d1_databases: bindings.d1_databases.map((each) => ({
      ...each,
      ...(found.database !== null && { database_id: found.database }),
    })),
    kv_namespaces: bindings.kv_namespaces.map((each) => {
      const id = found.namespaces.get(each.binding);
      return id === undefined ? each : { ...each, id };
    }),
  };
  if (env === undefined) return { ...base, ...own };
  const given = z.record(z.string(), z.looseObject({})).parse(environments)[env];
  const { access: ___, build: ____, ...rest } = given ?? {};
  return { ...base, env: { [env]: { ...rest, ...own } } };
}
