import type { Env } from "../../src/env.ts";
import { literal } from "../empty-storage.ts";

/** What services have stored, so that a test which has run can run again: most tests write the same rows each time. */

interface Kept {
  /** The rows of each table, as statements that write them. */
  statements: string[];
  /** Names and texts of KV. */
  entries: Map<KVNamespace, Map<string, string | null>>;
}

const namespacesOf = ({ LINKS, IDEMPOTENCY }: Env): KVNamespace[] => [LINKS, IDEMPOTENCY];

/** What a service stores now. Images are left out: they are drawn again. */
export async function keep(env: Env): Promise<Kept> {
  const found = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '!_%' ESCAPE '!' AND name NOT LIKE 'sqlite%'",
  ).all<{ name: string }>();
  const tables = found.results.map(({ name }) => name);
  const contents = await env.DB.batch<Record<string, unknown>>(
    tables.map((name) => env.DB.prepare(`SELECT * FROM ${name}`)),
  );
  const inserts = contents.flatMap(({ results }, index) =>
    results.map(
      (row) =>
        `INSERT OR REPLACE INTO ${tables[index]} (${Object.keys(row).join(", ")}) VALUES (${Object.values(row).map(literal).join(", ")})`,
    ),
  );
  // Triggers of one table write into others: the second round deletes what the first one caused.
  const deletes = [...tables, ...tables].map((name) => `DELETE FROM ${name}`);
  const entries = new Map<KVNamespace, Map<string, string | null>>();
  for (const namespace of namespacesOf(env)) entries.set(namespace, await entriesOf(namespace));
  return { statements: ["PRAGMA defer_foreign_keys = ON", ...deletes, ...inserts], entries };
}

/** Brings a service back to what it stored then. */
export async function restore(env: Env, { statements, entries }: Kept): Promise<void> {
  await env.DB.exec(statements.join("\n"));
  for (const namespace of namespacesOf(env)) {
    const wanted = entries.get(namespace) ?? new Map();
    const there = await entriesOf(namespace);
    for (const [name] of there) if (!wanted.has(name)) await namespace.delete(name);
    for (const [name, text] of wanted) if (there.get(name) !== text) await namespace.put(name, text ?? "");
  }
}

async function entriesOf(namespace: KVNamespace): Promise<Map<string, string | null>> {
  const { keys } = await namespace.list();
  return new Map(await Promise.all(keys.map(async ({ name }) => [name, await namespace.get(name)] as const)));
}
