import type { Device, UserAgent } from "../platform/known-user-agents.ts";
import type { AnsweredVisit } from "../short-links/visitor.ts";

/** Who came: a person, a robot, or a program that looks ahead for a person (link previews and prefetches). */
export const VISITORS = ["person", "robot", "preview"] as const;
export type Visitor = (typeof VISITORS)[number];

/** Stands for an unknown country; ISO 3166 reserves this code for its users. */
export const UNKNOWN_COUNTRY = "XX";

/** How many visits were alike: link, QR code, hour (`2026-11-21T04`, UTC), country, device, visitor, number. */
export type VisitCount = [string, string, string, string, Device, Visitor, number];
/** How many clicks a host referred: link, host, hour, quarter of the hour, number. */
export type ReferrerCount = [string, string, string, number, number];
/** How often people chose an offer of a link: link, offer, how they came to its page, hour, quarter, number. */
export type TapCount = [string, string, "scan" | "click", string, number, number];

/** Visits summed up. What is absent is empty. */
export interface VisitCounts {
  counts: VisitCount[];
  /**
   * In which quarter of its hour, from 0 to 3, each count was, as hours begin at any of these in the time zones of
   * organizations. Absent: all in the first.
   */
  quarters?: number[];
  referrers?: ReferrerCount[];
  taps?: TapCount[];
}

interface Quarter {
  hour: string;
  quarter: number;
}

/** Sums up visits as they come in. No address, cookie or user agent is in the result. */
export class VisitSum {
  readonly #byLink = new Map<string, { count: VisitCount; quarter: number }[]>();
  readonly #referrers = new Map<string, ReferrerCount>();
  readonly #taps = new Map<string, TapCount>();
  #visits = 0;

  /** The number of counts. */
  get size(): number {
    return this.#visits + this.#referrers.size + this.#taps.size;
  }

  add(visit: AnsweredVisit, userAgent: UserAgent): void {
    const { linkId, qr, tap, referrer } = visit;
    const time = quarterOf(visit.time);
    const visitor = visitorOf(visit, userAgent);
    if (tap !== undefined) {
      if (visitor === "person") this.#addTap(linkId, tap, qr === "" ? "click" : "scan", time);
      return;
    }
    this.#addVisit(visit, visitor, visitor === "person" ? userAgent.device : "other", time);
    if (referrer !== undefined && visitor === "person") this.#addReferrer(linkId, referrer, time);
  }

  counts(): VisitCounts {
    const all = [...this.#byLink.values()].flat();
    const quarters = all.map(({ quarter }) => quarter);
    return {
      counts: all.map(({ count }) => count),
      ...(quarters.some((quarter) => quarter > 0) && { quarters }),
      ...(this.#referrers.size > 0 && { referrers: [...this.#referrers.values()] }),
      ...(this.#taps.size > 0 && { taps: [...this.#taps.values()] }),
    };
  }

  #addVisit({ linkId, qr, ...visit }: AnsweredVisit, visitor: Visitor, device: Device, time: Quarter): void {
    const { hour, quarter } = time;
    const country = countryIn(visit.country);
    let counts = this.#byLink.get(linkId);
    if (counts === undefined) {
      counts = [];
      this.#byLink.set(linkId, counts);
    }
    // There are only a few, and comparing them takes less time than making a key of six texts.
    for (const each of counts) {
      const { count } = each;
      const alike =
        each.quarter === quarter &&
        count[1] === qr &&
        count[2] === hour &&
        count[3] === country &&
        count[4] === device &&
        count[5] === visitor;
      if (alike) {
        count[6]++;
        return;
      }
    }
    counts.push({ count: [linkId, qr, hour, country, device, visitor, 1], quarter });
    this.#visits++;
  }

  #addReferrer(linkId: string, host: string, { hour, quarter }: Quarter): void {
    const key = `${linkId}\n${host}\n${hour}\n${quarter}`;
    const known = this.#referrers.get(key);
    if (known) known[4]++;
    else this.#referrers.set(key, [linkId, host, hour, quarter, 1]);
  }

  #addTap(linkId: string, offer: string, came: "scan" | "click", { hour, quarter }: Quarter): void {
    const key = `${linkId}\n${offer}\n${came}\n${hour}\n${quarter}`;
    const known = this.#taps.get(key);
    if (known) known[5]++;
    else this.#taps.set(key, [linkId, offer, came, hour, quarter, 1]);
  }
}

const QUARTER_MS = 15 * 60 * 1_000;

/** The quarter of an hour that was formatted last, because nearly all visits of an isolate are of the same one. */
let named: Quarter & { since: number } = { since: Number.NaN, hour: "", quarter: 0 };

function quarterOf(time: number): Quarter {
  const since = Math.floor(time / QUARTER_MS);
  if (since !== named.since) {
    const hour = new Date(time).toISOString().slice(0, "2026-11-21T04".length);
    named = { since, hour, quarter: since % 4 };
  }
  return named;
}

/** The country that was checked last, because the visits of an isolate come from few, and a pattern takes long. */
let checked = UNKNOWN_COUNTRY;

function countryIn(text: string | undefined): string {
  if (text === checked) return checked;
  if (text === undefined || !/^[A-Z0-9]{2}$/.test(text)) return UNKNOWN_COUNTRY;
  checked = text;
  return text;
}

function visitorOf({ prefetch, head }: AnsweredVisit, { socialPreview, robot }: UserAgent): Visitor {
  if (prefetch || socialPreview) return "preview";
  return head || robot ? "robot" : "person";
}
