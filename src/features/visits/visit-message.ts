import * as z from "zod";
import { DEVICES } from "../../ground/platform/known-user-agents.ts";

/** A person, a robot, or a program that fetches ahead for a person (link previews and prefetches). */
const VISITORS = ["person", "robot", "preview"] as const;
export type Visitor = (typeof VISITORS)[number];

const linkId = z.string().min(1);
/** A quarter of an hour in UTC, such as `2026-11-21T04:15`: in some time zones, hours begin at these. */
const quarter = z.iso.datetime({ local: true, precision: -1 });
const howMany = z.int().positive();

/** The number of equal visits: link, QR code, quarter, country, device, visitor, number. */
const visitCount = z.tuple([
  ...([linkId, z.string(), quarter, z.string().regex(/^[A-Z0-9]{2}$/)] as const),
  ...([z.enum(DEVICES), z.enum(VISITORS), howMany] as const),
]);
export type VisitCount = z.infer<typeof visitCount>;

/** The clicks that a host referred, or others of referrer-kinds.ts: link, key, quarter, number. */
const referrer = z.string().regex(/^(?:[a-z0-9.-]{1,100}|10\/[\w.~!'()%-]{1,60}|via\/[a-z0-9-]{1,40})$/);
const referrerCount = z.tuple([linkId, referrer, quarter, howMany]);
export type ReferrerCount = z.infer<typeof referrerCount>;

/** How often people chose an offer of a link: link, offer, how they reached its page, quarter, number. */
const tapCount = z.tuple([
  ...([linkId, z.string().regex(/^[a-z0-9-]{1,32}$/), z.enum(["scan", "click"]), quarter, howMany] as const),
]);
export type TapCount = z.infer<typeof tapCount>;

/** How often people requested a path of a host without a link: host, path, day in UTC, number. */
const unknownCount = z.tuple([z.string().max(253), z.string().min(2).max(100), z.iso.date(), howMany]);
export type UnknownCount = z.infer<typeof unknownCount>;

/** Aggregated visits of one isolate. The id lets the consumer count a message exactly once. */
export const visitMessage = z.object({
  id: z.string().min(1),
  counts: z.array(visitCount),
  referrers: z.array(referrerCount),
  taps: z.array(tapCount),
  unknown: z.array(unknownCount).optional(),
});
export type VisitMessage = z.infer<typeof visitMessage>;
/** Aggregated visits. */
export type VisitCounts = Omit<VisitMessage, "id">;
