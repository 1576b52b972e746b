import { allRows, runBatch, runStatement } from "../../ground/platform/d1.ts";
import type { Log } from "../../ground/platform/log.ts";
import {
  type CountryCode,
  type DeliveryApp,
  failureText,
  type NearbyRetailer,
  retryOf,
  waitAfter,
} from "./delivery-app-api.ts";
import { mergeStatements } from "./retailer-merge.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long a response is stored before the next call, in milliseconds: the shops near a postal code change rarely. */
const REFRESH = 7 * DAY;
const RETRY = { soon: 60 * MINUTE, later: DAY, never: REFRESH };
/** How long a run leases a postal code, in milliseconds. */
const TAKEN = 10 * MINUTE;

/** The centers of 20 large cities of the United States, for deployments that configure no postal codes. */
export const DEFAULT_POSTAL_CODES: readonly string[] = (
  "10001 90012 60601 77002 85004 19103 78205 92101 75201 32202 " +
  "94103 98101 80202 20001 02108 37203 30303 33131 48226 55401"
).split(" ");

/** A US ZIP code or a Canadian postal code in its usual spelling, or null if `text` is neither. */
export function postalCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (/^[0-9]{5}(-[0-9]{4})?$/.test(code)) return code.slice(0, 5);
  const [, area, unit] = /^([A-Z][0-9][A-Z])[ -]?([0-9][A-Z][0-9])$/.exec(code) ?? [];
  return area && unit ? `${area} ${unit}` : null;
}

const countryOf = (code: string): CountryCode => (/^[0-9]/.test(code) ? "US" : "CA");

/** The postal codes in `list`, separated by commas. Invalid codes are skipped; if all are invalid, the default codes. */
export function postalCodesIn(list: string): readonly string[] {
  const codes = list.split(",").flatMap((text) => postalCode(text) ?? []);
  return codes.length > 0 ? [...new Set(codes)] : DEFAULT_POSTAL_CODES;
}

interface DiscoveryContext {
  postalCodes: PostalCodeStore;
  deliveryApp: DeliveryApp;
  now: () => Date;
}

export interface DiscoveryResult {
  postalCode: string;
  /** The number of shops found; null after a failure. */
  found: number | null;
  error: string | null;
  /** Whether the error affects all postal codes, so that the run stopped. */
  stopped: boolean;
}

/** Runs `discoverRetailers` for up to `limit` due codes. */
export async function refreshRetailers(
  context: DiscoveryContext,
  codes: readonly string[],
  limit: number,
): Promise<DiscoveryResult[]> {
  const started = context.now();
  const due = await context.postalCodes.leaseDue(codes, started, later(started, TAKEN), limit);
  return discoverRetailers(context, due);
}

/**
 * Queries the shops near each postal code, one after the other, and merges each response immediately. Continues after a
 * rejected postal code, and stops at any other failure, which would affect the rest too. Returns the results so far.
 */
export async function discoverRetailers(
  { postalCodes, deliveryApp, now }: DiscoveryContext,
  codes: readonly string[],
): Promise<DiscoveryResult[]> {
  const results: DiscoveryResult[] = [];
  for (const code of codes) {
    const response = await deliveryApp.retailersNear(code, countryOf(code));
    const time = now();
    if (!response.ok) {
      const error = failureText(response.failure);
      const wait = Math.max(RETRY[retryOf(response.failure)], waitAfter(response.failure));
      await postalCodes.noteFailure(code, error, later(time, wait));
      const stopped = response.failure.reason !== "refused";
      results.push({ postalCode: code, found: null, error, stopped });
      if (stopped) return results;
    } else if (response.value.length === 0) {
      // An empty response for a city is more likely an error than true, so the known shops stay.
      await postalCodes.noteFailure(code, "no stores", later(time, REFRESH));
      results.push({ postalCode: code, found: 0, error: "no stores", stopped: false });
    } else {
      await postalCodes.merge(code, response.value, time, later(time, REFRESH));
      results.push({ postalCode: code, found: response.value.length, error: null, stopped: false });
    }
  }
  return results;
}

const later = (time: Date, delay: number): Date => new Date(time.getTime() + delay);

/** Postal codes per run: the 20 default codes take ten minutes, and are due again after a week. */
const PER_RUN = 2;

/** Job: refreshes discovery for a few of the configured postal codes per run. Without a key it does nothing. */
export async function refreshDiscovery({
  deliveryApp,
  discoveryPostalCodes,
  postalCodes,
  now,
  log,
}: {
  deliveryApp: DeliveryApp | null;
  discoveryPostalCodes: readonly string[];
  postalCodes: PostalCodeStore;
  now: () => Date;
  log: Log;
}): Promise<void> {
  if (!deliveryApp) return;
  const asked = await refreshRetailers({ postalCodes, deliveryApp, now }, discoveryPostalCodes, PER_RUN);
  for (const { postalCode, error } of asked) {
    if (error !== null) log("error", "refresh discovery", { postalCode, error });
  }
}

/** The postal codes of discovery and their results, in D1. */
type PostalCodeStore = ReturnType<typeof postalCodeStore>;

/** The postal codes in `db`. */
export function postalCodeStore(db: D1Database) {
  return {
    /** Leases up to `limit` due postal codes. Each is due again at `until`, even if this run dies. */
    leaseDue: async (
      postalCodes: readonly string[],
      now: Date,
      until: Date,
      limit: number,
    ): Promise<string[]> => {
      // One statement selects and postpones the codes, so two concurrent runs never get the same code.
      const sql = `INSERT INTO delivery_app_postal_codes (postal_code, next_at)
        SELECT value, ?3 FROM json_each(?1) AS item
        LEFT JOIN delivery_app_postal_codes AS known ON known.postal_code = item.value
        WHERE known.next_at IS NULL OR known.next_at <= ?2
        ORDER BY known.next_at LIMIT ?4
        ON CONFLICT (postal_code) DO UPDATE SET next_at = excluded.next_at
        RETURNING postal_code`;
      const results = await allRows<{ postal_code: string }>(
        db,
        sql,
        JSON.stringify(postalCodes),
        now.toISOString(),
        until.toISOString(),
        limit,
      );
      return results.map((row) => row.postal_code);
    },
    /** Replaces the data of a postal code with the shops found near it. `found` must not be empty. */
    async merge(postalCode: string, found: readonly NearbyRetailer[], now: Date, next: Date): Promise<void> {
      const statements = mergeStatements(postalCode, found, now, next);
      await runBatch(
        db,
        statements.map(({ sql, values }) => db.prepare(sql).bind(...values)),
      );
    },
    /** Records why there was no response for a postal code, and when it is due again. */
    async noteFailure(postalCode: string, error: string, next: Date): Promise<void> {
      const sql = "UPDATE delivery_app_postal_codes SET last_error = ?2, next_at = ?3 WHERE postal_code = ?1";
      await runStatement(db, sql, postalCode, error, next.toISOString());
    },
  };
}
