import { type Bindings, bindingsClient } from "./bindings-client.ts";
import { connectTo, type KvEntries } from "./connection.ts";

/** The storage of a service that tests started. */
export interface StorageClient {
  /** The Worker's database. */
  db: D1Database;
  bindings: Bindings;
  /** Deletes everything in KV and R2. */
  emptyKvAndR2(): Promise<void>;
  /** Everything in KV. */
  entriesInKv(): Promise<KvEntries>;
  /** Brings KV back to entries that it once had. */
  restoreEntries(entries: KvEntries): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/**
 * The storage of the Worker in storage.worker.js at `origin`. Miniflare's own bindings block this process for each
 * `prepare`, `bind`, `run` and `get`, which together take ten times as long, and starting them takes as long as the
 * rest of a start.
 */
export function storageClient(origin: URL): StorageClient {
  const { send, close } = connectTo(origin);
  const bindings = bindingsClient(send);
  return {
    db: bindings.d1("DB"),
    bindings,
    async emptyKvAndR2() {
      while (await send<boolean>({ method: "empty" }));
    },
    entriesInKv: () => send({ method: "entries" }),
    restoreEntries: (entries) => send({ method: "bring back", entries }),
    close,
  };
}
