import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTestHarness, experimental_readRawConfig, unstable_splitSqlQuery } from "wrangler";
import { apiKeyStore } from "../src/access/api-key-store.ts";
import { issueKey as issueKeyVerb } from "../src/access/issue-key.ts";
import { projectStore } from "../src/access/project-store.ts";
import { revokeKey } from "../src/access/revoke-key.ts";
import { BUILD_DIRECTORY, buildWorker } from "../src/cli/wrangler/build.ts";
import { SCOPES, type Scope } from "../src/core/vocabulary.ts";
import type { Env } from "../src/env.ts";
import { madeBy } from "../src/idempotency/claim.ts";

/** The real Worker with its real local bindings, and what a test needs to talk to it. */
export interface RunningService {
  env: Env;
  /** Where it listens, for tests that speak HTTP themselves. */
  url: URL;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Runs the cron jobs as of `time`. */
  scheduled(cron: string, time: Date): Promise<void>;
  /** Issues an API key as `npm run keys` does; organization and projects are created. */
  issueKey(options?: KeyOptions): Promise<IssuedKey>;
  logs(): string[];
}

/** A Worker that a test started for itself. */
export interface Service extends RunningService {
  close(): Promise<void>;
}

export interface KeyOptions {
  organization?: string;
  projects?: "all" | string[];
  /** Projects that exist besides the selected ones. */
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
  /** Takes the place of these fields of wrangler.toml, such as `main` or `ratelimits`. */
  config?: Record<string, unknown>;
  /** Wrangler applies the migrations and records them, which takes ten times as long. */
  migratedByWrangler?: true;
}

/** The directory of the project. */
export const ROOT = new URL("..", import.meta.url).pathname;
/** The Workers of the tests, each in a directory of its own. */
const BUILDS = join(ROOT, ".wrangler/test-workers");

/**
 * Boots the Worker of wrangler.toml, as it was built for this run of the tests, on an empty, migrated database. `vars` and
 * `secrets` override its own.
 */
export async function startService({
  config,
  migratedByWrangler,
  ...options
}: ServiceOptions = {}): Promise<Service> {
  const harness = createTestHarness({
    root: ROOT,
    workers: [
      config
        ? { config: await changedConfig(config, options) }
        : { configPath: "wrangler.toml", prebuiltWorkerDir: BUILD_DIRECTORY, ...options },
    ],
  });
  const { url } = await harness.listen();
  const worker = harness.getWorker<Env>();
  const env = await worker.getEnv();
  if (migratedByWrangler) await worker.applyD1Migrations("DB");
  else await env.DB.batch(MIGRATIONS.map((statement) => env.DB.prepare(statement)));
  return {
    env,
    url,
    // The harness speaks undici's Response, which is the same interface.
    fetch: (path, init) => harness.fetch(path, init as never) as unknown as Promise<Response>,
    scheduled: async (cron, scheduledTime) => {
      await worker.scheduled({ cron, scheduledTime });
    },
    issueKey: (keyOptions) => issueKey(env.DB, keyOptions),
    logs: () => harness.getLogs().map(({ message }) => message),
    close: () => harness.close(),
  };
}

async function changedConfig(
  { main, ...changes }: Record<string, unknown>,
  { vars, secrets }: Pick<ServiceOptions, "vars" | "secrets">,
) {
  const { rawConfig } = experimental_readRawConfig({ config: `${ROOT}wrangler.toml` });
  return {
    ...rawConfig,
    ...(typeof main === "string" && { main: await builtWorker(main) }),
    build: {},
    vars: { ...rawConfig.vars, ...vars, ...secrets },
    ...changes,
  };
}

/** The statements of all migrations. */
const MIGRATIONS = readdirSync(join(ROOT, "migrations"))
  .sort()
  .flatMap((file) => unstable_splitSqlQuery(readFileSync(join(ROOT, "migrations", file), "utf8")));

const builds = new Map<string, Promise<string>>();

/** Builds a Worker of the tests, once in a process, and gives the path of its main module. */
export function builtWorker(main: string): Promise<string> {
  const directory = join(BUILDS, main);
  const known = builds.get(main);
  const build = known ?? buildWorker(directory, main).then(() => join(directory, "index.js"));
  if (!known) builds.set(main, build);
  return build;
}

/** Issues an API key in `db` as `npm run keys` does; organization and projects are created. */
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

/** Writes projects past the verbs, also with ids of before these had one form. */
export async function insertProjects(
  db: D1Database,
  organization: string,
  ids: readonly string[],
): Promise<void> {
  const insert = `INSERT INTO projects (organization_id, id, name, created_at)
    SELECT ?1, value, 'Old', '' FROM json_each(?2) WHERE TRUE ON CONFLICT DO NOTHING`;
  await db.prepare(insert).bind(organization, JSON.stringify(ids)).run();
}
