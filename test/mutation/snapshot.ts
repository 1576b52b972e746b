import type { Env } from "../../src/env.ts";
import { type DatabaseRows, restoreRows, rowsIn } from "../database-rows.ts";

/** What services have stored, so that a test which has run can run again: most tests write the same rows each time. */

interface Kept {
  rows: DatabaseRows;
  /** Names and texts of KV. */
  entries: Map<KVNamespace, Map<string, string | null>>;
}

const namespacesOf = ({ LINKS, IDEMPOTENCY }: Env): KVNamespace[] => [LINKS, IDEMPOTENCY];

/** What a service stores now. Images are left out: they are drawn again. */
export async function keep(env: Env): Promise<Kept> {
  const entries = new Map<KVNamespace, Map<string, string | null>>();
  for (const namespace of namespacesOf(env)) entries.set(namespace, await entriesOf(namespace));
  return { rows: await rowsIn(env.DB), entries };
}

/** Brings a service back to what it stored then. */
export async function restore(env: Env, { rows, entries }: Kept): Promise<void> {
  await restoreRows(env.DB, rows);
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
