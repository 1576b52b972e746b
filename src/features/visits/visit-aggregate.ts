import type { Device, UserAgent } from "../../ground/platform/known-user-agents.ts";
import type { VisitRecord } from "../short-links/visitor.ts";
import {
  APART_DIMENSIONS,
  type ApartDimension,
  canHave,
  DIMENSION_FACTS,
  type PeopleClass,
} from "./dimensions.ts";
import {
  type ApartCount,
  UNKNOWN_COUNTRY,
  type VisitCount,
  type VisitCounts,
  type Visitor,
} from "./visit-counts.ts";

/** Aggregates visits as they come in. The result contains no IP address, cookie or user agent. */
export class VisitAggregate {
  readonly #byLink = new Map<string, VisitCount[]>();
  readonly #apart = new Map<string, ApartCount>();
  #visits = 0;

  get size(): number {
    return this.#visits + this.#apart.size;
  }

  add(visit: VisitRecord, userAgent: UserAgent): void {
    const { linkId, qr, tap } = visit;
    const quarter = quarterOf(visit.time);
    const visitor = visitorOf(visit, userAgent);
    const people: PeopleClass = qr === "" ? "clicks" : "scans";
    if (tap !== undefined) {
      if (visitor === "person") this.#addApart(linkId, "choice", tap, people, quarter);
      return;
    }
    this.#addVisit(visit, visitor, visitor === "person" ? userAgent.device : "other", quarter);
    if (visitor !== "person") return;
    for (const by of APART_DIMENSIONS) {
      const value = DIMENSION_FACTS[by].readValue?.(visit);
      if (value !== undefined && canHave(by, people)) this.#addApart(linkId, by, value, people, quarter);
    }
  }

  counts(): VisitCounts {
    return { counts: [...this.#byLink.values()].flat(), apart: [...this.#apart.values()] };
  }

  #addVisit({ linkId, qr, ...visit }: VisitRecord, visitor: Visitor, device: Device, quarter: string): void {
    const country = countryIn(visit.country);
    let counts = this.#byLink.get(linkId);
    if (counts === undefined) {
      counts = [];
      this.#byLink.set(linkId, counts);
    }
    // There are only a few, and comparing them is faster than building a key of six strings.
    for (const count of counts) {
      const alike =
        count[1] === qr &&
        count[2] === quarter &&
        count[3] === country &&
        count[4] === device &&
        count[5] === visitor;
      if (alike) {
        count[6]++;
        return;
      }
    }
    counts.push([linkId, qr, quarter, country, device, visitor, 1]);
    this.#visits++;
  }

  #addApart(linkId: string, by: ApartDimension, value: string, people: PeopleClass, quarter: string): void {
    const key = `${linkId}\n${by}\n${value}\n${people}\n${quarter}`;
    const known = this.#apart.get(key);
    if (known) known[5]++;
    else this.#apart.set(key, [linkId, by, value, people, quarter, 1]);
  }
}

const QUARTER_MS = 15 * 60 * 1_000;

/** Caches the last formatted quarter of an hour, because nearly all visits of an isolate share it. */
let named = { since: Number.NaN, text: "" };

function quarterOf(time: number): string {
  const since = Math.floor(time / QUARTER_MS);
  if (since !== named.since) {
    const text = new Date(since * QUARTER_MS).toISOString().slice(0, "2026-11-21T04:15".length);
    named = { since, text };
  }
  return named.text;
}

/** Caches the last checked country, because visits of an isolate come from few countries, and the pattern is slow. */
let checked = UNKNOWN_COUNTRY;

function countryIn(text: string | undefined): string {
  if (text === checked) return checked;
  if (text === undefined || !/^[A-Z0-9]{2}$/.test(text)) return UNKNOWN_COUNTRY;
  checked = text;
  return text;
}

function visitorOf({ prefetch, head }: VisitRecord, { socialPreview, office, robot }: UserAgent): Visitor {
  if (prefetch || socialPreview || office) return "preview";
  return head || robot ? "robot" : "person";
}
