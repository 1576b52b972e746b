import { DAY_MS, dayOf } from "../../ground/core/days.ts";
import { toHex } from "../../ground/core/digest.ts";
import { cryptoRandomBytes } from "../../ground/core/ids.ts";
import { runBatch, runStatement } from "../../ground/platform/d1.ts";
import { DEADLINES, pause, within } from "../../ground/platform/deadlines.ts";
import { Memory } from "../../ground/platform/memory.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";

/** Where the keys are, and where it is decided who makes them. */
export interface VisitorKeyPlaces {
  visitorKeys: KVNamespace;
  db: D1Database;
}

/** The key of a day is deleted this long after the day. Only visits of the last seconds of the day are hashed then. */
const KEPT_MS = 3_600_000;
/** A run that has not stored the key by then has ended without it. */
const CLAIM_MS = 60_000;
/** How long an isolate waits before it looks for a missing key again. */
const MISSING_MS = 30_000;
/** How often a visit looks for a missing key, and the time in between. */
const TRIES = 3;
const AGAIN_MS = 500;
/** How long KV may cache that a key is missing, in seconds: its minimum. */
const KV_CACHED = 30;

/** The name in KV of the key of a UTC day. */
const nameOf = (day: string): string => `visitors:${day}`;

/** D1 decides who makes the key of a day, because KV can't: the day ?1, the time ?2 and the time of claims that have ended ?3. */
const CLAIM = `INSERT INTO visitor_keys (day, claimed_at, is_made) SELECT ?1, ?2, 0 WHERE TRUE
  ON CONFLICT (day) DO UPDATE SET claimed_at = excluded.claimed_at WHERE is_made = 0 AND claimed_at < ?3`;
const NOTE = "UPDATE visitor_keys SET is_made = 1 WHERE day = ?1 AND claimed_at = ?2";

/** Makes the key of a day, unless it was made; null then. */
async function makeKey(
  day: string,
  { visitorKeys, db }: VisitorKeyPlaces,
  now: Date,
): Promise<string | null> {
  const ended = new Date(now.getTime() - CLAIM_MS).toISOString();
  if ((await runStatement(db, CLAIM, day, now.toISOString(), ended)) === 0) return null;
  const key = toHex(cryptoRandomBytes(32));
  const expiration = (Date.parse(day) + DAY_MS + KEPT_MS) / 1_000;
  await within(DEADLINES.kvPut, visitorKeys.put(nameOf(day), key, { expiration }));
  await runStatement(db, NOTE, day, now.toISOString());
  return key;
}

/**
 * Job: makes the key of tomorrow, so that KV has the same one everywhere when it is needed, and on the first day of a deployment
 * that of today.
 */
export async function makeVisitorKeys({ due, ...places }: VisitorKeyPlaces & { due: Date }): Promise<void> {
  const [today, tomorrow] = [dayOf(due), dayOf(new Date(due.getTime() + DAY_MS))];
  const [made] = await runBatch<{ day: string }>(places.db, [
    places.db
      .prepare("SELECT day FROM visitor_keys WHERE is_made = 1 AND day IN (?1, ?2)")
      .bind(today, tomorrow),
    places.db.prepare("DELETE FROM visitor_keys WHERE day < ?1").bind(today),
  ]);
  const known = made?.results.map(({ day }) => day) ?? [];
  for (const day of [today, tomorrow]) if (!known.includes(day)) await makeKey(day, places, due);
}

/** State of this isolate: the keys of today and, around midnight, of yesterday. */
const keys = new Memory<CryptoKey>(2, 2 * DAY_MS);
/** Until when a missing key is not looked for, in milliseconds since 1970. */
let missingUntil = 0;

/**
 * The key of a UTC day, which only signs; null if it is missing. Rejects if KV or D1 fails. `now` is in milliseconds since 1970.
 * While another visit makes the key, it waits for a second.
 */
export async function visitorKey(
  day: string,
  places: VisitorKeyPlaces,
  now: number,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): Promise<CryptoKey | null> {
  if (now < missingUntil) return keys.get(day, now) ?? null;
  for (let tries = 1; tries <= TRIES; tries++) {
    const known = keys.get(day, now);
    if (known) return known;
    const text = await findKey(day, places, new Date(now)).catch((cause: unknown) => {
      missingUntil = now + MISSING_MS;
      throw cause;
    });
    if (text !== null) {
      const bytes = new TextEncoder().encode(text);
      const how = { name: "HMAC", hash: "SHA-256" };
      const key = await crypto.subtle.importKey("raw", bytes, how, false, ["sign"]);
      keys.set(day, key, now);
      return key;
    }
    if (tries < TRIES) await wait(AGAIN_MS);
  }
  missingUntil = now + MISSING_MS;
  return null;
}

async function findKey(day: string, places: VisitorKeyPlaces, now: Date): Promise<string | null> {
  const read = places.visitorKeys.get(nameOf(day), { type: "text", cacheTtl: KV_CACHED });
  const stored = await within(SERVICE_DEADLINES.visitorKey, read);
  // The first visit of a deployment can come before its first job. No other day than today gets its key here.
  return stored ?? (day === dayOf(now) ? makeKey(day, places, now) : null);
}
