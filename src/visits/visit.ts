import { HOUR_MS } from "../core/days.ts";
import type { Device, UserAgent } from "../platform/known-user-agents.ts";
import type { AnsweredVisit } from "../short-links/visitor.ts";

/** Who came: a person, a robot, or a program that looks ahead for a person (link previews and prefetches). */
export const VISITORS = ["person", "robot", "preview"] as const;
export type Visitor = (typeof VISITORS)[number];

/** Stands for an unknown country; ISO 3166 reserves this code for its users. */
export const UNKNOWN_COUNTRY = "XX";

/** How many visits were alike: link, QR code, hour (`2026-11-21T04`, UTC), country, device, visitor, number. */
export type VisitCount = [string, string, string, string, Device, Visitor, number];

/** Sums up visits as they come in. No address, cookie or user agent is in the result. */
export class VisitSum {
  readonly #byLink = new Map<string, VisitCount[]>();
  #size = 0;

  /** The number of counts. */
  get size(): number {
    return this.#size;
  }

  add(visit: AnsweredVisit, userAgent: UserAgent): void {
    const { linkId, qr } = visit;
    const hour = hourOf(visit.time);
    const country = countryIn(visit.country);
    const visitor = visitorOf(visit, userAgent);
    const device = visitor === "person" ? userAgent.device : "other";
    let counts = this.#byLink.get(linkId);
    if (counts === undefined) {
      counts = [];
      this.#byLink.set(linkId, counts);
    }
    // There are only a few, and comparing them takes less time than making a key of six texts.
    for (const count of counts) {
      const alike =
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
    counts.push([linkId, qr, hour, country, device, visitor, 1]);
    this.#size++;
  }

  counts(): VisitCount[] {
    return [...this.#byLink.values()].flat();
  }
}

/** The hour that was formatted last, because nearly all visits of an isolate are of the same one. */
let named = { hour: Number.NaN, text: "" };

function hourOf(time: number): string {
  const hour = Math.floor(time / HOUR_MS);
  if (hour !== named.hour) {
    named = { hour, text: new Date(time).toISOString().slice(0, "2026-11-21T04".length) };
  }
  return named.text;
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
