import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { PROJECT_ROOT } from "../../src/surfaces/cli/wrangler/wrangler.ts";
import { bundleModules, workerText } from "./bundle.ts";
import { type Instance, start } from "./start.ts";

/** As in a deployment: no URL is derived from the request. */
const ORIGINS = { SHORT_LINK_ORIGIN: "https://go.example.com", API_ORIGIN: "https://api.example.com" };

/** The Worker's configuration in wrangler.toml. */
export const deployment = () =>
  // Wrangler's type omits the source, and so loses the types of all other fields.
  unstable_getMiniflareWorkerOptions(join(PROJECT_ROOT, "wrangler.toml")).workerOptions as V4WorkerOptions;

/** Starts the built Worker with the bindings of wrangler.toml, without rate limits. */
export const startService = async (bundle: string, storage: string, vars = {}): Promise<Instance> =>
  start(await serviceOptions(bundle, vars), storage);

/** The same, with an inspector. */
export const startInspected = async (bundle: string, storage: string): Promise<Instance> =>
  start(await serviceOptions(bundle), storage, { inspectorPort: 0 });

/** The options of `startService`, as plain data that can be sent to another process. */
export async function serviceOptions(bundle: string, vars = {}): Promise<V4WorkerOptions> {
  const options = deployment();
  const ratelimits = Object.entries(options.ratelimits ?? {}).map(
    ([name, limit]) => [name, { ...limit, simple: { ...limit.simple, limit: 1_000_000_000 } }] as const,
  );
  return {
    ...options,
    ratelimits: Object.fromEntries(ratelimits),
    // Tests and measurements request nothing from the internet.
    bindings: { ...options.bindings, CHECK_DESTINATIONS: "off", ...ORIGINS, ...vars },
    modules: (await bundleModules(bundle)).map(([name]) => ({ type: "ESModule", path: join(bundle, name) })),
    modulesRoot: bundle,
  };
}

/** Starts the Worker in the file `name`.worker.ts of this directory, with the service's configuration. */
export async function startWorker(name: string, storage: string): Promise<Instance> {
  const { modulesRules: _, ...configured } = deployment();
  return start({ ...configured, modules: true, script: await workerText(name) }, storage);
}

/** Starts such a Worker without any binding, and without other settings of wrangler.toml. */
export async function startUnconfigured(name: string, storage: string): Promise<Instance> {
  const { compatibilityDate = "", compatibilityFlags = [] } = deployment();
  return start(
    { compatibilityDate, compatibilityFlags, modules: true, script: await workerText(name) },
    storage,
  );
}
