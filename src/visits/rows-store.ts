import { onD1 } from "../platform/d1.ts";
import { type CountsRow, eachFact } from "./facts.ts";
import type { CheckedFilter } from "./filter.ts";
import { PartSum } from "./part-sum.ts";
import type { Part, Reading } from "./questions.ts";
import { daysOf } from "./range.ts";
import { CLASSES } from "./statistics.ts";

/** The most rows of links that one question reads. */
export const MAX_LINK_DAYS = 100_000;
/** For how many of them a row of a month counts, as reading it takes as long. */
export const MONTH_WEIGHT = 4;
/** Rows of links that are in memory at one time. */
const PER_PAGE = 2_000;

/** Whose visits are read. */
export interface RowsSubject {
  organizationId: string;
  projects: "all" | readonly string[];
  filter: CheckedFilter;
}

/** Links by their ids, with their projects. */
export type LinkProjects = ReadonlyMap<string, string>;

/** Projects of which rows are read, each with one of its links; '' is the project as a whole. */
type Owners = readonly (readonly [projectId: string, linkId: string])[];

/** Parts that are answered from the same rows. */
interface Group {
  parts: readonly { part: Part; sum: PartSum }[];
  days: string[];
  /** None, where all days are in rows of days. */
  months: string[];
}

/** Parts of the same days together, as their rows need to be read once. */
export function groupsOf(parts: readonly Part[], filter: CheckedFilter): Group[] {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const days = daysOf(part.range);
    const name = `${part.from} ${days[0]} ${days.at(-1)} ${part.monthReading !== null}`;
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  return Array.from(groups.values(), (group): Group => {
    const days = group[0] ? daysOf(group[0].range) : [];
    const isOld = group[0]?.monthReading !== null;
    return {
      parts: group.map((part) => ({ part, sum: new PartSum(part, filter) })),
      days,
      months: isOld ? monthsOf(days) : [],
    };
  });
}

/** The months of these days. */
export const monthsOf = (days: readonly string[]): string[] => [
  ...new Set(days.map((day) => day.slice(0, "2026-11".length))),
];

/** SQL for the projects of a subject: parameter ?1 is the organization, and ?2 the projects as JSON. */
export const projectsSql = (projects: RowsSubject["projects"]): string =>
  projects === "all"
    ? "SELECT id FROM projects WHERE organization_id = ?1"
    : "SELECT value AS id FROM json_each(?2)";

/** SQL for what of a row is read. Of totals, which can be long, only some. */
function columnsOf(period: "day" | "month", readings: ReadonlySet<Reading>): string {
  const read = (reading: Reading, column: string) => (readings.has(reading) ? `row.${column}` : "NULL");
  const totals = [...readings].filter((each) => each !== "counts" && each !== "referrer");
  const named = totals.map((each) => (each === "numbers" ? "qrCode" : each));
  return `row.${period} AS period, row.link_id AS linkId, row.retailer AS retailer,
    ${period === "day" ? `${CLASSES.join(", ")}, ` : ""}${read("counts", "counts")} AS counts, ${read("referrer", "referrers")} AS referrers,
    json_object(${[...new Set(named)].map((each) => `'${each}', row.totals -> '$.${each}'`).join(", ")}) AS totals`;
}

/**
 * The statements that read the rows of a group: one search for each owner and day or month, to which CROSS JOIN keeps
 * SQLite. Null stands for all projects as a whole. Counts that lack the country of the filter are left out.
 */
export function rowsStatements(
  db: D1Database,
  { organizationId, filter: { country } }: RowsSubject,
  { parts, days, months }: Group,
  owners: Owners | null,
): D1PreparedStatement[] {
  const owned = owners
    ? "SELECT value ->> 0 AS project_id, value ->> 1 AS link_id FROM json_each(?2)"
    : "SELECT id AS project_id, '' AS link_id FROM projects WHERE organization_id = ?1";
  const read = (period: "day" | "month", periods: readonly string[], readings: ReadonlySet<Reading>) =>
    db
      .prepare(
        `SELECT ${columnsOf(period, readings)}
        FROM (${owned}) AS owner CROSS JOIN json_each(?3) AS wanted CROSS JOIN visit_${period}s AS row
        WHERE row.${period} = wanted.value AND row.organization_id = ?1 AND row.project_id = owner.project_id
          AND row.link_id = owner.link_id AND (?4 IS NULL OR instr(row.counts, ?4) > 0)`,
      )
      .bind(
        ...[organizationId, JSON.stringify(owners), JSON.stringify(periods)],
        country === null ? null : `"${country} `,
      );
  const statements = [read("day", days, new Set(parts.map(({ part }) => part.reading)))];
  const old = new Set(parts.flatMap(({ part: { monthReading } }) => monthReading ?? []));
  if (months.length > 0) statements.push(read("month", months, old));
  return statements;
}

