import type { Device } from "../platform/user-agent.ts";
import type { AnsweredVisit } from "../short-links/visitor.ts";

/** Who came: a person, a robot, or a program that looks ahead for a person (link previews and prefetches). */
export const VISITORS = ["person", "robot", "preview"] as const;
export type Visitor = (typeof VISITORS)[number];

/** Where the country is not known; a code that ISO 3166 leaves to its users. */
export const UNKNOWN_COUNTRY = "XX";

/** How many visits were alike: link, QR code, hour (`2026-11-21T04`, UTC), country, device, visitor, number. */
export type VisitCount = [string, string, string, string, Device, Visitor, number];

/** Sums up visits. No address, cookie or user agent is in the result. */
export function summarize(visits: readonly AnsweredVisit[]): VisitCount[] {
  const counts = new Map<string, VisitCount>();
  for (const visit of visits) {
    const { linkId, qr, time, userAgent } = visit;
    const visitor = visitorOf(visit);
    const device = visitor === "person" ? userAgent.device : "other";
    const country = /^[A-Z0-9]{2}$/.test(visit.country ?? "") ? String(visit.country) : UNKNOWN_COUNTRY;
    const key = `${linkId} ${qr} ${Math.floor(time / HOUR_MS)} ${country} ${device} ${visitor}`;
    const count = counts.get(key);
    if (count) count[6]++;
    else counts.set(key, [linkId, qr, hourOf(time), country, device, visitor, 1]);
  }
  return [...counts.values()];
}

const HOUR_MS = 60 * 60 * 1_000;
const hourOf = (time: number): string => new Date(time).toISOString().slice(0, "2026-11-21T04".length);

function visitorOf({ prefetch, head, userAgent }: AnsweredVisit): Visitor {
  if (prefetch || userAgent.socialPreview) return "preview";
  return head || userAgent.robot ? "robot" : "person";
}
