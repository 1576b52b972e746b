import type { CheckedFilter } from "./filter.ts";
import { NUMBERS, SUMS } from "./number-columns.ts";
import type { TotalsDimension } from "./source.ts";
import { type Dimension, MAX_ROWS, type VisitNumbers } from "./statistics.ts";

/** The most totals of single links, or counters, that one part of a report reads. */
export const MOST_ROWS = 50_000;

/** Whose visits a report shows. */
export interface ReportScope {
  organizationId: string;
  projects: "all" | readonly string[];
  filter: CheckedFilter;
}

/** What the rows of a part are: hours or days, hours of the week, or values of a dimension. */
export type PartBy = "period" | "week" | Exclude<Dimension, "visitor">;

/** One part of a report. */
export interface Part {
  by: PartBy;
  /** The dimension of the totals, or the counters of a link. */
  source: TotalsDimension | "counters";
  /** The hours or days, in order. */
  periods: readonly string[];
  /** Whether the periods are hours; else they are days. */
  hours: boolean;
}

/** One row of a part. */
export interface PartRow extends VisitNumbers {
  /** Null in a part without rows. */
  place: number | null;
  /** The period, the hour of the week (`1-09` is Monday, 9 to 10) or the value; null: all values without a row. */
  key: string | null;
  name: string | null;
  publicName: string | null;
  linkName: string | null;
}

/** Whether a part reads the totals of each link, of which there can be any number. */
const tellsLinksApart = ({ filter }: ReportScope, by: PartBy): boolean =>
  (by === "link" || by === "qrCode") && filter.linkId === null;

/**
 * The totals of the periods ?3. CROSS JOIN keeps SQLite to this order: one search for each project and period, which
 * ends at the totals of dimension ?4 that are wanted. Links are searched for only where they are told apart.
 */
function totals(scope: ReportScope, { by, source }: Part): string {
  const projects =
    scope.projects === "all"
      ? "SELECT id FROM projects WHERE organization_id = ?1"
      : "SELECT value AS id FROM json_each(?2)";
  const value = (dimension: TotalsDimension) => (source === dimension ? "total.value" : "NULL");
  return `SELECT total.period, total.link_id, ${value("country")} AS country, ${value("device")} AS device,
      ${value("qrCode")} AS qr, total.retailer, ${NUMBERS}
    FROM (${projects}) AS project CROSS JOIN json_each(?3) AS wanted CROSS JOIN visit_totals AS total
    WHERE total.dimension = ?4 AND total.period = wanted.value AND total.organization_id = ?1
      AND total.project_id = project.id AND total.link_id ${tellsLinksApart(scope, by) ? "> ?5" : "= ?5"}`;
}

/** The counters of link ?5 in the hours of the periods ?3. They are in the order of their key. */
const counters = ({ hours }: Part): string => {
  const sumOf = (condition: string) => `CASE WHEN ${condition} THEN visits ELSE 0 END`;
  return `SELECT ${hours ? "hour" : "substr(hour, 1, 10)"} AS period, visit_counts.link_id, country, device,
      qr_identifier AS qr, (SELECT retailer FROM links WHERE id = visit_counts.link_id) AS retailer,
      ${sumOf("visitor = 'person' AND qr_identifier <> ''")} AS scans,
      ${sumOf("visitor = 'person' AND qr_identifier = ''")} AS clicks,
      ${sumOf("visitor = 'robot'")} AS robots, ${sumOf("visitor = 'preview'")} AS previews
    FROM visit_counts
    WHERE ?4 = 'counters' AND link_id = ?5 AND hour >= json_extract(?3, '$[0]')
      AND hour < json_extract(?3, '$[#-1]') || 'T~'`;
};

/** The columns that tell the rows of a part apart, and what is shown of them. `ranked` has these columns. */
const ROWS: Readonly<
  Record<
    PartBy,
    { columns: readonly string[]; key: string; name?: string; publicName?: string; link?: string }
  >
