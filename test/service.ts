import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import {
  experimental_readRawConfig,
  unstable_getMiniflareWorkerOptions,
  unstable_splitSqlQuery,
} from "wrangler";
import type { Env } from "../src/env.ts";
import { apiKeyStore } from "../src/features/access/api-key-store.ts";
import { issueKey as issueKeyVerb } from "../src/features/access/issue-key.ts";
import { projectStore } from "../src/features/access/project-store.ts";
import { revokeKey } from "../src/features/access/rotate-key.ts";
import { madeBy } from "../src/features/writes/claim.ts";
import { SCOPES, type Scope } from "../src/ground/core/vocabulary.ts";
import { BUILD_DIRECTORY, buildWorker } from "../src/surfaces/cli/wrangler/build.ts";
import { type Bindings, SERVICE } from "./storage/bindings-client.ts";
import { type StorageClient, storageClient } from "./storage/storage-client.ts";

/** The real Worker with its real local bindings, and the methods that a test needs. */
export interface RunningService {
  env: Env;
  /** Its URL, for tests that speak HTTP themselves. */
  url: URL;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Runs the cron jobs as of `time`. */
  scheduled(cron: string, time: Date): Promise<void>;
  /** Issues an API key like `npm run keys`; organization and projects are created. */
  issueKey(options?: KeyOptions): Promise<IssuedKey>;
  logs(): string[];
}

/** A Worker that a test started for itself. */
export interface Service extends RunningService, Pick<StorageClient, "emptyKvAndR2"> {
  close(): Promise<void>;
}

export interface KeyOptions {
  organization?: string;
  projects?: "all" | string[];
  /** Existing projects besides the selected ones. */
  createProjects?: string[];
  scopes?: readonly Scope[];
  expiresAt?: string;
  revokedAt?: string;
}

export interface IssuedKey {
  id: string;
  key: string;
}

export interface ServiceOptions {
  vars?: Record<string, string>;
  secrets?: Record<string, string>;
  /** Replaces these fields of wrangler.toml, such as `main` or `ratelimits`. */
  config?: Record<string, unknown>;
  /**
   * Requests go through Miniflare's own Worker first, as with `wrangler dev`: it knows the local identity (`access`), tidies
   * up paths and takes a header's word for another address. It costs a third of a request.
   */
  behindMiniflare?: boolean;
}

/** The directory of the project. */
export const ROOT = new URL("..", import.meta.url).pathname;
/** The Workers of the tests, each in a separate directory. */
const BUILDS = join(ROOT, ".wrangler/test-workers");

/**
 * Starts the Worker of wrangler.toml, as it was built for this run of the tests, on an empty, migrated database. `vars` and
 * `secrets` override its own. `wrangler dev` puts a second runtime before the Worker, which takes as long for a request as
 * the Worker does: here there is only the Worker's own.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const logs: string[] = [];
  const worker = await workerOptions(options);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [{ ...worker, unsafeDirectSockets: [{}] }, storageWorker(worker)],
      handleStructuredLogs: ({ message }) => {
        logs.push(message);
      },
    }),
  );
  const entry = await miniflare.ready;
  const url = options.behindMiniflare ? entry : await miniflare.unsafeGetDirectURL();
  const storage = storageClient(await miniflare.unsafeGetDirectURL(STORAGE_WORKER));
  const { db, bindings, emptyKvAndR2, close } = storage;
  await db.exec(MIGRATIONS);
  return {
    env: bindingsOf(worker, bindings),
    url,
    fetch(path, init) {
      const address = new URL(path, url);
      if (address.origin === url.origin && url !== entry) return ask(address, withCf(init));
      // Miniflare uses undici's Response, which has the same interface.
      return miniflare.dispatchFetch(address.href, init as never) as unknown as Promise<Response>;
    },
    scheduled: bindings.scheduled,
    issueKey: (keyOptions) => issueKey(db, keyOptions),
    logs: () => logs,
    emptyKvAndR2,
    close: async () => {
      await close();
      await miniflare.dispose();
    },
  };
}

/**
 * `fetch`, and what the Worker logged before its answer has come too: both may wait to be read in one turn of the event loop,
 * in any order.
 */
export async function ask(address: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  await setImmediate();
  return response;
}

/** The header from which the runtime reads `request.cf`. */
const CF_HEADER = "MF-CF-Blob";

/** A request with this `request.cf`, as with Miniflare's own `dispatchFetch`. */
function withCf(init: RequestInit & { cf?: unknown } = {}): RequestInit {
  const { cf = {}, ...others } = init;
  const headers = new Headers(others.headers);
  headers.set(CF_HEADER, JSON.stringify(cf));
  return { ...others, headers };
}

/** The Worker's configuration in wrangler.toml, with the changes of a test. */
async function workerOptions({ config: { main, ...changes } = {}, vars, secrets }: ServiceOptions) {
  const directory = typeof main === "string" ? await builtWorker(main) : BUILD_DIRECTORY;
  const { rawConfig } = experimental_readRawConfig({ config: `${ROOT}wrangler.toml` });
  const config = {
    ...rawConfig,
    build: {},
    queues: withoutPauses(rawConfig.queues),
    vars: { ...rawConfig.vars, CHECK_DESTINATIONS: "off", WEBHOOK_SECRET_KEY, ...vars, ...secrets },
    ...changes,
  };
  const path = join(directory, `${randomUUID()}.json`);
  writeFileSync(path, JSON.stringify({ ...config, main: "index.js" }));
  try {
    const { modulesRules: _, ...read } = unstable_getMiniflareWorkerOptions(path).workerOptions;
    // Wrangler's type omits the source, and so loses the types of all other fields.
    const options = read as StorageOptions;
    return { ...options, modulesRoot: directory, modules: modulesOf(directory) };
  } finally {
    rmSync(path);
  }
}

