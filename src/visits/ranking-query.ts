import { cellSql, letterOf } from "./cells.ts";
import { PARTS } from "./day-rows.ts";
import { NUMBERS, SUMS } from "./number-columns.ts";
import type { Block } from "./rankings.ts";
import { packedCellSql } from "./series-text.ts";

/** How much a ranking reads at most: whatever it can't tell for certain from that much is not named. */
export interface RankingBounds {
  /** Entries of all lists. */
  entries: number;
  /** Links or QR codes that are counted exactly. */
  candidates: number;
  /** Rows of days that no list has. */
  rows: number;
}
export const RANKING_BOUNDS: RankingBounds = { entries: 12_000, candidates: 500, rows: 100_000 };

/**
 * Of up to so many days that no list has, the rows of links are read twice: keeping them would take one reading more. More days may
 * be old ones in months, which take longer to read than to keep.
 */
const MOST_READ_TWICE = 8;

/** What a ranking is of, and of which days. */
export interface RankingQuestion {
  organizationId: string;
  projects: "all" | readonly string[];
  kind: "link" | "qrCode";
  blocks: readonly Block[];
  /** Days that are in no block. */
  days: readonly string[];
  /** Those of them that may be in months. */
  folded: readonly string[];
  /** How many links or codes have a row, besides one for the rest. */
  rowLimit: number;
}

/** What differs between links and QR codes: what is shown of a row of `placed`, and where their visits are in rows. */
const KINDS = {
  link: {
    people: "scans + clicks",
    key: "link_id",
    name: "SELECT name FROM links WHERE id = link_id",
    linkName: "NULL",
  },
  qrCode: {
    people: "scans",
    key: "'qr_' || link_id || '_' || qr_identifier",
    name: "SELECT name FROM qr_codes WHERE qr_codes.link_id = placed.link_id AND identifier = qr_identifier",
    linkName: "SELECT name FROM links WHERE id = link_id",
  },
} as const;

/** SQL for the visits of one class of a month, where `leaf` is a value of the part and `place` a letter of a day. */
const ofClass = (letter: string): string =>
  `sum(iif(substr(leaf.key, -1) = '${letter}', ${packedCellSql("leaf.value", "place.value")}, 0))`;
const OF_CLASSES = `${ofClass("s")} AS scans, ${ofClass("k")} AS clicks, ${ofClass("r")} AS robots, ${ofClass("v")} AS previews`;

/** SQL for rows of visit_months that hold days which no list has. */
const monthRows = (
  from: string,
  link: string,
  most: number,
): string => `SELECT row.*, month.value -> 1 AS letters FROM ${from}
    CROSS JOIN json_each(?7) AS month CROSS JOIN visit_months AS row
      ON row.month = month.value ->> 0 AND row.organization_id = ?1 AND ${link} LIMIT ${most + 1}`;

/**
 * SQL for the visits of links or QR codes on the days that no list has: those of ?5 in visit_days, and those of ?7 in
 * visit_months where there are any. `from` gives projects, and `link` says which links.
 */
function looseRows(
  kind: "link" | "qrCode",
  { hasMonths, most }: { hasMonths: boolean; most: number },
  from: string,
  link: string,
): string {
  const isLink = kind === "link";
  const inDays = `SELECT row.project_id, row.link_id, ${isLink ? "''" : "code.key"} AS qr_identifier,
        ${isLink ? NUMBERS : `${cellSql("code.value", "'s'")} AS scans, 0 AS clicks, ${cellSql("code.value", "'r'")} AS robots, ${cellSql("code.value", "'v'")} AS previews`}
      FROM ${from} CROSS JOIN json_each(?5) AS day CROSS JOIN visit_days AS row
        ON row.day = day.value AND row.organization_id = ?1 AND ${link}
        ${isLink ? "" : `CROSS JOIN json_each(row.counts, '$.${PARTS.qrCode}') AS code`}`;
  if (!hasMonths) return inDays;
  const code = isLink ? "''" : "substr(leaf.key, 1, length(leaf.key) - 1)";
  return `${inDays}
      UNION ALL SELECT row.project_id, row.link_id, ${code}, ${OF_CLASSES}
      FROM (${monthRows(from, link, most)}) AS row
        CROSS JOIN (VALUES (0), (1)) AS form
        CROSS JOIN json_each(iif(form.column1, row.packed, row.counts), '$.${isLink ? PARTS.device : PARTS.qrCode}') AS leaf
        CROSS JOIN json_each(row.letters) AS place
      GROUP BY row.month, row.project_id, row.link_id, 3`;
}

