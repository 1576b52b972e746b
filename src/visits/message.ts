import { DEVICES } from "../platform/known-user-agents.ts";
import { type ReferrerCount, type TapCount, VISITORS, type VisitCount, type VisitCounts } from "./visit.ts";

/**
 * Visits of one isolate, summed up. The id lets the receiver count a message once however often it comes. Versions before
 * this one know `id` and `counts` alone.
 */
export interface VisitMessage extends VisitCounts {
  id: string;
}

/** Whether `value`, received from the queue, is a valid message. */
export function isVisitMessage(value: unknown): value is VisitMessage {
  if (typeof value !== "object" || value === null) return false;
  const { id, counts, quarters, referrers, taps } = value as Partial<Record<keyof VisitMessage, unknown>>; // read only
  return (
    typeof id === "string" &&
    id !== "" &&
    Array.isArray(counts) &&
    counts.every(isVisitCount) &&
    (quarters === undefined || isListOf(quarters, isQuarter, counts.length)) &&
    (referrers === undefined || isListOf(referrers, isReferrerCount)) &&
    (taps === undefined || isListOf(taps, isTapCount))
  );
}

function isVisitCount(value: unknown): value is VisitCount {
  if (!Array.isArray(value) || value.length !== 7) return false;
  const [linkId, qr, hour, country, device, visitor, visits]: unknown[] = value;
  return (
    typeof linkId === "string" &&
    typeof qr === "string" &&
    matches(hour, HOUR) &&
    matches(country, /^[A-Z0-9]{2}$/) &&
    isOneOf(device, DEVICES) &&
    isOneOf(visitor, VISITORS) &&
    isNumber(visits)
  );
}

function isReferrerCount(value: unknown): value is ReferrerCount {
  if (!Array.isArray(value) || value.length !== 5) return false;
  const [linkId, host, hour, quarter, visits]: unknown[] = value;
  const isHost = matches(host, /^[a-z0-9.-]{1,100}$/);
  return (
    typeof linkId === "string" && isHost && matches(hour, HOUR) && isQuarter(quarter) && isNumber(visits)
  );
}

function isTapCount(value: unknown): value is TapCount {
  if (!Array.isArray(value) || value.length !== 6) return false;
  const [linkId, offer, came, hour, quarter, taps]: unknown[] = value;
  const isTap = typeof linkId === "string" && matches(offer, /^[a-z0-9-]{1,32}$/);
  return (
    isTap && isOneOf(came, ["scan", "click"]) && matches(hour, HOUR) && isQuarter(quarter) && isNumber(taps)
  );
}

const HOUR = /^\d{4}-\d\d-\d\dT\d\d$/;
const isQuarter = (value: unknown): boolean => isOneOf(value, [0, 1, 2, 3]);
const isNumber = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const isListOf = (value: unknown, isEach: (value: unknown) => boolean, length?: number): boolean =>
  Array.isArray(value) && (length === undefined || value.length === length) && value.every(isEach);
const matches = (value: unknown, pattern: RegExp): boolean =>
  typeof value === "string" && pattern.test(value);
const isOneOf = (value: unknown, words: readonly unknown[]): boolean => words.includes(value);
