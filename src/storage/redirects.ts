import type { RedirectEntry } from "../domain/link.ts";
import type { RedirectStore } from "../domain/ports.ts";

/** The KV key of a short link. */
export const redirectKey = (shortId: string): string => `link:${shortId}`;

/** Keeps KV's copy of what the redirect needs. */
export function redirectStore(kv: KVNamespace, waitUntil: (work: Promise<unknown>) => void): RedirectStore {
  return {
    publish(shortId, entry) {
      waitUntil(kv.put(redirectKey(shortId), JSON.stringify(entry)).catch(() => {}));
    },
  };
}

interface RedirectRow {
  id: string;
  status: RedirectEntry["status"];
  destination: string;
  version: number;
  public_name: string | null;
}

const SELECT = "SELECT id, status, destination, version, public_name FROM links WHERE short_id = ?1";

/** The link's entry in `db` (a database, or a session that may be a replica), or null. */
export async function readRedirect(
  db: Pick<D1Database, "prepare">,
  shortId: string,
): Promise<RedirectEntry | null> {
  const row = await db.prepare(SELECT).bind(shortId).first<RedirectRow>();
  return (
    row && {
      linkId: row.id,
      status: row.status,
      destination: row.destination,
      version: row.version,
      publicName: row.public_name ?? undefined,
    }
  );
}