/**
 * The links or QR codes with most people, exactly, from a number of rows that does not depend on how many links there
 * are. It follows the threshold algorithm (Fagin, Lotem and Naor, "Optimal aggregation algorithms for middleware", 2001):
 *
 * - Of each list, the first entries are read. Whatever is not among them has at most `least` people in that list.
 * - So nobody has more people than `most` says: the people in the lists where an entry was met, and `least` in the others.
 * - The numbers of the candidates with the highest `most` are looked up in all lists.
 * - A candidate is named if it has more people than everything else can have. So there may be fewer rows than are asked
 *   for, where many links are visited about equally often, but those that are named are the first.
 *
 * Days without a list are read from their rows, up to a bound. Above it, whatever is not looked up could have all
 * visits of these days that are left. Robots and previews of QR codes are then not told apart from those without a code.
 *
 * The last row, without a key, has the visits of all links or codes, those that are named included.
 *
 * D1 counts each row that passes through a temporary table as read, so `NOT MATERIALIZED` stands where SQLite would make one, and
 * entries are summed up by the number of their link before its id is looked up. SQLite writes a common table expression out for
 * each place that names it, and all that it names: a statement in which most are named once takes half as long as one with many
 * more names, as half of that time went into its plan. So months are asked only where days may be in them.
 */
