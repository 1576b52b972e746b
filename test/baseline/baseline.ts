import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unstable_splitSqlQuery } from "wrangler";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { type DatabaseRows, restoreRows, rowsIn } from "../database-rows.ts";
import { replaceAll } from "../deploy/copy-database.ts";
import { get, type Json } from "../requests.ts";
import { ROOT, type RunningService, type Service } from "../service.ts";
import { type OwnSignIn, startOwnSignIn } from "../sign-in/people.ts";

/** What the first version of the data model stored, in every place where a later version finds it. */
export interface Baseline {
  /** When it was stored. */
  madeAt: string;
  /** Secrets of which the database has hashes: a key, the cookie of a session, the token of a shared report. */
  secrets: { key: string; cookie: string; report: string };
  rows: Pick<DatabaseRows, "tables" | "rows">;
  kv: Record<"LINKS" | "IDEMPOTENCY", Record<string, string>>;
  messages: { VISITS: VisitMessage[]; RUNS: object[] };
  /** An archive of `npm run export`, in Base64. */
  archive: string;
  /** A create that was responded to, with its Idempotency-Key. */
  create: { idempotencyKey: string; body: object; response: Json };
  /** Responses by path: before, and those of visits after the messages are counted. */
  responses: Record<string, Json>;
  visits: Record<string, Json>;
  /** Where each short link redirects. */
  redirects: Record<string, string>;
}

export const ORGANIZATION = "acme";
/** The signed-in owner. */
export const OWNER = "owner@acme.example";
export const INITIAL = "0001_initial.sql";
const MIGRATIONS = join(ROOT, "migrations");
const FOLDER = join(ROOT, "test/baseline");

/** The hash of the first migration, and what is stored with it. */
export const HASH_FILE = join(FOLDER, "0001_initial.sha256");
export const BASELINE_FILE = join(FOLDER, "baseline.json.gz");
export const readBaseline = (): Baseline => JSON.parse(gunzipSync(readFileSync(BASELINE_FILE)).toString());

export const migrationText = (file: string): string => readFileSync(join(MIGRATIONS, file), "utf8");
export const laterMigrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((file) => file !== INITIAL)
    .sort();

/** A service that signs people in itself, opens the secrets of the baseline, and does not count the visits of the test. */
export const startBaselineService = (): Promise<OwnSignIn> =>
  startOwnSignIn({
    vars: { COUNT_VISITS: "off" },
    secrets: { WEBHOOK_SECRET_KEY: Buffer.alloc(32, "baseline").toString("base64") },
  });

/** Gives a service the rows of the baseline in its tables, and then all later migrations. */
export async function migrateBaseline(service: Service, { rows }: Baseline): Promise<void> {
  const { env } = service;
  await replaceAll(service, migrationText(INITIAL));
  const { triggers } = await rowsIn(env.DB);
  await restoreRows(env.DB, { ...rows, triggers });
  for (const file of laterMigrations()) {
    const statements = unstable_splitSqlQuery(migrationText(file));
    await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  }
}

/** The responses of these paths to a key, as JSON. Throws for a response without success. */
export async function responsesOf(
  service: RunningService,
  key: string,
  paths: readonly string[],
): Promise<Record<string, Json>> {
  const found: Record<string, Json> = {};
  for (const path of paths) {
    const { status, text } = await get(service, path, { key });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    // When counters were last updated is no content of a report.
    found[path] = JSON.parse(withoutPort(text), (name, value) =>
      name === "updatedAt" && path.includes("/visits") ? undefined : value,
    );
  }
  return found;
}

/** Where these paths redirect. */
export async function redirectsOf(
  service: RunningService,
  paths: readonly string[],
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of paths) {
    const { headers } = await get(service, path);
    found[path] = withoutPort(headers.get("Location") ?? "");
  }
  return found;
}

/** Services of tests have any free port. */
const withoutPort = (text: string): string =>
  text.replaceAll(/127\.0\.0\.1:\d+|localhost:\d+/g, "service.example");
