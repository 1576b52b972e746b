import type { WaitUntil } from "../platform/background.ts";
import { within } from "../platform/deadlines.ts";
import type { Log } from "../platform/log.ts";
import { Memory } from "../platform/memory.ts";
import { redirectKey } from "./address-key.ts";
import { fromRedirectRow, parseEntry, type RedirectRow, readPrimaryEntry, selectEntry } from "./entry.ts";
import { publishCurrent } from "./kv-copy.ts";
import type { NearestInstance } from "./nearest-instance.ts";
import type { RedirectSources } from "./resolve.ts";

/** How long a data center may cache a KV entry, in seconds. */
const CACHE_TTL = 60;
/** A data center may cache a missing entry for 60 s, so more frequent repairs have no effect. In milliseconds. */
const REPAIRED_MS = 60_000;

/** Links that this isolate repaired recently. */
const repaired = new Memory<true>(1_000, REPAIRED_MS);

/** The stores that a redirect queries, for one request. The isolate shares `instance`. */
export function redirectSources(
  kv: KVNamespace,
  db: D1Database,
  waitUntil: WaitUntil,
  instance: NearestInstance,
  log: Log,
): RedirectSources {
  return {
    async published(address) {
      const text = await kv.get(redirectKey(address), { type: "text", cacheTtl: CACHE_TTL });
      return text === null ? null : parseEntry(text);
    },
    async nearest(address, now) {
      const { row, final } = await instance.first<RedirectRow>(db, now, (from) => selectEntry(from, address));
      return { entry: fromRedirectRow(row), final };
    },
    primary: (address) => readPrimaryEntry(db, address),
    repair(address, now) {
      if (repaired.get(address, now)) return;
      repaired.set(address, true, now);
      const repair = publishCurrent(kv, db, address);
      waitUntil(repair.catch((cause: unknown) => log("error", "publish", { address, cause })));
    },
    within,
  };
}
