import { serviceUnavailable } from "../../ground/core/errors.ts";
import { onD1 } from "../../ground/platform/d1.ts";
import { DEADLINES, pause, within } from "../../ground/platform/deadlines.ts";
import { redirectKey } from "./address-key.ts";
import type { Affiliate } from "./earners.ts";
import type { RedirectEntry } from "./entry.ts";
import type { PublishedAll } from "./redirect-store.ts";
import { readPublication, readPublications, readVersions } from "./stored-entry.ts";

const PUT_ATTEMPTS = 3;
/** KV accepts one write a second for a key: https://developers.cloudflare.com/kv/platform/limits/ */
const BETWEEN_PUTS_MS = 1_100;

/** The runtime opens six connections at a time: https://developers.cloudflare.com/workers/platform/limits/ */
export const PARALLEL_PUTS = 6;

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

/** Puts an entry under every address. */
export async function put(
  kv: KVNamespace,
  addresses: readonly string[],
  entry: RedirectEntry,
): Promise<void> {
  const text = JSON.stringify(entry);
  await within(DEADLINES.kvPut, Promise.all(addresses.map((address) => kv.put(redirectKey(address), text))));
}

/**
 * Publishes many links like `publishCurrent`, with two queries for all of them: KV gets D1's rows, and whatever has changed
 * meanwhile is published separately.
 */
export async function publishAll(
  kv: KVNamespace,
  db: D1Database,
  addresses: readonly string[],
  deployment?: Affiliate,
): Promise<PublishedAll> {
  // A row that can't be read fails the whole query.
  const found = await readPublications(db, addresses, deployment).catch(() => new Map());
  const failures: PublishedAll["failures"] = [];
  const versions = new Map<string, number>();
  const published: string[] = [];
  let puts = 0;
  const inParallel = async (all: readonly string[], publish: (address: string) => Promise<void>) => {
    const waiting = [...all];
    const work = async (): Promise<void> => {
      while (failures.length < PARALLEL_PUTS) {
        const address = waiting.shift();
        if (address === undefined) return;
        await publish(address).catch((cause: unknown) => failures.push({ address, cause }));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_PUTS }, work));
  };
  const alone = async (address: string): Promise<void> => {
    puts++;
    await publishCurrent(kv, db, address, deployment);
    published.push(address);
  };
  await inParallel(addresses, async (address) => {
    const publication = found.get(address);
    if (!publication) return alone(address);
    puts += publication.addresses.length;
    await putPatiently(kv, publication.addresses, publication.entry);
    versions.set(address, publication.entry.version);
  });
  const current = await onD1(() => readVersions(db, [...versions.keys()]));
  const isCurrent = (address: string) =>
    (current.get(address) ?? versions.get(address)) === versions.get(address);
  published.push(...[...versions.keys()].filter(isCurrent));
  await inParallel(
    [...versions.keys()].filter((address) => !isCurrent(address)),
    alone,
  );
  return { published, failures, puts, isDown: failures.length >= PARALLEL_PUTS };
}