/** The queues of wrangler.toml, which bring a batch at once instead of gathering it: a test waits for most of them. */
const withoutPauses = (queues: { consumers?: object[] } = {}) => ({
  ...queues,
  consumers: queues.consumers?.map((consumer) => ({ ...consumer, max_batch_timeout: 0 })),
});

/** As an operator makes one. */
export const WEBHOOK_SECRET_KEY = randomBytes(32).toString("base64");

const STORAGE_WORKER = "storage";
type StorageOptions = Pick<
  V4WorkerOptions,
  "name" | "bindings" | "compatibilityDate" | "d1Databases" | "kvNamespaces" | "r2Buckets" | "queueProducers"
>;

/** The Worker through which tests reach the storage of a service with these options. */
function storageWorker(options: StorageOptions) {
  const { name = "", compatibilityDate = "", d1Databases = {}, kvNamespaces = {}, r2Buckets = {} } = options;
  const script = readFileSync(join(ROOT, "test/storage/storage.worker.js"), "utf8");
  return {
    ...{ name: STORAGE_WORKER, modules: true as const, script, compatibilityDate },
    ...{ d1Databases, kvNamespaces, r2Buckets, queueProducers: options.queueProducers ?? {} },
    // Otherwise a Worker may only fetch from another.
    ...{ serviceBindings: { [SERVICE]: name }, compatibilityFlags: ["service_binding_extra_handlers"] },
    unsafeDirectSockets: [{}],
  };
}

/** The Worker's bindings, with the storage that tests share with it, without rate limits. */
function bindingsOf({ bindings: variables = {}, d1Databases = {} }: StorageOptions, bindings: Bindings): Env {
  const env: Omit<Env, `${string}_RATE_LIMIT`> = {
    ...variables,
    ...Object.fromEntries(Object.keys(d1Databases).map((name) => [name, bindings.d1(name)])),
    DB: bindings.d1("DB"),
    LINKS: bindings.kv("LINKS"),
    IDEMPOTENCY: bindings.kv("IDEMPOTENCY"),
    QR_IMAGES: bindings.r2("QR_IMAGES"),
    VISITS: bindings.queue("VISITS"),
    RUNS: bindings.queue("RUNS"),
    WEBHOOKS: bindings.queue("WEBHOOKS"),
  };
  return env as Env;
}

/** The modules of a built Worker, with the main one first. */
function modulesOf(directory: string) {
  const names = readdirSync(directory).filter((name) => name.endsWith(".js") && name !== "index.js");
  return ["index.js", ...names].map((name) => ({ type: "ESModule" as const, path: join(directory, name) }));
}

/** The statements of all migrations, one per line, for `exec`. */
const MIGRATIONS = readdirSync(join(ROOT, "migrations"))
  .sort()
  .flatMap((file) => unstable_splitSqlQuery(readFileSync(join(ROOT, "migrations", file), "utf8")))
  .map((statement) => statement.replace(/--.*/g, "").replace(/\s*\n\s*/g, " "))
  .join("\n");

const builds = new Map<string, Promise<string>>();

/** Builds a Worker of the tests, once per process, and returns the directory of its modules, whose main module is index.js. */
export function builtWorker(main: string): Promise<string> {
  const directory = join(BUILDS, main);
  const known = builds.get(main);
  const build = known ?? buildWorker(directory, main).then(() => directory);
  if (!known) builds.set(main, build);
  return build;
}

/** Issues an API key in `db` like `npm run keys`; organization and projects are created. */
export async function issueKey(db: D1Database, options: KeyOptions = {}): Promise<IssuedKey> {
  const { organization = "acme", projects = "all", createProjects = ["main"], scopes = SCOPES } = options;
  const actor = { type: "job", id: "test" } as const;
  const stores = { apiKeys: apiKeyStore(db, () => {}), projects: projectStore(db) };
  const expiresAt = options.expiresAt ?? null;
  const request = { organization, projects, createProjects, scopes, name: "test", expiresAt };
  const dependencies = { ...stores, now: () => new Date() };
  const issued = madeBy(await issueKeyVerb(actor, { request, idempotency: null }, dependencies));
  if (options.revokedAt)
    await revokeKey(actor, issued, { ...stores, now: () => new Date(options.revokedAt ?? "") });
  return issued;
}

/** Writes projects directly, also with ids that the verbs would reject. */
export async function insertProjects(
  db: D1Database,
  organization: string,
  ids: readonly string[],
): Promise<void> {
  const insert = `INSERT INTO projects (organization_id, id, name, created_at)
    SELECT ?1, value, 'Old', '' FROM json_each(?2) WHERE TRUE ON CONFLICT DO NOTHING`;
  await db.prepare(insert).bind(organization, JSON.stringify(ids)).run();
}
