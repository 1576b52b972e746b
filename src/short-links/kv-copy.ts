import { serviceUnavailable } from "../core/errors.ts";
import type { WaitUntil } from "../platform/background.ts";
import { onD1 } from "../platform/d1.ts";
import { DEADLINES, pause, within } from "../platform/deadlines.ts";
import type { Log } from "../platform/log.ts";
import { type RedirectEntry, readPrimaryEntry } from "./entry.ts";

const PUT_ATTEMPTS = 3;
/** KV accepts one write a second for a key: https://developers.cloudflare.com/kv/platform/limits/ */
const BETWEEN_PUTS_MS = 1_100;

/** The KV key of a short link. */
export const redirectKey = (shortId: string): string => `link:${shortId}`;

/** Writes KV's copies of what the redirect needs. */
export type RedirectStore = ReturnType<typeof redirectStore>;

export function redirectStore(kv: KVNamespace, db: D1Database, waitUntil: WaitUntil, log: Log) {
  return {
    /** Publishes a committed change of a link to KV, after the response. */
    publish(shortId: string, entry: RedirectEntry): void {
      // A new link has no newer version. A change, or a second try, has to read the current version.
      const first = entry.version === 1 ? put(kv, shortId, entry) : Promise.reject(new Error("a change"));
      const done = first.catch(() => publishCurrent(kv, db, shortId));
      waitUntil(done.catch((cause: unknown) => log("error", "publish", { shortId, cause })));
    },
    /** Publishes the version that is committed now, and resolves once KV holds it. Throws `service_unavailable`. */
    publishCurrent: (shortId: string): Promise<void> => publishCurrent(kv, db, shortId),
  };
}

/**
 * Writes D1's current row to KV and resolves when KV holds it. KV has no compare-and-set, so a slow writer may
 * overwrite a newer row with an older one. Therefore every writer reads the primary again after its write, and repeats
 * until it finds no newer version. The last writer then leaves the newest version in KV.
 * Throws `service_unavailable`.
 */
export async function publishCurrent(kv: KVNamespace, db: D1Database, shortId: string): Promise<void> {
  let entry = await onD1(() => readPrimaryEntry(db, shortId));
  while (entry !== null) {
    await putPatiently(kv, shortId, entry);
    const current = await onD1(() => readPrimaryEntry(db, shortId));
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
  within(DEADLINES.kvPut, kv.put(redirectKey(shortId), JSON.stringify(entry)));
