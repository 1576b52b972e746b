import type { Owned } from "../access/permissions.ts";
import { onD1 } from "../platform/d1.ts";
import { SUMS } from "./number-columns.ts";
import { rankingStatements } from "./ranking-store.ts";
import { type Dimension, MAX_ROWS, type VisitNumbers } from "./statistics.ts";

/** Whose visits are asked for: a link's, or those of projects as a whole. */
export interface VisitScope {
  organizationId: string;
  projects: "all" | readonly string[];
  linkId: string | null;
}

export interface PeriodRow extends VisitNumbers {
  /** The hour or day, as visit_totals writes it. */
  period: string;
}

export interface ValueRow extends VisitNumbers {
  /** Null for all values together that have no row of their own. */
  key: string | null;
  /** Of the link or QR code; null for everything else. */
  name: string | null;
}

/**
 * Every total of the periods of ?3 in the projects of ?2, or all of the organization ?1. CROSS JOIN keeps SQLite to
 * this order: one search for each project and period, which ends at the totals of dimension ?4 that are wanted.
 */
const totalsOf = ({ projects }: VisitScope): string => {
  const reached =
    projects === "all"
      ? "SELECT id FROM projects WHERE organization_id = ?1"
      : "SELECT value AS id FROM json_each(?2)";
  return `FROM (${reached}) AS project CROSS JOIN json_each(?3) AS wanted CROSS JOIN visit_totals AS total
    WHERE total.dimension = ?4 AND total.period = wanted.value AND total.organization_id = ?1
      AND total.project_id = project.id`;
};

/** What rows a breakdown is made of: its totals' dimension, and the columns that tell its rows apart. */
interface Breakdown {
  dimension: "device" | "country" | "qrCode";
  columns: readonly string[];
  key: string;
  name?: string;
  /** How many values have a row of their own, where it is not MAX_ROWS: the caller adds one row. */
  told?: number;
}

/** What visits are grouped by in SQL; who visited is in the columns of every total. */
type Grouping = Exclude<Dimension, "visitor">;

const BREAKDOWNS: Readonly<Record<Grouping, Breakdown>> = {
  country: { dimension: "country", columns: ["value"], key: "value" },
  device: { dimension: "device", columns: ["value"], key: "value" },
  retailer: { dimension: "device", columns: ["retailer"], key: "retailer" },
  link: {
    dimension: "device",
    columns: ["link_id"],
    key: "link_id",
    name: "SELECT name FROM links WHERE id = ranked.link_id",
  },
  qrCode: {
    dimension: "qrCode",
    columns: ["link_id", "value"],
    key: "'qr_' || link_id || '_' || value",
    told: MAX_ROWS - 1,
    name: "SELECT name FROM qr_codes WHERE qr_codes.link_id = ranked.link_id AND identifier = ranked.value",
  },
};

/** The values that had most people, then most other visits, and one row for what is left. */
function breakdownQuery(scope: VisitScope, { columns, key, name = "NULL" }: Breakdown): string {
  const list = columns.map((column) => `total.${column}`).join(", ");
  return `SELECT CASE WHEN place <= ?6 THEN ${key} END AS key, CASE WHEN place <= ?6 THEN (${name}) END AS name, ${SUMS}
    FROM (
      SELECT ${list}, ${SUMS}, row_number() OVER (
          ORDER BY sum(scans) + sum(clicks) DESC, sum(robots) + sum(previews) DESC, ${list}) AS place
      ${totalsOf(scope)} AND total.link_id = ?5 GROUP BY ${list}
    ) AS ranked
    GROUP BY min(place, ?6 + 1) ORDER BY min(place, ?6 + 1)`;
}

interface StatisticsQuestion {
  periods: readonly string[];
  /** Whether the periods are hours; else they are days. */
  hours: boolean;
  by: Grouping | null;
  before: string;
}

/** Visits as they were summed up, in D1. Each call may throw `service_unavailable`. */
export type VisitStatisticsStore = ReturnType<typeof visitStatisticsStore>;

export function visitStatisticsStore(db: D1Database) {
  const valuesOf = (scope: VisitScope, periods: readonly string[], dimension: string) => [
    scope.organizationId,
    scope.projects === "all" ? null : JSON.stringify(scope.projects),
    JSON.stringify(periods),
    dimension,
    scope.linkId ?? "",
  ];
  /** Links, and QR codes of several links, are as many as there are: those with most people are found by rankings. */
  const breakdownStatements = async (scope: VisitScope, days: readonly string[], by: Grouping) => {
    const breakdown = BREAKDOWNS[by];
    const { dimension, told = MAX_ROWS } = breakdown;
    const { organizationId, projects, linkId } = scope;
    if (linkId === null && (by === "link" || by === "qrCode")) {
      return rankingStatements(db, [{ organizationId, projects, kind: by, days, told }]);
    }
    return [db.prepare(breakdownQuery(scope, breakdown)).bind(...valuesOf(scope, days, dimension), told)];
  };
  return {
    /** Whose the link is; null where there is none. */
    findOwner(linkId: string): Promise<Owned | null> {
      const select =
        "SELECT organization_id AS organizationId, project_id AS projectId FROM links WHERE id = ?1";
      return onD1(() => db.prepare(select).bind(linkId).first<Owned>());
    },
    /**
     * The numbers of each of the hours or days that had visits, and by `by`, where it is given, of the values that
     * had most people in those days. `newestMessage` is the id of the newest message that is counted, of those before
     * `before`; null where none came of late. All of it is as of one moment.
     */
    async read(
      scope: VisitScope,
      { periods, hours, by, before }: StatisticsQuestion,
    ): Promise<{ newestMessage: string | null; periods: PeriodRow[]; values: ValueRow[] }> {
      const series = `SELECT total.period AS period, ${SUMS} ${totalsOf(scope)} AND total.link_id = ?5
        GROUP BY total.period`;
      const breakdowns = by ? await breakdownStatements(scope, periods, by) : [];
      const [newest, numbers, values] = await onD1(() =>
        db.batch([
          db.prepare("SELECT max(id) AS id FROM visit_messages WHERE id < ?1").bind(before),
          db.prepare(series).bind(...valuesOf(scope, periods, hours ? "hour" : "device")),
          ...breakdowns,
        ]),
      );
      // The columns of the queries above, in their order.
      const [message] = (newest?.results ?? []) as { id: string | null }[];
      return {
        newestMessage: message?.id ?? null,
        periods: (numbers?.results ?? []) as PeriodRow[],
        values: ((values?.results ?? []) as ValueRow[]).map(
          ({ key, name, scans, clicks, robots, previews }) => ({
            ...{ key, name, scans, clicks, robots, previews },
          }),
        ),
      };
    },
  };
}
