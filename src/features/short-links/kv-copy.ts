import { serviceUnavailable } from "../../ground/core/errors.ts";
import type { LinkNames } from "../../ground/core/origins.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { onD1 } from "../../ground/platform/d1.ts";
import { DEADLINES, pause, within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import { addressesOf, redirectKey } from "./address-key.ts";
import { type Affiliate, MAY_EARN } from "./commission.ts";
import type { RedirectEntry } from "./entry.ts";
import { recordChanges, recordEveryLink } from "./link-change-store.ts";
import type { NewEntry, RedirectStore } from "./redirect-store.ts";
import { readPublication } from "./stored-entry.ts";

const PUT_ATTEMPTS = 3;
/** KV accepts one write a second for a key: https://developers.cloudflare.com/kv/platform/limits/ */
const BETWEEN_PUTS_MS = 1_100;

/** The key of the affiliate settings that all links were last published for. */
const SETTINGS_KEY = "settings:affiliate";

/** The runtime opens six connections at a time: https://developers.cloudflare.com/workers/platform/limits/ */
const PARALLEL_PUTS = 6;

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
  };
}

/**
 * Writes D1's current row to KV, under every address of the link, and resolves when KV has it. KV has no compare-and-set, so
 * a slow writer may overwrite a newer row with an older row. Therefore every writer reads the primary again after its write,
 * and repeats until the version is unchanged. The last writer then leaves the newest version in KV. An address without a
 * link is deleted from KV.
 */
export async function publishCurrent(
  kv: KVNamespace,
  db: D1Database,
  address: string,
  deployment?: Affiliate,
): Promise<void> {
  let found = await onD1(() => readPublication(db, address, deployment));
  // Only the address of a GTIN can stop being the address of a link.
  if (found === null) await kv.delete(redirectKey(address));
  while (found !== null) {
    await putPatiently(kv, found.addresses, found.entry);
    const current = await onD1(() => readPublication(db, address, deployment));
    if (current === null || current.entry.version === found.entry.version) return;
    found = current;
  }
}

async function putPatiently(
  kv: KVNamespace,
  addresses: readonly string[],
  entry: RedirectEntry,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await put(kv, addresses, entry);
    } catch (error) {
      if (attempt === PUT_ATTEMPTS) throw serviceUnavailable(error);
      await pause(BETWEEN_PUTS_MS);
    }
  }
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

async function put(kv: KVNamespace, addresses: readonly string[], entry: RedirectEntry): Promise<void> {
  const text = JSON.stringify(entry);
  await within(DEADLINES.kvPut, Promise.all(addresses.map((address) => kv.put(redirectKey(address), text))));
}
