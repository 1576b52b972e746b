import { createHash, createHmac } from "node:crypto";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";

/** The ids that wrangler.toml had until 1.1, and the bindings by which local storage is named since it has none. */
const FORMER = [
  {
    kind: "d1",
    object: "miniflare-D1DatabaseObject",
    from: "00000000-0000-0000-0000-000000000000",
    to: "DB",
  },
  {
    kind: "kv",
    object: "miniflare-KVNamespaceObject",
    from: "00000000000000000000000000000001",
    to: "LINKS",
  },
  {
    kind: "kv",
    object: "miniflare-KVNamespaceObject",
    from: "00000000000000000000000000000002",
    to: "IDEMPOTENCY",
  },
] as const;

/**
 * Gives local storage of earlier versions the names of today, where there is none under them yet. `names` are those that
 * the configuration uses. The caller holds the lock on the state, so nobody has the files open.
 */
export function adoptFormerStorage(state: string, names: ReadonlySet<string>): void {
  for (const { kind, object, from, to } of FORMER) {
    if (!names.has(to) || names.has(from)) continue;
    const file = (name: string) => join(state, "v3", kind, object, `${objectId(object, name)}.sqlite`);
    if (existsSync(file(from)) && !existsSync(file(to))) {
      // SQLite's log of changes goes first: a database file without it would be an older state.
      for (const ending of ["-wal", "-shm", ""]) moved(file(from) + ending, file(to) + ending);
      moved(join(state, "v3", kind, from), join(state, "v3", kind, to));
    }
  }
}

function moved(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

/** The runtime's id of a local Durable Object, which stores one database or namespace, for its name. */
function objectId(object: string, name: string): string {
  const key = createHash("sha256").update(object).digest();
  const sign = (text: string | Buffer) => createHmac("sha256", key).update(text).digest().subarray(0, 16);
  const first = sign(name);
  return Buffer.concat([first, sign(first)]).toString("hex");
}
