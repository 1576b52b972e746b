import type { Device, UserAgent } from "./user-agent.ts";

/** Who came: a person, a robot, or a program that looks ahead for a person (link previews and prefetches). */
export const VISITORS = ["person", "robot", "preview"] as const;
export type Visitor = (typeof VISITORS)[number];

/** Where the country is not known; a code that ISO 3166 leaves to its users. */
export const UNKNOWN_COUNTRY = "XX";

/** One answered visit as it is gathered. It lives for a second in memory; what is kept of it is a VisitCount. */
export interface Visit {
  linkId: string;
  /** The QR code that was scanned; empty for none. */
  qr: string;
  /** Milliseconds since 1970. */
  time: number;
  /** Two letters or digits, or anything else where it is not known. */
  country: string | undefined;
  userAgent: UserAgent;
  /** Asked for the headers only, as link checkers do. */
  head: boolean;
  /** Asked for ahead of time by a browser. */
  prefetch: boolean;
}

/** How many visits were alike: link, QR code, hour (`2026-11-21T04`, UTC), country, device, visitor, number. */
export type VisitCount = [string, string, string, string, Device, Visitor, number];

/** Sums up visits. No address, cookie or user agent is in the result. */
export function summarize(visits: readonly Visit[]): VisitCount[] {
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

function visitorOf({ prefetch, head, userAgent }: Visit): Visitor {
  if (prefetch || userAgent.socialPreview) return "preview";
  return head || userAgent.robot ? "robot" : "person";
}