/** A row as D1 gives it. */
type Stored = {
  [Name in keyof CountsRow]: Name extends "counts" | "totals" | "referrers" ? string | null : CountsRow[Name];
};

/** Adds what such statements gave to the sums of a group. */
export function addRows({ parts, days, months }: Group, results: readonly D1Result[]): void {
  const asked = months.length > 0 ? new Set(days) : null;
  // The columns of the statements above.
  for (const row of results.flatMap((result) => result.results as Stored[])) {
    const isMonth = row.period.length === "2026-11".length;
    // Only this folder writes these columns.
    const [counts, totals, referrers] = [row.counts, row.totals, row.referrers].map((text) =>
      JSON.parse(text ?? "null"),
    );
    const read: CountsRow = { ...row, counts, totals, referrers };
    for (const { part, sum } of parts) {
      const reading = isMonth ? part.monthReading : part.reading;
      if (reading === null) continue;
      eachFact(read, reading, part.hours, (fact) => {
        if (!isMonth || asked?.has(fact.day)) sum.add(fact);
      });
    }
  }
}

/**
 * Adds the rows of each link of projects to the sums of a group, some at a time. Gives false, and has added nothing, where
 * there are more than `most`. `links`: only these; null: all. May throw `service_unavailable`.
 */
export async function addLinks(
  db: D1Database,
  subject: RowsSubject,
  group: Group,
  { links, most }: { links: LinkProjects | null; most: number },
): Promise<boolean> {
  const visited = await visitedLinks(db, subject, group, links, most);
  if (!visited) return false;
  for (let at = 0; at < visited.length; ) {
    const page: [string, string][] = [];
    for (let rows = 0; at < visited.length && rows < PER_PAGE; at++) {
      const link = visited[at];
      if (!link) break;
      page.push([link.projectId, link.linkId]);
      rows += link.rows;
    }
    const statements = rowsStatements(db, subject, group, page);
    addRows(group, await onD1(() => db.batch(statements)));
  }
  return true;
}

/** A link, and for how many rows those that it may have count. */
interface VisitedLink {
  projectId: string;
  linkId: string;
  rows: number;
}

/** The links that were visited; null where they have more than `most` rows. */
async function visitedLinks(
  db: D1Database,
  { organizationId, projects }: RowsSubject,
  { days, months }: Group,
  links: LinkProjects | null,
  most: number,
): Promise<VisitedLink[] | null> {
  const rows = days.length + MONTH_WEIGHT * months.length;
  if (links && links.size * rows <= most) {
    return Array.from(links, ([linkId, projectId]) => ({ projectId, linkId, rows }));
  }
  const rowsOf = (period: "day" | "month", parameter: string, weight: number) =>
    `SELECT row.project_id, row.link_id, ${weight} AS weight
      FROM (${projectsSql(projects)}) AS project CROSS JOIN json_each(${parameter}) AS wanted CROSS JOIN visit_${period}s AS row
      WHERE row.${period} = wanted.value AND row.organization_id = ?1 AND row.project_id = project.id AND row.link_id > ''`;
  const statement = db
    .prepare(
      `SELECT project_id AS projectId, link_id AS linkId, sum(weight) AS rows
      FROM (${rowsOf("day", "?3", 1)} UNION ALL ${rowsOf("month", "?4", MONTH_WEIGHT)} LIMIT ${most + 1}) GROUP BY 1, 2`,
    )
    .bind(...[organizationId, JSON.stringify(projects), JSON.stringify(days), JSON.stringify(months)]);
  const { results } = await onD1(() => statement.all<VisitedLink>());
  if (results.reduce((sum, link) => sum + link.rows, 0) > most) return null;
  return links ? results.filter(({ linkId }) => links.has(linkId)) : results;
}
