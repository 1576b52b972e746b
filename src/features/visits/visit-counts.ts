import type { Device } from "../../ground/platform/known-user-agents.ts";
import type { ApartDimension, PeopleClass } from "./dimensions.ts";

/** Stands for an unknown country; ISO 3166 reserves this code for its users. */
export const UNKNOWN_COUNTRY = "XX";

/** A person, a robot, or a program that fetches ahead for a person (link previews and prefetches). */
export const VISITORS = ["person", "robot", "preview"] as const;
export type Visitor = (typeof VISITORS)[number];

/**
 * The number of equal visits. A quarter of an hour in UTC looks like `2026-11-21T04:15`. Of people it also has who they are, as
 * `visitorEntries` gives it, unless the key of the day was missing.
 */
export type VisitCount = [
  linkId: string,
  qrCode: string,
  quarter: string,
  country: string,
  device: Device,
  visitor: Visitor,
  number: number,
  visitors?: string | undefined,
];

/**
 * The number of people with a value of a dimension that is counted apart. Those by `choice` are taps on the page of a link.
 */
export type ApartCount = [
  linkId: string,
  by: ApartDimension,
  value: string,
  people: PeopleClass,
  quarter: string,
  number: number,
];

/** How often people requested a path of a host without a link. */
export type UnknownCount = [host: string, path: string, day: string, number: number];

/** Aggregated visits. */
export interface VisitCounts {
  counts: VisitCount[];
  apart: ApartCount[];
  unknown?: UnknownCount[];
}

/** Aggregated visits of one isolate. Its sender and number let the consumer count a message exactly once. */
export interface VisitMessage extends VisitCounts {
  /** A name of the isolate, which begins with its time. */
  sender: string;
  /** The place of the message among those of the sender, from 0. */
  number: number;
  /** The time of its first visit, in milliseconds since 1970. */
  since: number;
}