> = {
  period: { columns: ["period"], key: "one" },
  week: {
    columns: ["strftime('%w', substr(period, 1, 10))", "substr(period, 12, 2)"],
    key: "one || '-' || two",
  },
  country: { columns: ["country"], key: "one" },
  device: { columns: ["device"], key: "one" },
  retailer: { columns: ["retailer"], key: "one" },
  link: {
    columns: ["link_id"],
    key: "one",
    name: "SELECT name FROM links WHERE id = one",
    publicName: "SELECT public_name FROM links WHERE id = one",
  },
  qrCode: {
    columns: ["link_id", "qr"],
    key: "'qr_' || one || '_' || two",
    name: "SELECT name FROM qr_codes WHERE qr_codes.link_id = one AND identifier = two",
    publicName: "SELECT public_name FROM links WHERE id = one",
    link: "SELECT name FROM links WHERE id = one",
  },
};

/** How many values of a part have a row of their own. Hours and days all have; QR codes leave one to visits without. */
const rowLimit = ({ by }: Part): number => {
  if (by === "period" || by === "week") return MOST_ROWS;
  return by === "qrCode" ? MAX_ROWS - 1 : MAX_ROWS;
};

/** Visits by device are those of people: robots have no device. */
const numbers = ({ device }: CheckedFilter): string =>
  device === null ? NUMBERS : "scans, clicks, 0 AS robots, 0 AS previews";

/**
 * Whether a part is found by rankings: the links or QR codes of projects. Rankings tell no countries, devices and
 * retailers apart.
 */
export const isRanked = ({ filter }: ReportScope, { by }: Part): boolean =>
  (by === "link" || by === "qrCode") &&
  [filter.linkId, filter.country, filter.device, filter.retailer].every((value) => value === null);

/** The question of such a part. */
export const rankingOf = ({ organizationId, projects }: ReportScope, part: Part) => ({
  organizationId,
  projects,
  kind: part.by === "link" ? ("link" as const) : ("qrCode" as const),
  days: part.periods,
  rowLimit: rowLimit(part),
});

/**
 * The statement of any other part. Of counters, and of totals of single links, it reads MOST_ROWS + 1 at most: `reached`
 * says whether there are more, in which case its sums are of no use. The totals of projects and of one link are as many as
 * there are values and days.
 */
export function partQuery(scope: ReportScope, part: Part): string {
  const { columns, key, name = "NULL", publicName = "NULL", link = "NULL" } = ROWS[part.by];
  const [one = "", two = "NULL"] = columns;
  const source = part.source === "counters" ? counters(part) : totals(scope, part);
  const limit = part.source === "counters" || tellsLinksApart(scope, part.by) ? MOST_ROWS + 1 : -1;
  const own = "place <= ?10";
  const isCode = part.by === "qrCode" ? "AND qr <> ''" : "";
  return `WITH reached AS MATERIALIZED (${source} LIMIT ${limit}),
    ranked AS (
      SELECT ${one} AS one, ${two} AS two, ${SUMS}, row_number() OVER (
          ORDER BY sum(scans) + sum(clicks) DESC, sum(robots) + sum(previews) DESC, ${one}, ${two}) AS place
      FROM (SELECT period, link_id, country, device, qr, retailer, ${numbers(scope.filter)} FROM reached
        WHERE (?6 IS NULL OR qr = ?6) AND (?7 IS NULL OR country = ?7) AND (?8 IS NULL OR device = ?8)
          AND (?9 IS NULL OR retailer = ?9) ${isCode})
      GROUP BY 1, 2),
    shown AS (
      SELECT min(place, ?10 + 1) AS place, CASE WHEN ${own} THEN ${key} END AS key,
        CASE WHEN ${own} THEN (${name}) END AS name, CASE WHEN ${own} THEN (${publicName}) END AS publicName,
        CASE WHEN ${own} THEN (${link}) END AS linkName, ${SUMS}
      FROM ranked GROUP BY min(place, ?10 + 1))
    SELECT ${limit < 0 ? 0 : "size.reached"} AS reached, shown.* FROM (SELECT count(*) AS reached FROM reached) AS size
      LEFT JOIN shown ON TRUE ORDER BY shown.place`;
}

/** The values of the statement's parameters. */
export const valuesOf = ({ organizationId, projects, filter }: ReportScope, part: Part) => [
  organizationId,
  projects === "all" ? null : JSON.stringify(projects),
  JSON.stringify(part.periods),
  part.source,
  filter.linkId ?? "",
  filter.qrIdentifier,
  filter.country,
  filter.device,
  filter.retailer,
  rowLimit(part),
];