export function rankingQuery(
  { projects, kind, days, folded }: RankingQuestion,
  { entries, candidates, rows }: RankingBounds,
): string {
  const { people, key, name, linkName } = KINDS[kind];
  const reached =
    projects === "all"
      ? "SELECT id FROM projects WHERE organization_id = ?1"
      : "SELECT value AS id FROM json_each(?2)";
  const isReadTwice = kind === "link" && days.length <= MOST_READ_TWICE;
  const hasMonths = folded.length > 0;
  const read = { hasMonths, most: rows };
  const eachLink = "row.project_id = project.id AND row.link_id > ''";
  const chosenLink = "row.project_id = chosen_link.project_id AND row.link_id = chosen_link.link_id";
  const chosenLinks =
    kind === "link"
      ? "chosen AS chosen_link"
      : "(SELECT DISTINCT project_id, link_id FROM chosen) AS chosen_link";
  const order = "scans + clicks DESC, robots + previews DESC, link_id, qr_identifier";
  return `WITH project AS MATERIALIZED (${reached}),
    listed AS MATERIALIZED (
      SELECT list.id, list.project_id, ${NUMBERS}
      FROM project CROSS JOIN json_each(?3) AS block CROSS JOIN visit_rank_lists AS list
      WHERE list.days = block.value ->> 0 AND list.first_day = block.value ->> 1 AND list.kind = ?4
        AND list.organization_id = ?1 AND list.project_id = project.id),
    list AS MATERIALIZED (
      SELECT id, project_id, (
          SELECT scans + clicks FROM visit_ranks WHERE list_id = listed.id ORDER BY scans + clicks DESC
          LIMIT 1 OFFSET (SELECT ${entries} / count(*) FROM listed)) AS least
      FROM listed),
    bound AS MATERIALIZED (
      SELECT json_group_object(project_id, people) AS of_projects, max(people) AS most
      FROM (SELECT project_id, sum(least) AS people FROM list GROUP BY 1)),
    loose AS ${isReadTwice ? "NOT MATERIALIZED" : "MATERIALIZED"} (
      SELECT * FROM (${looseRows(kind, read, "project", eachLink)}) LIMIT ${rows + 1}),
    loose_total AS MATERIALIZED (
      SELECT ${SUMS}, count(*) > ${rows}${hasMonths ? ` OR (SELECT count(*) FROM (${monthRows("project", eachLink, rows)})) > ${rows}` : ""} AS is_cut
      FROM loose),
    entered AS NOT MATERIALIZED (
      SELECT list.project_id, link_number, qr_identifier, sum(scans + clicks - coalesce(least, 0)) AS people
      FROM list CROSS JOIN visit_ranks ON list_id = list.id AND scans + clicks > coalesce(least, -1)
      GROUP BY 1, 2, 3),
    met AS NOT MATERIALIZED (
      SELECT project_id, link_id, qr_identifier, people
      FROM entered CROSS JOIN visit_rank_links ON number = link_number
      UNION ALL SELECT project_id, link_id, qr_identifier, scans + clicks FROM loose),
    candidate AS MATERIALIZED (
      SELECT project_id, link_id, qr_identifier,
        sum(people) + coalesce((SELECT of_projects FROM bound) ->> project_id, 0) AS most
      FROM met GROUP BY 1, 2, 3 ORDER BY most DESC LIMIT ${candidates + 1}),
    chosen AS MATERIALIZED (SELECT * FROM candidate ORDER BY most DESC LIMIT ${candidates}),
    exact AS MATERIALIZED (
      SELECT link_id, qr_identifier, ${SUMS}, sum(loose) AS loose FROM (
        SELECT chosen.link_id, chosen.qr_identifier, ${NUMBERS}, 0 AS loose
        FROM chosen CROSS JOIN visit_rank_links AS known ON known.link_id = chosen.link_id
          CROSS JOIN list USING (project_id) CROSS JOIN visit_ranks AS entry
        WHERE entry.list_id = list.id AND entry.link_number = known.number
          AND entry.qr_identifier = chosen.qr_identifier
        UNION ALL SELECT link_id, qr_identifier, ${NUMBERS}, scans + clicks FROM (
          ${looseRows(kind, read, chosenLinks, chosenLink)})
        ${kind === "link" ? "" : "WHERE (link_id, qr_identifier) IN (SELECT link_id, qr_identifier FROM chosen)"})
      GROUP BY 1, 2),
    project_days AS MATERIALIZED (
      SELECT ${SUMS} FROM (
        ${looseRows("link", read, "project", "row.project_id = project.id AND row.link_id = ''")})),
    other AS MATERIALIZED (
      SELECT CASE WHEN in_lists IS NULL AND not_chosen IS NULL AND in_days IS NULL THEN -1
          ELSE max(coalesce(in_lists, 0), coalesce(not_chosen, 0)) + coalesce(in_days, 0) END AS people
      FROM (SELECT (SELECT most FROM bound) AS in_lists,
        (SELECT most FROM candidate ORDER BY most DESC LIMIT 1 OFFSET ${candidates}) AS not_chosen,
        CASE WHEN (SELECT is_cut FROM loose_total) THEN (SELECT ${people} FROM project_days) END AS in_days)),
    placed AS MATERIALIZED (
      SELECT link_id, qr_identifier, ${NUMBERS} FROM (SELECT *, sum(loose) OVER () AS all_loose FROM exact)
      WHERE scans + clicks + iif((SELECT is_cut FROM loose_total), all_loose, 0) > (SELECT people FROM other)
      ORDER BY ${order} LIMIT ?6)
  SELECT key, name, publicName, linkName, ${NUMBERS} FROM (
    SELECT 0 AS isAll, link_id, qr_identifier, ${key} AS key, (${name}) AS name,
      (SELECT public_name FROM links WHERE id = link_id) AS publicName, (${linkName}) AS linkName, ${NUMBERS}
    FROM placed
    UNION ALL SELECT 1, NULL, NULL, NULL, NULL, NULL, NULL, ${SUMS} FROM (
      SELECT ${NUMBERS} FROM listed
      UNION ALL SELECT ${NUMBERS} FROM loose_total WHERE NOT is_cut
      UNION ALL SELECT ${kind === "link" ? NUMBERS : "scans, 0, 0, 0"} FROM project_days
        WHERE (SELECT is_cut FROM loose_total)))
  ORDER BY isAll, ${order}`;
}

/** Days as their months, each with the letters of its days. */
function monthsOf(days: readonly string[]): [month: string, letters: string[]][] {
  const months = new Map<string, string[]>();
  for (const day of days) {
    const letters = months.get(day.slice(0, 7)) ?? [];
    months.set(day.slice(0, 7), [...letters, letterOf(Number(day.slice(8)) - 1)]);
  }
  return [...months];
}

/** The values of the statement's parameters. */
export const rankingValues = ({
  organizationId,
  projects,
  kind,
  blocks,
  days,
  folded,
  rowLimit,
}: RankingQuestion) => [
  organizationId,
  // Named in the statement only where it is a list of projects.
  JSON.stringify(projects),
  JSON.stringify(blocks),
  kind,
  JSON.stringify(days),
  rowLimit,
  ...(folded.length > 0 ? [JSON.stringify(monthsOf(folded))] : []),
];
