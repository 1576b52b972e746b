import { type DatabaseRows, restoreRows, rowsIn } from "../database-rows.ts";
import type { KvEntries } from "../storage/connection.ts";
import type { StorageClient } from "../storage/storage-client.ts";

/** What services have stored, so that a test which has run can run again: most tests write the same rows each time. */
export interface Kept {
  rows: DatabaseRows;
  entries: KvEntries;
}

/** What a service stores now. Images are left out: they are drawn again. */
export const keep = async ({ db, entriesInKv }: StorageClient): Promise<Kept> => ({
  rows: await rowsIn(db),
  entries: await entriesInKv(),
});

/** Brings a service back to what it stored then. */
export async function restore({ db, restoreEntries }: StorageClient, { rows, entries }: Kept): Promise<void> {
  await Promise.all([restoreRows(db, rows), restoreEntries(entries)]);
}
