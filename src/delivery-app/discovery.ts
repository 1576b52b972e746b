import { type CountryCode, type DeliveryApp, failureText, retryOf, waitAfter } from "./api.ts";
import type { PostalCodeStore } from "./postal-code-store.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long an answer is kept before the next call, in milliseconds: the shops near a postal code change rarely. */
const REFRESH = 7 * DAY;
const RETRY = { soon: 60 * MINUTE, later: DAY, never: REFRESH };
/** How long a run holds a postal code before another run may ask about it, in milliseconds. */
const TAKEN = 10 * MINUTE;

/** The centres of 20 large cities of the United States, for deployments that configure no postal codes. */
export const DEFAULT_POSTAL_CODES: readonly string[] = (
  "10001 90012 60601 77002 85004 19103 78205 92101 75201 32202 " +
  "94103 98101 80202 20001 02108 37203 30303 33131 48226 55401"
).split(" ");

/** A US ZIP code or a Canadian postal code in its usual spelling, or null where `text` is neither. */
export function postalCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (/^[0-9]{5}(-[0-9]{4})?$/.test(code)) return code.slice(0, 5);
  const [, area, unit] = /^([A-Z][0-9][A-Z])[ -]?([0-9][A-Z][0-9])$/.exec(code) ?? [];
  return area && unit ? `${area} ${unit}` : null;
}

const countryOf = (code: string): CountryCode => (/^[0-9]/.test(code) ? "US" : "CA");

/** The postal codes in `list`, separated by commas. Invalid ones are left out; if none is valid, the default ones. */
export function postalCodesIn(list: string): readonly string[] {
  const codes = list.split(",").flatMap((text) => postalCode(text) ?? []);
  return codes.length > 0 ? [...new Set(codes)] : DEFAULT_POSTAL_CODES;
}

/** What discovery uses. */
export interface DiscoveryContext {
  postalCodes: PostalCodeStore;
  deliveryApp: DeliveryApp;
  now: () => Date;
}

/** The result for one postal code. */
export interface AskedPostalCode {
  postalCode: string;
  /** How many shops were found; null if the delivery app failed or refused. */
  found: number | null;
  error: string | null;
  /** Whether the error affects every postal code, so that no more calls were made after this one. */
  stopped: boolean;
}

/** Does `askAboutPostalCodes` for up to `limit` of the `codes` that are due. */
export async function refreshRetailers(
  context: DiscoveryContext,
  codes: readonly string[],
  limit: number,
): Promise<AskedPostalCode[]> {
  const started = context.now();
  const due = await context.postalCodes.takeDue(codes, started, later(started, TAKEN), limit);
  return askAboutPostalCodes(context, due);
}

/**
 * Asks which shops are near each postal code, one after the other, and merges each answer at once. Continues after a
 * postal code that is refused, and stops at any other failure, which would affect the rest too. Returns a result for
 * each postal code that was asked about.
 */
export async function askAboutPostalCodes(
  { postalCodes, deliveryApp, now }: DiscoveryContext,
  codes: readonly string[],
): Promise<AskedPostalCode[]> {
  const asked: AskedPostalCode[] = [];
  for (const code of codes) {
    const answer = await deliveryApp.retailersNear(code, countryOf(code));
    const time = now();
    if (!answer.ok) {
      const error = failureText(answer.failure);
      const wait = Math.max(RETRY[retryOf(answer.failure)], waitAfter(answer.failure));
      await postalCodes.noteFailure(code, error, later(time, wait));
      const stopped = answer.failure.reason !== "refused";
      asked.push({ postalCode: code, found: null, error, stopped });
      if (stopped) return asked;
    } else if (answer.value.length === 0) {
      // An empty answer for a city is more likely a fault than true, so the known shops stay.
      await postalCodes.noteFailure(code, "no stores", later(time, REFRESH));
      asked.push({ postalCode: code, found: 0, error: "no stores", stopped: false });
    } else {
      await postalCodes.merge(code, answer.value, time, later(time, REFRESH));
      asked.push({ postalCode: code, found: answer.value.length, error: null, stopped: false });
    }
  }
  return asked;
}

const later = (time: Date, delay: number): Date => new Date(time.getTime() + delay);
