import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import type { V4WorkerOptions } from "miniflare";
import * as z from "zod";
import { deployment } from "./instances.ts";

/** Workers in workerd alone, without Miniflare: for work that takes less time than Miniflare itself. */

/** The path of the binary; the package has no types. */
const workerd = z.object({ default: z.string() }).parse(createRequire(import.meta.url)("workerd")).default;

/** The beginnings of the short ids of links with a schedule, of choice links and of links on an organization's domain. */
export const SCHEDULED = "sched";
export const CHOICE = "ch0";
/** Of choice links with ten rules, of which the last fits. None has regions, which takes another 30 µs: `request.cf` is read. */
export const RULES = "rv0";
export const ON_DOMAIN = "h0st";
/** The domain of the organization of these links. */
export const DOMAIN = "go.brand.example";

/**
 * Replaces KV, D1 and the queue, which bare workerd lacks locally: every key has the same entry, slugs too; entries of
 * `SCHEDULED` have a schedule, entries of `CHOICE` three offers, and entries of `ON_DOMAIN` their organization; no project
 * has a brand. D1 responds to every query with the domain. Nothing calls the limiter, because no id is unknown. A send to a
 * queue ends only once its message is read.
 */
const STORES = `const project = { organizationId: "acme", projectId: "main" };
const link = {
  linkId: "lnk_0", status: "active", destination: "https://example.com/welcome", version: 1, project,
};
const entry = JSON.stringify(link);
const schedule = { from: 1_600_000_000_000, until: 4_000_000_000_000, endedUrl: "https://example.com/ended" };
const offer = (key, retailer, label, destination) => ({ key, retailer, label, destination });
const offers = [
  offer("walmart", "bigbox_w", "Walmart", "https://www.walmart.com/ip/123456789"),
  offer("amazon", "marketplace", "Amazon", "https://www.amazon.com/dp/B000000001"),
  offer("kroger", "grocer_a", "Kroger", "https://www.kroger.com/p/x/1111041700"),
];
const choice = { offers, page: { soldOut: "hide", skipSingle: true } };
const rules = [
  { sources: ["mail"] }, { languages: ["fr"] }, { devices: ["tablet"] }, { systems: ["none"] }, { qrCodes: ["wall"] },
  { sources: ["news"] }, { from: 4_000_000_000_000 }, { until: 1_600_000_000_000 }, { devices: ["desktop"] },
];
const ruled = [...rules, undefined].map((when, index) => ({
  ...offer("offer-" + index, "custom", "Offer", "https://example.com/" + index), ...(when && { countries: ["US"], when }),
}));
const entries = {
  "${SCHEDULED}": JSON.stringify({ ...link, schedule }),
  "${CHOICE}": JSON.stringify({ ...link, publicName: "Corn tortillas", choice }),
  "${RULES}": JSON.stringify({ ...link, choice: { offers: ruled, page: { soldOut: "hide", skipSingle: true, pick: "first" } } }),
  "${ON_DOMAIN}": JSON.stringify({ ...link, domain: "${DOMAIN}" }),
  brand: JSON.stringify({ brand: null, revision: 0, at: Date.now() }),
};
const domains = [{
  success: true,
  meta: { served_by: "bench", duration: 0, changes: 0, rows_read: 1, rows_written: 0 },
  results: { columns: ["organization_id", "root_url", "not_found_url"], rows: [["acme", null, null]] },
}];
const entryOf = (url) => Object.entries(entries).find(([key]) => url.includes(key))?.[1] ?? entry;
export default {
  async fetch(request) {
    if (request.method === "GET") return new Response(entryOf(request.url));
    await request.arrayBuffer();
    if (new URL(request.url).pathname === "/query") return Response.json(domains);
    return Response.json({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } });
  },
};`;

/** https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp */
const configuration = (
  modules: readonly string[],
  counting: boolean,
  { compatibilityDate, compatibilityFlags = [] }: V4WorkerOptions,
): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "stores", worker = .stores)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${modules.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(", ")}],
  compatibilityDate = "${compatibilityDate}",
  compatibilityFlags = [${compatibilityFlags.map((flag) => `"${flag}"`).join(", ")}],
  bindings = [
    (name = "LINKS", kvNamespace = "stores"),
    (name = "DB", wrapped = (
      moduleName = "cloudflare-internal:d1-api", innerBindings = [(name = "fetcher", service = "stores")],
    )),
    (name = "VISITS", queue = "stores"),
    (name = "UNKNOWN_LINK_RATE_LIMIT", json = "{}"),
    (name = "COUNT_VISITS", text = "${counting ? "on" : "off"}"),
  ],
);
const stores :Workerd.Worker = (
  modules = [(name = "stores.js", esModule = embed "stores.js")],
  compatibilityDate = "${compatibilityDate}",
);
`;

/** Writes a Worker of these modules into `directory`, the entry first, and returns its compiled configuration. */
export async function writeBareWorker(
  directory: string,
  name: string,
  modules: Readonly<Record<string, string>>,
  counting = true,
): Promise<string> {
  for (const [file, text] of Object.entries({ ...modules, "stores.js": STORES }))
    await writeFile(join(directory, file), text);
  const config = join(directory, `${name}.capnp`);
  await writeFile(config, configuration(Object.keys(modules), counting, deployment()));
  return compileConfiguration(config);
}

/**
 * Compiles a configuration for `startBareWorker`, because parsing it as text takes time for every byte of every module, which no
 * deployment does. Returns the path of the result.
 */
export async function compileConfiguration(config: string): Promise<string> {
  const compiled = config.replace(/\.capnp$/, ".bin");
  const { stdout } = await promisify(execFile)(workerd, ["compile", "--config-only", config], {
    encoding: "buffer",
    maxBuffer: 64 * 1024 * 1024,
  });
  await writeFile(compiled, stdout);
  return compiled;
}

/** A Worker in a separate workerd process. */
export interface Running {
  origin: string;
  pid: number | null;
  stop(): Promise<void>;
}

/** Starts a Worker, and returns its URL as soon as it listens. */
export async function startBareWorker(config: string): Promise<Running> {
  // It writes its port to the fourth file descriptor.
  const child = spawn(workerd, ["serve", "--binary", config, "--control-fd=3"], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  let told = "";
  const control = child.stdio[3];
  if (!(control instanceof Readable)) throw new Error("workerd has no control pipe");
  // Ends with the process if that fails before it listens.
  for await (const chunk of control) {
    told += String(chunk);
    const [, port] = /"port":\s*(\d+)/.exec(told) ?? [];
    if (port) return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? null, stop };
  }
  await stop();
  throw new Error(`workerd did not start with ${config}`);
}
