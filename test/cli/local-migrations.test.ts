// @module-tag all
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestHarness, unstable_splitSqlQuery } from "wrangler";
import type { Env } from "../../src/env.ts";
import { applyMigrations } from "../../src/surfaces/cli/database/local-database.ts";
import { BUILD_DIRECTORY } from "../../src/surfaces/cli/wrangler/build.ts";
import { ROOT } from "../service.ts";
import { runCli, temporaryDirectory } from "./run-cli.ts";
import { storedRows } from "./stored-rows.ts";

// Commands wait for a runtime, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const FILES = readdirSync("migrations").sort();
const NAMES = "SELECT name FROM d1_migrations ORDER BY id";
const TABLES = `SELECT type, name, sql FROM sqlite_master
  WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' AND tbl_name <> 'migration_texts' ORDER BY type, name`;

/** A database that wrangler has migrated. */
let db: D1Database;
const worker = { configPath: "wrangler.toml", prebuiltWorkerDir: BUILD_DIRECTORY };
const wrangler = createTestHarness({ root: ROOT, workers: [worker] });
beforeAll(async () => {
  await wrangler.listen();
  const runtime = wrangler.getWorker<Env>();
  db = (await runtime.getEnv()).DB;
  await runtime.applyD1Migrations("DB");
});
afterAll(() => wrangler.close());

const rows = async (sql: string) => (await db.prepare(sql).all()).results;
const withoutBlanks = (tables: unknown[]): string[] =>
  tables.map((table) => JSON.stringify(table).replace(/\s|\\[nt]/g, ""));
const migrate = () => applyMigrations(db, unstable_splitSqlQuery);

test("a new local database equals wrangler's, and every migration is recorded in order", async () => {
  const state = temporaryDirectory();
  try {
    expect(await storedRows(state.path, NAMES)).toEqual(FILES.map((name) => ({ name })));
    expect(withoutBlanks(await storedRows(state.path, TABLES))).toEqual(withoutBlanks(await rows(TABLES)));
  } finally {
    state.remove();
  }
});

const UNRELEASED = `This database is of an unreleased version, which had another ${FILES.join(", ")}: export there`;

test("a database whose migrations had another text, or nobody knows which, is not used, and not changed", async () => {
  // Wrangler records no hash.
  const before = await rows(TABLES);
  await expect(migrate()).rejects.toThrow(UNRELEASED);
  expect(await rows(TABLES)).toEqual(before);

  const state = temporaryDirectory();
  try {
    await storedRows(state.path, "UPDATE migration_texts SET sha256 = 'of an earlier text'");
    const { code, stdout, stderr } = await runCli("start", ["--persist-to", state.path]);
    expect([code, stdout]).toEqual([1, "Preparing the database …\n"]);
    expect(stderr).toContain(`${UNRELEASED}, import here.`);
    expect(stderr).toContain("delete .wrangler/");
    expect(stderr).not.toMatch(/^ +at /m);
  } finally {
    state.remove();
  }
});

test("a migration that fails leaves nothing behind and is not recorded", async () => {
  // Its first statement fails, because its table exists already.
  await db.prepare("DELETE FROM d1_migrations").run();
  const before = await rows(TABLES);
  await expect(migrate()).rejects.toThrow("already exists");
  expect(await rows(TABLES)).toEqual(before);
  expect(await rows(NAMES)).toEqual([]);
});
