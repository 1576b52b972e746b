import { RETAILERS } from "../../ground/core/vocabulary.ts";
import { DEVICES } from "../../ground/platform/known-user-agents.ts";
import type { VisitRecord } from "../short-links/visitor.ts";
import type { ReportWords } from "./report-words.ts";

/** People of a visit: `scans` came by a QR code, `clicks` otherwise. */
export const PEOPLE = ["scans", "clicks"] as const;
export type PeopleClass = (typeof PEOPLE)[number];

/** Values that a filter of reports accepts. */
interface FilterFacts {
  /** The only values, or the form of a value with a message for others. */
  accepts:
    | readonly string[]
    | { pattern: RegExp; length: readonly [min: number, max: number]; message: string };
  /** Whether values are in lower case, however they are typed. */
  isFolded?: boolean;
  /** For readers of the API. */
  description: string;
}

/** What one dimension of visits is: everything that counts, reads, names or documents visits derives from it. */
interface DimensionFacts {
  /**
   * Where its values are in a row of counters, and so what it combines with.
   * `row`: a column of the row. Combines with every dimension and filter.
   * `counts`: the column `counts`, by country, device, code and hour together. Combines with these, and with `row`.
   * `apart`: the column `apart`, each value for itself. Combines with `row` only.
   * `class`: the numbers of the row themselves. Combines with every filter.
   */
  kept: "row" | "counts" | "apart" | "class";
  /** The people who can have a value, which are the columns of its table. */
  people: readonly PeopleClass[];
  /** Of a dimension apart: the value of a person's visit, if it has one. Read in the redirect, so it must be fast. */
  readValue?: (visit: VisitRecord) => string | undefined;
  /** Of a dimension apart: which values are counted. Others are left out. */
  pattern?: RegExp;
  /** Of a dimension apart: whether it has few values, so that they need no limit in a row. */
  isBounded?: boolean;
  /** Whether values are encoded as in a URL. */
  isEncoded?: boolean;
  /** The texts of reports: for its table, for its filter, and for people without a value. */
  words: { table: keyof ReportWords; filter?: keyof ReportWords; none?: keyof ReportWords };
  /** For readers of the API: the plural, the noun of `none`, and what the numbers of its rows are. */
  api?: { plural?: string; none?: string; rows?: string };
  filter?: FilterFacts;
}

const EVERYBODY = PEOPLE;

/** The dimensions in the order of the API. */
const FACTS = {
  qrCode: {
    kept: "counts",
    people: ["scans"],
    words: { table: "qrCodes", filter: "qrCode", none: "withoutCode" },
    api: { none: "QR code" },
  },
  country: {
    kept: "counts",
    people: EVERYBODY,
    words: { table: "countries", filter: "country" },
    filter: {
      accepts: {
        pattern: /^[A-Z0-9]{2}$/,
        length: [2, 2],
        message: "must be a country code of two capital letters",
      },
      description: "Country code of two capital letters: a key of the rows by `country`.",
    },
  },
  device: {
    kept: "counts",
    people: EVERYBODY,
    words: { table: "devices", filter: "device" },
    filter: { accepts: DEVICES, description: "Visits from this kind of device." },
  },
  visitor: { kept: "class", people: EVERYBODY, words: { table: "visitors" } },
  link: { kept: "row", people: EVERYBODY, words: { table: "links", filter: "link" } },
  retailer: {
    kept: "row",
    people: EVERYBODY,
    words: { table: "retailers", filter: "retailer" },
    filter: { accepts: RETAILERS, description: "The retailer of the link when the visit was counted." },
  },
  referrer: {
    kept: "apart",
    people: ["clicks"],
    readValue: ({ referrer }) => referrer,
    pattern: /^[a-z0-9.-]{1,100}$/,
    words: { table: "referrers", none: "direct" },
    api: { plural: "referrers", none: "referrer" },
  },
  // Taps on the page of a link, which are not visits.
  choice: {
    kept: "apart",
    people: EVERYBODY,
    pattern: /^[a-z0-9-]{1,32}$/,
    isBounded: true,
    words: { table: "choices" },
    api: { plural: "choices", rows: "rows by `choice` are taps, not visits" },
  },
  // The lot of a scanned GTIN.
  lot: {
    kept: "apart",
    people: ["scans"],
    readValue: ({ lot }) => lot,
    pattern: /^[\w.~!'()%-]{1,60}$/,
    isEncoded: true,
    words: { table: "lots" },
    api: { plural: "lots", rows: "rows by `lot` are scans of GTINs" },
  },
  source: {
    kept: "apart",
    people: ["clicks"],
    readValue: ({ source }) => source,
    pattern: /^[a-z0-9-]{1,40}$/,
    words: { table: "sources", filter: "source", none: "withoutSource" },
    api: { plural: "sources", none: "source", rows: "rows by `source` clicks" },
    filter: {
      accepts: {
        pattern: /^[a-z0-9-]{1,40}$/i,
        length: [1, 40],
        message: "must be 1 to 40 letters, digits or hyphens",
      },
      isFolded: true,
      description:
        "Clicks with this `via`: a key of the rows by `source`. Not with other filters but links, `retailer` and days.",
    },
  },
} as const satisfies Record<string, DimensionFacts>;

type Facts = typeof FACTS;
/** What visits can be broken down by. */
export type Dimension = keyof Facts;
/** The dimensions whose values are kept in this way. */
export type KeptIn<Kept extends DimensionFacts["kept"]> = {
  [D in Dimension]: Facts[D]["kept"] extends Kept ? D : never;
}[Dimension];
export type ApartDimension = KeptIn<"apart">;
/** The dimensions with a filter by one value, as it is stored. */
export type FilterDimension = {
  [D in Dimension]: Facts[D] extends { filter: FilterFacts } ? D : never;
}[Dimension];

export const DIMENSION_FACTS: Readonly<Record<Dimension, DimensionFacts>> = FACTS;
// The keys of the constant above.
export const DIMENSIONS = Object.keys(FACTS) as [Dimension, ...Dimension[]];

export const isApart = (by: string): by is ApartDimension =>
  (FACTS as Record<string, DimensionFacts>)[by]?.kept === "apart";
export const APART_DIMENSIONS: readonly ApartDimension[] = DIMENSIONS.filter(isApart);

/** Whether people of a class can have a value of the dimension. */
export const canHave = (by: Dimension, people: PeopleClass): boolean =>
  DIMENSION_FACTS[by].people.includes(people);

/** The filter of a dimension by one value; undefined without one. */
export const filterOf = (by: Dimension): FilterFacts | undefined => DIMENSION_FACTS[by].filter;
const hasFilter = (by: Dimension): by is FilterDimension => filterOf(by) !== undefined;
export const FILTER_DIMENSIONS: readonly FilterDimension[] = DIMENSIONS.filter(hasFilter);
