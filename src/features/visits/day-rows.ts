import type { LocalHour } from "../../ground/core/zone.ts";
import type { Device } from "../../ground/platform/known-user-agents.ts";
import { ANY_CODE, classOf, type Nested, OTHERS, WITHOUT_VISITOR } from "./counter-forms.ts";
import { type ApartDimension, DIMENSION_FACTS, type PeopleClass } from "./dimensions.ts";
import { type VisitNumbers, zeroVisits } from "./statistics.ts";
import type { Visitor } from "./visit-counts.ts";
import { type Entries, limitedEntries, readVisitors } from "./visitor-sketch.ts";

/** Maximum values of a dimension apart, for scans and for clicks, in the row of a link and of a project on a day. */
export const MAX_VALUES = { link: 50, project: 200 };

/** The owner of a row of visits. */
export interface RowOwner {
  organizationId: string;
  projectId: string;
  linkId: string;
  retailer: string;
}

/** Equal visits to count. */
interface NewVisits {
  at: LocalHour;
  /** The identifier of a QR code of the link, or empty. */
  code: string;
  country: string;
  device: Device;
  visitor: Visitor;
  visits: number;
  /** Of people: who they are, as in a message; undefined if the key was missing. */
  visitors?: string | undefined;
}

/** An addition to a row of visit_days, with a member for each column; see schema.sql. */
export interface DayAddition extends VisitNumbers {
  day: string;
  organization_id: string;
  project_id: string;
  link_id: string;
  retailer: string;
  taps: number;
  counts: Nested<number>;
  totals: Nested<number>;
  /** By dimension, class and value, because most values have one class. */
  apart: Nested<number>;
  /** By code, and for a project by `ANY_CODE`; the number of visits by `WITHOUT_VISITOR`. */
  visitors: Record<string, Entries | number>;
}

/** Aggregates visits into additions to rows of visit_days. */
export class DayAdditions {
  readonly #rows = new Map<string, DayAddition>();

  addVisits(owner: RowOwner, { at, code, country, device, visitor, visits, visitors }: NewVisits): void {
    const name = classOf(visitor, code);
    const kind = visitor === "person" ? device : visitor;
    const hour = String(at.hour);
    const [ofLink, ofProject] = this.#both(owner, at.day);
    for (const row of [ofLink, ofProject]) {
      const rowCode = row === ofProject && code !== "" ? ANY_CODE : code;
      row[name] += visits;
      add(row.counts, rowCode, `${country} ${kind}`, hour, visits);
      add(row.totals, "qrCode", rowCode, name, visits);
    }
    add(ofProject.totals, "country", country, name, visits);
    add(ofProject.totals, "device", kind, name, visits);
    add(ofProject.totals, "hour", hour, name, visits);
    if (visitor !== "person") return;
    for (const row of [ofLink, ofProject]) {
      if (visitors === undefined) addWithoutVisitor(row, visits);
      else addVisitors(row, row === ofProject ? ANY_CODE : code, readVisitors(visitors));
    }
  }

  /** Adds people with a value of a dimension apart. Their visits are counted by `addVisits`; taps by `choice` are not visits. */
  addApart(
    owner: RowOwner,
    day: string,
    by: ApartDimension,
    { value, people, visits }: { value: string; people: PeopleClass; visits: number },
  ): void {
    for (const row of this.#both(owner, day)) {
      if (by === "choice") row.taps += visits;
      const values = row.apart[by]?.[people] ?? {};
      const most = row.link_id === "" ? MAX_VALUES.project : MAX_VALUES.link;
      const isFull = !DIMENSION_FACTS[by].isBounded && Object.keys(values).length >= most;
      add(row.apart, by, people, values[value] === undefined && isFull ? OTHERS : value, visits);
    }
  }

  rows(): DayAddition[] {
    return Array.from(this.#rows.values(), (row) => {
      const limited = Object.entries(row.visitors).map(([code, each]) => [
        code,
        typeof each === "number" ? each : limitedEntries(each),
      ]);
      return { ...row, visitors: Object.fromEntries(limited) };
    });
  }

  #both(owner: RowOwner, day: string): [DayAddition, DayAddition] {
    return [this.#row(owner, day), this.#row({ ...owner, linkId: "" }, day)];
  }

  #row({ organizationId, projectId, linkId, retailer }: RowOwner, day: string): DayAddition {
    const key = { day, organization_id: organizationId, project_id: projectId, link_id: linkId, retailer };
    const name = Object.values(key).join("\n");
    let row = this.#rows.get(name);
    if (!row) {
      row = { ...key, ...zeroVisits(), taps: 0, counts: {}, totals: {}, apart: {}, visitors: {} };
      this.#rows.set(name, row);
    }
    return row;
  }
}

function add(numbers: Nested<number>, first: string, second: string, third: string, visits: number): void {
  numbers[first] ??= {};
  const inner = numbers[first];
  inner[second] ??= {};
  const leaf = inner[second];
  leaf[third] = (leaf[third] ?? 0) + visits;
}

/** Adds visitors to the sketch of a code. */
function addVisitors(
  row: DayAddition,
  code: string,
  visitors: readonly { ofLink: number; ofProject: number }[],
): void {
  const known = row.visitors[code];
  const entries: Entries = typeof known === "object" ? known : {};
  for (const { ofLink, ofProject } of visitors) entries[row.link_id === "" ? ofProject : ofLink] = 1;
  row.visitors[code] = entries;
}

function addWithoutVisitor(row: DayAddition, visits: number): void {
  const known = row.visitors[WITHOUT_VISITOR];
  row.visitors[WITHOUT_VISITOR] = (typeof known === "number" ? known : 0) + visits;
}
