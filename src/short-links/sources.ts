import type { WaitUntil } from "../platform/background.ts";
import { within } from "../platform/deadlines.ts";
import type { Log } from "../platform/log.ts";
import { Memory } from "../platform/memory.ts";
import { fromRedirectRow, parseEntry, type RedirectRow, readPrimaryEntry, selectEntry } from "./entry.ts";
import { publishCurrent, redirectKey } from "./kv-copy.ts";
import type { NearestInstance } from "./nearest-instance.ts";
import type { RedirectSources } from "./resolve.ts";

/** How long a data centre may answer from its own copy of a KV entry, in seconds. */
const CACHE_TTL = 60;
/** A data centre may cache for 60 s that KV has no copy, so repairing more often has no effect. In milliseconds. */
const REPAIRED_MS = 60_000;

/** Links that this isolate repaired recently. */
const repaired = new Memory<true>(1_000, REPAIRED_MS);

/** The storage that a redirect asks, for one request. `instance` is shared by the isolate. */
export function redirectSources(
  kv: KVNamespace,
  db: D1Database,
  waitUntil: WaitUntil,
  instance: NearestInstance,
  log: Log,
): RedirectSources {
  return {
    async published(shortId) {
      const text = await kv.get(redirectKey(shortId), { type: "text", cacheTtl: CACHE_TTL });
      return text === null ? null : parseEntry(text);
    },
    async nearest(shortId, now) {
      const { row, final } = await instance.first<RedirectRow>(db, now, (from) => selectEntry(from, shortId));
      return { entry: fromRedirectRow(row), final };
    },
    primary: (shortId) => readPrimaryEntry(db, shortId),
    repair(shortId, now) {
      if (repaired.get(shortId, now)) return;
      repaired.set(shortId, true, now);
      const repair = publishCurrent(kv, db, shortId);
      waitUntil(repair.catch((cause: unknown) => log("error", "publish", { shortId, cause })));
    },
    within,
  };
}
