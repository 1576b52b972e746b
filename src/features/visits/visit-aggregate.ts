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
import { visitorOf } from "./visitor-hash.ts";

/** Gives the entries of visitors of a link on a UTC day; undefined without the key of the day. */
export type FindEntries = (
  link: VisitRecord["link"],
  day: string,
  visitors: Iterable<string>,
) => Promise<string | undefined>;

/** A count, and if it is of people, who they are. */
interface Counted {
  count: VisitCount;
  link: VisitRecord["link"];
  visitors: Set<string>;
}

/** Aggregates visits as they come in. The result contains no IP address, cookie or user agent. */
export class VisitAggregate {
  readonly #byLink = new Map<string, Counted[]>();
  readonly #apart = new Map<string, ApartCount>();
  #visits = 0;
  /** The number of different visitors of counts. */
  visitors = 0;

  get size(): number {
    return this.#visits + this.#apart.size;
  }

  add(visit: VisitRecord, address: string, userAgent: UserAgent): void {
    const { qr, tap } = visit;
    const { linkId } = visit.link;
    const quarter = quarterOf(visit.time);
    const visitor = kindOf(visit, userAgent);
    const people: PeopleClass = qr === "" ? "clicks" : "scans";
    if (tap !== undefined) {
      if (visitor === "person") this.#addApart(linkId, "choice", tap, people, quarter);
      return;
    }
    const isPerson = visitor === "person";
    const { visitors } = this.#addVisit(visit, visitor, isPerson ? userAgent.device : "other", quarter);
    if (!isPerson) return;
    const before = visitors.size;
    this.visitors += visitors.add(visitorOf(address, visit.userAgent)).size - before;
    for (const by of APART_DIMENSIONS) {
      const value = DIMENSION_FACTS[by].readValue?.(visit);
      if (value !== undefined && canHave(by, people)) this.#addApart(linkId, by, value, people, quarter);
    }
  }

  /** Adds to the counts who the people are. */
  async addEntries(findEntries: FindEntries): Promise<void> {
    for (const { count, link, visitors } of [...this.#byLink.values()].flat()) {
      if (visitors.size === 0) continue;
      const entries = await findEntries(link, count[2].slice(0, "2026-11-21".length), visitors);
      if (entries !== undefined) count[7] = entries;
    }
  }

  counts(): VisitCounts {
    const counts = [...this.#byLink.values()].flat().map(({ count }) => count);
    return { counts, apart: [...this.#apart.values()] };
  }

  #addVisit({ link, qr, ...visit }: VisitRecord, visitor: Visitor, device: Device, quarter: string): Counted {
    const country = countryIn(visit.country);
    let all = this.#byLink.get(link.linkId);
    if (all === undefined) {
      all = [];
      this.#byLink.set(link.linkId, all);
    }
    // There are only a few, and comparing them is faster than building a key of six strings.
    for (const counted of all) {
      const { count } = counted;
      const alike =
        count[1] === qr &&
        count[2] === quarter &&
        count[3] === country &&
        count[4] === device &&
        count[5] === visitor;
      if (alike) {
        count[6]++;
        return counted;
      }
    }
    const count: VisitCount = [link.linkId, qr, quarter, country, device, visitor, 1];
    const counted = { count, link, visitors: new Set<string>() };
    all.push(counted);
    this.#visits++;
    return counted;
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

function kindOf({ prefetch, head }: VisitRecord, { socialPreview, office, robot }: UserAgent): Visitor {
  if (prefetch || socialPreview || office) return "preview";
  return head || robot ? "robot" : "person";
}
