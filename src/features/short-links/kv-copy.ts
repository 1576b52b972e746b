import type { LinkNames } from "../../ground/core/origins.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { pause } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import { addressesOf } from "./address-key.ts";
import { type Affiliate, MAY_EARN } from "./earners.ts";
import type { RedirectEntry } from "./entry.ts";
import { recordChanges, recordEveryLink } from "./link-change-store.ts";
import { PARALLEL_PUTS, publishAll, publishCurrent, put } from "./publish-links.ts";
import type { NewEntry, RedirectStore } from "./redirect-store.ts";

/** The key of the affiliate settings that all links were last published for. */
const SETTINGS_KEY = "settings:affiliate";

/** `deployment`: its affiliate settings. */
export function redirectStore(
  kv: KVNamespace,
  db: D1Database,
  waitUntil: WaitUntil,
  log: Log,
  deployment: Affiliate = {},
): RedirectStore {
  return {
    publish(names: LinkNames, entry: RedirectEntry): void {
      const { shortId } = names;
      // A new link has no newer version. A change, or a second try, has to read the current version.
      const first =
        entry.version === 1 ? put(kv, addressesOf(names), entry) : Promise.reject(new Error("a change"));
      const done = first.catch(() => publishCurrent(kv, db, shortId, deployment));
      waitUntil(done.catch((cause: unknown) => log("error", "publish", { shortId, cause })));
    },
    publishChange(shortId: string): void {
      const done = publishCurrent(kv, db, shortId, deployment);
      waitUntil(done.catch((cause: unknown) => log("error", "publish", { shortId, cause })));
    },
    publishNew(entries: readonly NewEntry[], time: Date): void {
      const [first, ...more] = entries;
      if (first && more.length === 0) {
        this.publish(...first);
        return;
      }
      waitUntil(
        putMany(kv, entries, async (rest, cause) => {
          log("error", "publish", { links: rest.length, cause });
          await recordChanges(db, rest, time);
        }).catch((cause: unknown) => log("error", "publish", { links: entries.length, cause })),
      );
    },
    async followSettings(now: Date): Promise<void> {
      const settings = JSON.stringify(deployment);
      if (((await kv.get(SETTINGS_KEY)) ?? "{}") === settings) return;
      await recordEveryLink(db, now, MAY_EARN);
      await kv.put(SETTINGS_KEY, settings);
    },
    publishCurrent: (shortId: string): Promise<void> => publishCurrent(kv, db, shortId, deployment),
    /** Publishes the versions of many links that are committed now, and resolves once KV has them. */
    publishAll: (addresses: readonly string[]) => publishAll(kv, db, addresses, deployment),
  };
}

/** Puts the entries, some in parallel. `failed` gets the short ids that KV rejected, and the cause. */
async function putMany(
  kv: KVNamespace,
  entries: readonly NewEntry[],
  failed: (shortIds: string[], cause: unknown) => Promise<void>,
): Promise<void> {
  const waiting = [...entries];
  const failures: { shortId: string; cause: unknown }[] = [];
  const work = async (): Promise<void> => {
    // After repeated failures KV is down, and work after a response may take only 30 s.
    while (failures.length < PARALLEL_PUTS) {
      const next = waiting.shift();
      if (!next) return;
      const [names, entry] = next;
      await put(kv, addressesOf(names), entry).catch((cause: unknown) =>
        failures.push({ shortId: names.shortId, cause }),
      );
    }
  };
  // Send the response first.
  await pause(0);
  await Promise.all(Array.from({ length: PARALLEL_PUTS }, work));
  if (failures.length === 0) return;
  await failed(
    [...failures, ...waiting.map(([{ shortId }]) => ({ shortId }))].map(({ shortId }) => shortId),
    failures[0]?.cause,
  );
}
