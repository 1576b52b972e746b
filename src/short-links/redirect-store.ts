import { serviceUnavailable } from "../core/errors.ts";
import type { RedirectEntry } from "../links/link.ts";
import type { RedirectStore } from "../links/ports.ts";
import type { RedirectSources } from "./resolve.ts";
import { pause, within } from "../platform/within.ts";
import { onD1 } from "../platform/d1.ts";
import { fromRoutesColumn } from "../delivery-app/shop-store.ts";
import { Memory } from "../platform/memory.ts";
import type { NearestInstance } from "./nearest-instance.ts";

/** How long a data centre may answer from its own copy of a KV entry, in seconds. */
const CACHE_TTL = 60;
const PUT_LIMIT_MS = 5_000;
const PUT_ATTEMPTS = 3;
/** KV takes one write a second for a key: https://developers.cloudflare.com/kv/platform/limits/ */
const BETWEEN_PUTS_MS = 1_100;
/** A data centre may know for 60 s that KV has no copy: repairing more often than that gains nothing. */
const REPAIRED_MS = 60_000;

/** The KV key of a short link. */
export const redirectKey = (shortId: string): string => `link:${shortId}`;

/** Keeps KV's copy of what the redirect needs. */
export function redirectStore(
  kv: KVNamespace,
  db: D1Database,
  waitUntil: (work: Promise<unknown>) => void,
): RedirectStore {
  return {
    publish(shortId, entry) {
      // Nothing can be newer than a link just created; a change, or a second try, has to look.
      const first = entry.version === 1 ? put(kv, shortId, entry) : Promise.reject(new Error("a change"));
      waitUntil(first.catch(() => publishCurrent(kv, db, shortId)).catch(logFailure(shortId)));
    },
    publishCurrent: (shortId) => publishCurrent(kv, db, shortId),
  };
}

const logFailure = (shortId: string) => (cause: unknown) =>
  console.error(JSON.stringify({ job: "publish", shortId, cause: String(cause) }));

/** Links that this isolate repaired of late. */
const repaired = new Memory<true>(1_000, REPAIRED_MS);

/** The stores that a redirect asks, for one request; `instance` is of the isolate. */
export function redirectSources(
  kv: KVNamespace,
  db: D1Database,
  waitUntil: (work: Promise<unknown>) => void,
  instance: NearestInstance,
): RedirectSources {
  return {
    async published(shortId) {
      const text = await kv.get(redirectKey(shortId), { type: "text", cacheTtl: CACHE_TTL });
      return text === null ? null : parseEntry(text);
    },
    async nearest(shortId, now) {
      const select = (from: Pick<D1Database, "prepare">) => selectStatement(from, shortId);
      const { row, final } = await instance.first<RedirectRow>(db, now, select);
      return { entry: fromRow(row), final };
    },
    primary: (shortId) => readPrimary(db, shortId),
    repair(shortId, now) {
      if (repaired.get(shortId, now)) return;
      repaired.set(shortId, true, now);
      waitUntil(publishCurrent(kv, db, shortId).catch(logFailure(shortId)));
    },
    within,
  };
}

/**
 * Writes D1's current row to KV and comes back when that is what KV holds. KV has no compare-and-set, so a slow
 * writer may put an older row over a newer one; therefore every writer looks at the primary once its copy is in
 * place, and goes on until nothing newer is there. Whoever writes last then leaves the newest version behind.
 * Throws `service_unavailable`.
 */
async function publishCurrent(kv: KVNamespace, db: D1Database, shortId: string): Promise<void> {
  let entry = await onD1(() => readPrimary(db, shortId));
  while (entry !== null) {
    await putPatiently(kv, shortId, entry);
    const current = await onD1(() => readPrimary(db, shortId));
    if (current === null || current.version === entry.version) return;
    entry = current;
  }
}

async function putPatiently(kv: KVNamespace, shortId: string, entry: RedirectEntry): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await put(kv, shortId, entry);
    } catch (error) {
      if (attempt === PUT_ATTEMPTS) throw serviceUnavailable(error);
      await pause(BETWEEN_PUTS_MS);
    }
  }
}

const put = (kv: KVNamespace, shortId: string, entry: RedirectEntry): Promise<void> =>
  within(PUT_LIMIT_MS, kv.put(redirectKey(shortId), JSON.stringify(entry)));

/** KV's text as an entry; null where it is damaged, as if it were not there. */
function parseEntry(text: string): RedirectEntry | null {
  try {
    const value: unknown = JSON.parse(text);
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is RedirectEntry {
  if (typeof value !== "object" || value === null) return false;
  const { linkId, status, destination, version, publicName, stores } = value as Partial<
    Record<keyof RedirectEntry, unknown>
  >; // read only
  return (
    typeof linkId === "string" &&
    (status === "active" || status === "inactive") &&
    typeof destination === "string" &&
    destination !== "" &&
    typeof version === "number" &&
    (publicName === undefined || typeof publicName === "string") &&
    (stores === undefined || isRoutes(stores))
  );
}

function isRoutes(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { url, stores } = value as Partial<Record<"url" | "stores", unknown>>; // read only
  return typeof url === "string" && Array.isArray(stores);
}

interface RedirectRow {
  id: string;
  status: RedirectEntry["status"];
  destination: string;
  version: number;
  public_name: string | null;
  routes: string | null;
}

const fromRow = (row: RedirectRow | null): RedirectEntry | null =>
  row
    ? {
        linkId: row.id,
        status: row.status,
        destination: row.destination,
        version: row.version,
        publicName: row.public_name ?? undefined,
        stores: fromRoutesColumn(row.routes),
      }
    : null;

const selectStatement = (db: Pick<D1Database, "prepare">, shortId: string): D1PreparedStatement =>
  db
    .prepare(
      `SELECT id, status, destination, version, public_name,
         (SELECT routes FROM delivery_app_routes WHERE link_id = links.id) AS routes
       FROM links WHERE short_id = ?1`,
    )
    .bind(shortId);

/** Without a session, D1 asks the primary. */
const readPrimary = async (db: D1Database, shortId: string): Promise<RedirectEntry | null> =>
  fromRow(await selectStatement(db, shortId).first<RedirectRow>());
