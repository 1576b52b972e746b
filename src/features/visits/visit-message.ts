import * as z from "zod";
import { DEVICES } from "../../ground/platform/known-user-agents.ts";
import { APART_DIMENSIONS, canHave, DIMENSION_FACTS, PEOPLE } from "./dimensions.ts";
import { UNKNOWN_COUNTRY, VISITORS, type VisitMessage } from "./visit-counts.ts";

const linkId = z.string().min(1);
/** A quarter of an hour in UTC, such as `2026-11-21T04:15`: in some time zones, hours begin at these. */
const quarter = z.iso.datetime({ local: true, precision: -1 });
const howMany = z.int().positive();

/** Who people are; whatever can't be read counts as unknown. */
const visitors = z
  .string()
  .regex(/^(?:[\w-]{8})+$/)
  .max(40_000)
  .optional()
  .catch(undefined);

/** The number of equal visits: link, QR code, quarter, country, device, visitor, number, and who people are. */
const visitCount = z.tuple([
  ...([
    linkId,
    z.string().catch(""),
    quarter,
    z
      .string()
      .regex(/^[A-Z0-9]{2}$/)
      .catch(UNKNOWN_COUNTRY),
  ] as const),
  ...([z.enum(DEVICES).catch("other"), z.enum(VISITORS), howMany, visitors] as const),
]);

/**
 * The number of people with a value of a dimension that is counted apart: link, dimension, value, class, quarter, number. Those
 * by `choice` are taps on the page of a link.
 */
const apartCount = z
  .tuple([...([linkId, z.enum(APART_DIMENSIONS), z.string(), z.enum(PEOPLE), quarter, howMany] as const)])
  .refine(([, by, value, people]) => canHave(by, people) && DIMENSION_FACTS[by].pattern?.test(value));

/** How often people requested a path of a host without a link: host, path, day in UTC, number. */
const unknownCount = z.tuple([z.string().max(253), z.string().min(2).max(100), z.iso.date(), howMany]);

const envelope = z.object({
  sender: z.string().min(1),
  number: z.int().nonnegative(),
  since: z.int().nonnegative(),
  counts: z.unknown().optional(),
  apart: z.unknown().optional(),
  unknown: z.unknown().optional(),
});

/**
 * The message in the body of a queue's message, and how many of its entries can't be read: those are left out, and a value of an
 * entry that can't be read counts as unknown. Null if nothing can be read.
 */
export function readVisitMessage(body: unknown): { message: VisitMessage; leftOut: number } | null {
  const { data } = envelope.safeParse(body);
  if (!data) return null;
  let leftOut = 0;
  let read = 0;
  // An entry may have more elements than this version knows.
  const entriesOf = <T>(list: unknown, length: number, schema: z.ZodType<T>): T[] =>
    (Array.isArray(list) ? list : []).flatMap((entry) => {
      const result = schema.safeParse(Array.isArray(entry) ? entry.slice(0, length) : entry);
      if (result.success) read++;
      else leftOut++;
      return result.success ? [result.data] : [];
    });
  const message = {
    sender: data.sender,
    number: data.number,
    since: data.since,
    counts: entriesOf(data.counts, 8, visitCount),
    apart: entriesOf(data.apart, 6, apartCount),
    unknown: entriesOf(data.unknown, 4, unknownCount),
  };
  const isEmpty = read === 0 && (leftOut > 0 || !Array.isArray(data.counts));
  return isEmpty ? null : { message, leftOut };
}
