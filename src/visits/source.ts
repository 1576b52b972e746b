import { PARTS } from "./day-rows.ts";
import type { CheckedFilter } from "./filter.ts";
import type { Dimension } from "./statistics.ts";

/** What stored counts sum up visits by, besides the numbers of a row. */
type Attribute = keyof typeof PARTS;
/** The parts of stored counts that do so. */
export type SummedPart = (typeof PARTS)[Attribute];

/**
 * Why a question has no answer: visits are kept like this for 90 days (`too_old`); the answer would read more than one
 * question may (`too_many`); it is known for whole days only (`whole_days`); or what is asked for is counted by link and day
 * alone and not together with other filters (`apart`).
 */
export type Reason = "too_old" | "too_many" | "whole_days" | "apart";
/** Stands in place of an answer. */
export interface Unanswered {
  unanswered: Reason;
}

/** What of a row answers a question: its numbers, one part of its counts, or the kinds of its visits. */
export type Reading = "numbers" | SummedPart | "kinds";

/**
 * Where the answer to a question comes from: the rows of projects or of one link; the rows of each link of projects; or the
 * rankings.
 */
export type Source = { from: "rows" | "links"; reading: Reading } | { from: "ranking" };

/** What a question asks for. */
export interface Question {
  filter: CheckedFilter;
  /** Null: by time only. */
  by: Dimension | null;
  /** Whether hours are told apart. */
  hours: boolean;
  /** Whether the range begins within the time of which hours are kept. */
  isRecent: boolean;
}

/** The parts that the rows of links and of projects sum up. What a link's row has not is among its kinds of visits. */
const SUMMED = {
  link: ["qrCode", "referrer", "choice"],
  project: ["country", "device", "hour", "referrer", "choice"],
};

/** Where this question is answered from: from as few rows as have the answer. */
export function sourceOf(question: Question): Source | Unanswered {
  const { filter, by } = question;
  const attributes = attributesOf(question);
  const level = filter.linkId === null ? "project" : "link";
  const eachLink = level === "project" && (by === "link" || by === "qrCode" || filter.tag !== null);
  const { country, device, retailer, tag, daysOfWeek } = filter;
  const isPlain = [country, device, retailer, tag, daysOfWeek, filter.hours].every((value) => value === null);
  if (eachLink && isPlain && !question.hours) return { from: "ranking" };
  if (attributes.length > 1 && attributes.some((name) => name === "referrer" || name === "choice")) {
    return { unanswered: "apart" };
  }
  const reading = readingOf(attributes, eachLink ? "link" : level);
  return isKept(question) ? { from: eachLink ? "links" : "rows", reading } : { unanswered: "too_old" };
}

function attributesOf({ filter, by, hours }: Question): Attribute[] {
  const attributes = new Set<Attribute>();
  if (filter.country !== null) attributes.add("country");
  if (filter.device !== null) attributes.add("device");
  if (filter.qrIdentifier !== null) attributes.add("qrCode");
  if (hours || filter.hours !== null) attributes.add("hour");
  if (by !== null && by !== "link" && by !== "visitor" && by !== "retailer") attributes.add(by);
  return [...attributes];
}

function readingOf(attributes: readonly Attribute[], level: "link" | "project"): Reading {
  const [first, ...more] = attributes;
  if (first === undefined) return "numbers";
  return more.length === 0 && SUMMED[level].includes(first) ? PARTS[first] : "kinds";
}

/**
 * Whether rows of days or months have the answer. Months hold the numbers of days, summed up by each dimension; the kinds of
 * a link's visits are in its months where one dimension is asked for. They tell retailers apart by device alone.
 */
function isKept(question: Question): boolean {
  if (question.isRecent) return true;
  const attributes = attributesOf(question);
  if (attributes.includes("hour") || attributes.length > 1) return false;
  const { filter, by } = question;
  const ofRetailer = filter.retailer !== null || by === "retailer";
  return !ofRetailer || attributes.every((name) => name === "device");
}

/** The part of a month that answers a question of one dimension, or of none. */
export function monthPartOf(question: Question): Exclude<SummedPart, "h"> {
  const [attribute] = attributesOf(question);
  return attribute === undefined || attribute === "hour" ? "d" : PARTS[attribute];
}

/** The answer; null where there is none, or was none asked for. */
export const answerOf = <T extends object>(answer: T | Unanswered | null): T | null =>
  answer && !isUnanswered(answer) ? answer : null;

/** Whether there is no answer. */
export const isUnanswered = <T extends object>(answer: T | Unanswered): answer is Unanswered =>
  "unanswered" in answer;
