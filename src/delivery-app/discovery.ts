import { type CountryCode, type DeliveryApp, failureText, retryOf, waitAfter } from "./api.ts";
import type { PostalCodeStore } from "./postal-code-store.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Stores near a postal code change rarely. */
const REFRESH = 7 * DAY;
const RETRY = { soon: 60 * MINUTE, later: DAY, never: REFRESH };
/** How long one run may take until another may ask about the same postal code. */
const TAKEN = 10 * MINUTE;

/** Centres of large cities all over the United States, for deployments that name no postal codes. */
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

/** The postal codes in `list`, separated by commas; those it names wrongly are left out. */
export function postalCodesIn(list: string): readonly string[] {
  const codes = list.split(",").flatMap((text) => postalCode(text) ?? []);
  return codes.length > 0 ? [...new Set(codes)] : DEFAULT_POSTAL_CODES;
}

export interface DiscoveryContext {
  postalCodes: PostalCodeStore;
  deliveryApp: DeliveryApp;
  now: () => Date;
}

export interface AskedPostalCode {
  postalCode: string;
  /** How many stores were found; null with an error. */
  found: number | null;
  error: string | null;
  /** Whether the error concerns every postal code, so that no other was asked after this one. */
  stopped: boolean;
}

/** Asks about up to `limit` of `codes` that are due, as `askAboutPostalCodes` does. */
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
 * Asks which stores are near each postal code, one after the other, and merges each answer at once. Goes on after a
 * postal code that is refused, and stops at any other failure: the rest would meet it too. Gives what was asked.
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
      // An empty answer for a city is more likely a fault than news: what is known stays.
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
