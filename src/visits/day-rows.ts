import type { LocalHour } from "../core/zone.ts";
import type { Device } from "../platform/known-user-agents.ts";
import { Cells, CLASSES, type ClassLetter, letterOf, type StoredCounts } from "./cells.ts";
import type { VisitNumbers } from "./statistics.ts";
import type { Visitor } from "./visit.ts";

/**
 * The parts of `counts` in a row of visit_days. In the row of a link:
 *
 * - `:`, and `:<identifier>` for each QR code: visits without and with that code. Values are a country and a kind (`USp`),
 *   places are the hours of the day.
 * - `q`: by QR code. Places are classes, as in all that follow.
 * - `f`: clicks by the host that referred them. `o`: taps by the key of the offer.
 *
 * In the row of a project, `:*` is visits with a code and `:` all others, `c`, `d` and `h` are by country, kind and hour,
 * and there is no `q`.
 */
export const PARTS = {
  country: "c",
  device: "d",
  hour: "h",
  qrCode: "q",
  referrer: "f",
  choice: "o",
} as const;
/** The part before whose identifier visits of a QR code stand, which is also that of visits without one. */
export const KINDS = ":";
/** Visits with any QR code, in the row of a project. */
const ANY_CODE = `${KINDS}*`;
/** Referrers that have no value of their own. */
export const OTHER_REFERRERS = "*";
/** How many referrers the row of a link and that of a project tell apart on one day. */
export const MOST_REFERRERS = { link: 50, project: 200 };

/** The kinds of a visit: the device of a person, or what came in place of one. */
export const KIND_LETTERS = {
  phone: "p",
  tablet: "t",
  desktop: "d",
  other: "o",
  robot: "r",
  preview: "v",
} as const;

/** Whose visits a row counts. */
export interface RowOwner {
  organizationId: string;
  projectId: string;
  linkId: string;
  retailer: string;
}

/** Visits that are alike. */
export interface CountedVisits {
  at: LocalHour;
  /** The identifier of a QR code of the link; empty: none. */
  code: string;
  country: string;
  device: Device;
  visitor: Visitor;
  visits: number;
}

/** The class of visits. */
export const classOf = (visitor: Visitor, code: string): ClassLetter => {
  if (visitor === "person") return code === "" ? "k" : "s";
  return visitor === "robot" ? "r" : "v";
};

/** A row of visit_days before it is written, in the order of its columns. */
export type DayRow = [
  ...[day: string, organizationId: string, projectId: string, linkId: string, retailer: string],
  ...[scans: number, clicks: number, robots: number, previews: number, taps: number, counts: StoredCounts],
];

interface OpenRow {
  key: [day: string, organizationId: string, projectId: string, linkId: string, retailer: string];
  numbers: VisitNumbers;
  taps: number;
  cells: Cells;
}

/** Sums up visits as the rows of visit_days that they are added to. */
export class DayRows {
  readonly #rows = new Map<string, OpenRow>();

  addVisits(owner: RowOwner, { at, code, country, device, visitor, visits }: CountedVisits): void {
    const letter = classOf(visitor, code);
    const kind = KIND_LETTERS[visitor === "person" ? device : visitor];
    const hour = letterOf(at.hour);
    const [ofLink, ofProject] = this.#both(owner, at.day);
    for (const row of [ofLink, ofProject]) row.numbers[CLASSES[letter]] += visits;
    ofLink.cells.add(KINDS + code, country + kind, hour, visits);
    if (code !== "") ofLink.cells.add(PARTS.qrCode, code, letter, visits);
    ofProject.cells.add(letter === "s" ? ANY_CODE : KINDS, country + kind, hour, visits);
    ofProject.cells.add(PARTS.country, country, letter, visits);
    ofProject.cells.add(PARTS.device, kind, letter, visits);
    ofProject.cells.add(PARTS.hour, hour, letter, visits);
  }

  /** Notes which host referred clicks that `addVisits` has counted. */
  addReferrer(owner: RowOwner, day: string, host: string, visits: number): void {
    for (const row of this.#both(owner, day)) row.cells.add(PARTS.referrer, host, "k", visits);
  }

  /** Taps on an offer of the link's page. */
  addTaps(owner: RowOwner, day: string, offer: string, letter: "s" | "k", taps: number): void {
    for (const row of this.#both(owner, day)) {
      row.taps += taps;
      row.cells.add(PARTS.choice, offer, letter, taps);
    }
  }

  rows(): DayRow[] {
    return Array.from(this.#rows.values(), ({ key, numbers, taps, cells }) => {
      const { scans, clicks, robots, previews } = numbers;
      return [...key, scans, clicks, robots, previews, taps, limited(cells.toJSON(), key[3] === "")];
    });
  }

  #both({ organizationId, projectId, linkId, retailer }: RowOwner, day: string): [OpenRow, OpenRow] {
    return [
      this.#row([day, organizationId, projectId, linkId, retailer]),
      this.#row([day, organizationId, projectId, "", retailer]),
    ];
  }

  #row(key: OpenRow["key"]): OpenRow {
    const name = key.join("\n");
    let row = this.#rows.get(name);
    if (!row) {
      row = { key, numbers: { scans: 0, clicks: 0, robots: 0, previews: 0 }, taps: 0, cells: new Cells() };
      this.#rows.set(name, row);
    }
    return row;
  }
}

/** The counts with as many referrers as a row has; the statement that adds them to a stored row counts those as well. */
function limited(counts: StoredCounts, isProject: boolean): StoredCounts {
  const referrers = Object.entries(counts[PARTS.referrer] ?? {});
  const most = isProject ? MOST_REFERRERS.project : MOST_REFERRERS.link;
  if (referrers.length <= most) return counts;
  const cells = new Cells();
  for (const [index, [host, text]] of referrers.entries()) {
    cells.add(PARTS.referrer, index < most ? host : OTHER_REFERRERS, "k", Number(text.slice(1)));
  }
  return { ...counts, ...cells.toJSON() };
}
