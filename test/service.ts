import { createTestHarness, experimental_readRawConfig } from "wrangler";
import { newApiKey } from "../src/access/api-key.ts";
import { newId } from "../src/core/ids.ts";
import { SCOPES, type Scope } from "../src/core/vocabulary.ts";
import type { Env } from "../src/env.ts";

/** The real Worker with its real local bindings, and what a test needs to talk to it. */
export interface Service {
  env: Env;
  /** Where it listens, for tests that speak HTTP themselves. */
  url: URL;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Runs the cron jobs as of `time`. */
  scheduled(cron: string, time: Date): Promise<void>;
  /** Issues an API key as `npm run keys` does; organization and projects are created. */
  issueKey(options?: KeyOptions): Promise<IssuedKey>;
  logs(): string[];
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
}

const ROOT = new URL("..", import.meta.url).pathname;

/** Boots the Worker of wrangler.toml on an empty, migrated database. `vars` and `secrets` override its own. */
export async function startService({ config, ...options }: ServiceOptions = {}): Promise<Service> {
  const harness = createTestHarness({
    root: ROOT,
    workers: [
      config ? { config: changedConfig(config, options) } : { configPath: "wrangler.toml", ...options },
    ],
  });
  const { url } = await harness.listen();
  const worker = harness.getWorker<Env>();
  await worker.applyD1Migrations("DB");
  const env = await worker.getEnv();
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

function changedConfig(changes: object, { vars, secrets }: Omit<ServiceOptions, "config">) {
  const { rawConfig } = experimental_readRawConfig({ config: `${ROOT}wrangler.toml` });
  return { ...rawConfig, vars: { ...rawConfig.vars, ...vars, ...secrets }, ...changes };
}

/** Issues an API key in `db` as `npm run keys` does; organization and projects are created. */
export async function issueKey(db: D1Database, options: KeyOptions = {}): Promise<IssuedKey> {
  const { organization = "acme", projects = "all", createProjects = ["main"], scopes = SCOPES } = options;
  const now = new Date();
  const { key, hash, prefix } = await newApiKey();
  const id = newId("key", now);
  const selected = projects === "all" ? [] : projects;
  await db.batch([
    db
      .prepare("INSERT INTO organizations (id, name, created_at) VALUES (?1, ?1, ?2) ON CONFLICT DO NOTHING")
      .bind(organization, now.toISOString()),
    ...[...createProjects, ...selected].map((project) =>
      db
        .prepare(
          `INSERT INTO projects (organization_id, id, name, created_at) VALUES (?1, ?2, ?2, ?3)
           ON CONFLICT DO NOTHING`,
        )
        .bind(organization, project, now.toISOString()),
    ),
    db
      .prepare(
        `INSERT INTO api_keys
           (id, organization_id, hash, prefix, name, project_policy, scopes, created_at, expires_at, revoked_at)
         VALUES (?1, ?2, ?3, ?4, 'test', ?5, ?6, ?7, ?8, ?9)`,
      )
      .bind(
        id,
        organization,
        hash,
        prefix,
        projects === "all" ? "all" : "selected",
        JSON.stringify(scopes),
        now.toISOString(),
        options.expiresAt ?? null,
        options.revokedAt ?? null,
      ),
    ...selected.map((project) =>
      db
        .prepare("INSERT INTO api_key_projects (organization_id, api_key_id, project_id) VALUES (?1, ?2, ?3)")
        .bind(organization, id, project),
    ),
  ]);
  return { id, key };
}
