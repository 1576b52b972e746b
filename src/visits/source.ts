import { HOUR_MS } from "../core/days.ts";
import type { CheckedFilter } from "./filter.ts";
import { HOURS_KEPT_DAYS } from "./roll-up.ts";
import type { Dimension } from "./statistics.ts";

/** The dimensions of the stored totals. */
export type TotalsDimension = "hour" | "device" | "country" | "qrCode";

/**
 * Why a question has no answer: the totals do not hold this combination and the counters, which do, are kept by link
 * (`needs_link`) and for 90 days (`too_old`); the answer would read more rows than one question may (`too_many`); or it
 * is known for whole days only (`whole_days`).
 */
export type Reason = "needs_link" | "too_old" | "too_many" | "whole_days";
/** Stands in place of an answer. */
export interface Unanswered {
  unanswered: Reason;
}

/** Where the answer to a question comes from. */
export type Source = { from: "totals"; dimension: TotalsDimension } | { from: "counters" } | Unanswered;

/** What a question tells visits apart by. */
export interface Question {
  filter: CheckedFilter;
  /** Null: by time only. */
  by: Dimension | null;
  hours: boolean;
  /** The beginning of the range, inclusive. */
  from: Date;
}

/** What each dimension of the totals tells apart. All of them tell links apart as well. */
const HELD: readonly { dimension: TotalsDimension; attributes: readonly string[] }[] = [
  { dimension: "device", attributes: ["device", "retailer"] },
  { dimension: "country", attributes: ["country"] },
  { dimension: "qrCode", attributes: ["qrCode"] },
];

/** Where this question is answered from. Totals come first, as they are kept without limit and are few. */
export function sourceOf({ filter, by, hours, from }: Question, now: Date): Source {
  const attributes = new Set<string>();
  if (filter.device !== null) attributes.add("device");
  if (filter.country !== null) attributes.add("country");
  if (filter.retailer !== null) attributes.add("retailer");
  if (filter.qrIdentifier !== null) attributes.add("qrCode");
  if (by !== null && by !== "link" && by !== "visitor") attributes.add(by);
  if (!hours) {
    const held = HELD.find((each) => [...attributes].every((name) => each.attributes.includes(name)));
    if (held) return { from: "totals", dimension: held.dimension };
  } else if (attributes.size === 0) {
    return isKept(from, now) ? { from: "totals", dimension: "hour" } : { unanswered: "too_old" };
  }
  if (filter.linkId === null) return { unanswered: "needs_link" };
  return isKept(from, now) ? { from: "counters" } : { unanswered: "too_old" };
}

/** The first hour of which visits are kept by the hour. */
export const firstKeptHour = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - HOURS_KEPT_DAYS * 24 * HOUR_MS);

const isKept = (from: Date, now: Date): boolean => from >= firstKeptHour(now);

/** The answer; null where there is none, or was none asked for. */
export const answerOf = <T extends object>(answer: T | Unanswered | null): T | null =>
  answer && !isUnanswered(answer) ? answer : null;

/** Whether there is no answer. */
export const isUnanswered = <T extends object>(answer: T | Unanswered): answer is Unanswered =>
  "unanswered" in answer;
