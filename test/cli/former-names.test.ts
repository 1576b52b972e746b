import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, expect, test } from "vitest";
import { adoptFormerStorage } from "../../src/cli/database/former-names.ts";
import { temporaryDirectory } from "./run-cli.ts";

const state = temporaryDirectory();
afterAll(state.remove);

/** A local runtime on the state, whose storage has these names. */
const open = (database: string, links: string, idempotency: string) =>
  new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "",
      d1Databases: { DB: { id: database } },
      kvNamespaces: { LINKS: { id: links }, IDEMPOTENCY: { id: idempotency } },
      resourcePersistencePath: join(state.path, "v3"),
      cf: false,
      telemetry: { enabled: false },
    }),
  );

const ZERO = "00000000-0000-0000-0000-000000000000";
const FORMER = [ZERO, "00000000000000000000000000000001", "00000000000000000000000000000002"] as const;
const TODAY = ["DB", "LINKS", "IDEMPOTENCY"] as const;
const LONG = "x".repeat(100_000);

async function rowsAndValues(...names: readonly [string, string, string]) {
  const runtime = open(...names);
  try {
    const db = await runtime.getD1Database("DB");
    const { results } = await db.prepare("SELECT name FROM sqlite_master WHERE name = 'kept'").all();
    const values = await Promise.all(
      ["LINKS", "IDEMPOTENCY"].map(async (binding) => (await runtime.getKVNamespace(binding)).get("key")),
    );
    return { tables: results.length, values };
  } finally {
    await runtime.dispose();
  }
}

test("local data of a version with ids in wrangler.toml is found by the version without", async () => {
  const before = open(...FORMER);
  await (await before.getD1Database("DB")).exec("CREATE TABLE kept (id INTEGER)");
  await (await before.getKVNamespace("LINKS")).put("key", "short");
  await (await before.getKVNamespace("IDEMPOTENCY")).put("key", LONG);
  await before.dispose();

  // Somebody's own configuration may have these ids still: then its storage stays.
  adoptFormerStorage(state.path, new Set(FORMER));
  expect(await rowsAndValues(...FORMER)).toEqual({ tables: 1, values: ["short", LONG] });

  adoptFormerStorage(state.path, new Set(TODAY));
  expect(await rowsAndValues(...TODAY)).toEqual({ tables: 1, values: ["short", LONG] });

  // What is there under the names of today is never replaced.
  const late = open(...FORMER);
  await (await late.getKVNamespace("LINKS")).put("key", "late");
  await late.dispose();
  adoptFormerStorage(state.path, new Set(TODAY));
  expect(await rowsAndValues(...TODAY)).toEqual({ tables: 1, values: ["short", LONG] });
});
