import { DEVICES } from "../platform/known-user-agents.ts";
import { VISITORS, type VisitCount } from "./visit.ts";

/** Visits of one isolate, summed up. The id lets the receiver count a message once however often it comes. */
export interface VisitMessage {
  id: string;
  counts: VisitCount[];
}

/** Whether `value`, received from the queue, is a valid message. */
export function isVisitMessage(value: unknown): value is VisitMessage {
  if (typeof value !== "object" || value === null) return false;
  const { id, counts } = value as Partial<Record<keyof VisitMessage, unknown>>; // read only
  return typeof id === "string" && id !== "" && Array.isArray(counts) && counts.every(isVisitCount);
}

function isVisitCount(value: unknown): value is VisitCount {
  if (!Array.isArray(value) || value.length !== 7) return false;
  const [linkId, qr, hour, country, device, visitor, visits]: unknown[] = value;
  return (
    typeof linkId === "string" &&
    typeof qr === "string" &&
    matches(hour, /^\d{4}-\d\d-\d\dT\d\d$/) &&
    matches(country, /^[A-Z0-9]{2}$/) &&
    isOneOf(device, DEVICES) &&
    isOneOf(visitor, VISITORS) &&
    Number.isSafeInteger(visits) &&
    Number(visits) > 0
  );
}

const matches = (value: unknown, pattern: RegExp): boolean =>
  typeof value === "string" && pattern.test(value);
const isOneOf = (value: unknown, words: readonly unknown[]): boolean => words.includes(value);
