import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { PROJECT_ROOT } from "../../src/cli/wrangler.ts";
import { bundleModules } from "./bundle.ts";
import { childProcesses } from "./processes.ts";

/** As a deployment would set them: no URL is derived from the request. */
const ORIGINS = { SHORT_LINK_ORIGIN: "https://go.example.com", API_ORIGIN: "https://api.example.com" };

/** A Worker in a Miniflare, and so a workerd process, of its own. */
export interface Instance {
  origin: string;
  /** Of workerd; null where the system does not tell. */
  pid: number | null;
  miniflare: Miniflare;
}

/** How a Worker is reached. */
export interface Access {
  /** Requests go to the Worker itself, as in bare workerd, and not through Miniflare's own entry Worker. */
  direct?: boolean;
  /** Its inspector can be asked. */
  inspected?: boolean;
}

/** What wrangler.toml says of the Worker. */
const deployment = () =>
  // Wrangler's type leaves the source out, and so loses the types of all other fields.
  unstable_getMiniflareWorkerOptions(join(PROJECT_ROOT, "wrangler.toml")).workerOptions as V4WorkerOptions;

/** Starts the built Worker with the bindings of wrangler.toml, without rate limits. */
export async function startService(
  bundle: string,
  storage: string,
  vars = {},
  access: Access = {},
): Promise<Instance> {
  const options = deployment();
  const ratelimits = Object.entries(options.ratelimits ?? {}).map(
    ([name, limit]) => [name, { ...limit, simple: { ...limit.simple, limit: 1_000_000_000 } }] as const,
  );
  return start(
    {
      ...options,
      ratelimits: Object.fromEntries(ratelimits),
      bindings: { ...options.bindings, ...ORIGINS, ...vars },
      modules: await bundleModules(bundle),
      modulesRoot: bundle,
    },
    storage,
    access,
  );
}

/** Starts the Worker in the file `name`.worker.ts of this directory, with the service's storage bindings. */
export async function startWorker(name: string, storage: string, access: Access = {}): Promise<Instance> {
  const { compatibilityDate = "", kvNamespaces = {}, d1Databases = {}, r2Buckets = {} } = deployment();
  const source = await readFile(join(import.meta.dirname, `${name}.worker.ts`), "utf8");
  const script = stripTypeScriptTypes(source);
  return start(
    { compatibilityDate, kvNamespaces, d1Databases, r2Buckets, modules: true, script },
    storage,
    access,
  );
}

/** Starts one Worker with its storage under `storage`. Call it for one after another: it looks for its process. */
async function start(worker: V4WorkerOptions, storage: string, access: Access): Promise<Instance> {
  const before = await childProcesses();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...worker,
      ...(access.direct && { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] }),
      ...(access.inspected && { inspectorPort: 0 }),
      host: "127.0.0.1",
      resourcePersistencePath: storage,
      // Everything that is not the Worker's own work stays off, for all alike.
      cf: false,
      logRequests: false,
      telemetry: { enabled: false },
      handleStructuredLogs: () => {},
    }),
  );
  const ready = await miniflare.ready;
  const { origin } = access.direct ? await miniflare.unsafeGetDirectURL() : ready;
  const [pid = null] = (await childProcesses()).filter((child) => !before.includes(child));
  return { origin, pid, miniflare };
}
