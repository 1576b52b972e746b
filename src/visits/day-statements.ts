import { GIVEN_ROWS } from "../platform/json-rows.ts";
import { cellSql, LETTERS } from "./cells.ts";
import { MOST_REFERRERS, OTHER_REFERRERS, PARTS } from "./day-rows.ts";
import { ADD_NUMBERS, NUMBERS } from "./number-columns.ts";

const DAY_KEY = "day, organization_id, project_id, link_id, retailer";

/** SQL for the letters of all places, in order. */
const ALL_LETTERS = `(SELECT value AS letter FROM json_each('${JSON.stringify([...LETTERS])}'))`;

/**
 * SQL for the cells `old` and `added` as one text. Nearly always a message adds one cell, which is put into the text; the
 * digits after it are those of the old number. Otherwise the text is made anew.
 */
const sumOfCells = (old: string, added: string): string => {
  const letter = `substr(${added}, 1, 1)`;
  const rest = `substr(${old}, instr(${old}, ${letter}) + 1)`;
  return `CASE WHEN ${old} IS NULL THEN ${added}
    WHEN ltrim(substr(${added}, 2), '0123456789') <> '' THEN (
      SELECT group_concat(letter || visits, '') FROM (
        SELECT letter, ${cellSql(old, "letter")} + ${cellSql(added, "letter")} AS visits FROM ${ALL_LETTERS})
      WHERE visits > 0)
    WHEN instr(${old}, ${letter}) = 0 THEN ${old} || ${added}
    ELSE substr(${old}, 1, instr(${old}, ${letter}))
      || (CAST(${rest} AS INTEGER) + CAST(substr(${added}, 2) AS INTEGER)) || ltrim(${rest}, '0123456789') END`;
};

/** SQL for the values of a part after those of `part.value` were added to the stored ones. */
const sumOfPart = (
  table: string,
): string => `(SELECT json_group_object(key, ${sumOfCells("old", "value")}) FROM (
    SELECT leaf.key, leaf.value, ${table}.counts ->> ('$."' || part.key || '"."' || leaf.key || '"') AS old
    FROM json_each(part.value) AS leaf))`;

/**
 * The same for referrers, of which a row has a limited number: those that it has go on, and new ones are added while there is
 * room. All further ones are counted together, and what they are counted as takes no room.
 */
const sumOfReferrers = `(SELECT json_group_object(host, 'k' || visits) FROM (
    SELECT iif(place <= CASE WHEN excluded.link_id = '' THEN ${MOST_REFERRERS.project} ELSE ${MOST_REFERRERS.link} END,
        host, '${OTHER_REFERRERS}') AS host, sum(visits) AS visits
    FROM (SELECT host, sum(visits) AS visits,
        row_number() OVER (ORDER BY host = '${OTHER_REFERRERS}', min(is_new), host) AS place
      FROM (SELECT key AS host, ${cellSql("value", "'k'")} AS visits, 0 AS is_new
          FROM json_each(visit_days.counts, '$.${PARTS.referrer}')
        UNION ALL SELECT key, ${cellSql("value", "'k'")}, 1 FROM json_each(part.value))
      GROUP BY host)
    GROUP BY 1))`;

/** SQL for the stored counts with those of the new row added. Only what is added to is made anew. */
const sumOfCounts = (table: string, part: string): string => `json_patch(${table}.counts, (
    SELECT json_group_object(part_key, json(sums)) FROM (
      SELECT part.key AS part_key, ${part} AS sums FROM json_each(excluded.counts) AS part)))`;

/** The statement that adds the `DayRow`s of the JSON array ?1 to visit_days, each in one write, where `condition` holds. */
export const addDays = (
  condition = "TRUE",
): string => `${GIVEN_ROWS} INSERT INTO visit_days (${DAY_KEY}, ${NUMBERS}, taps, counts)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
    value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value -> 10
  FROM given WHERE ${condition}
  ON CONFLICT (${DAY_KEY}) DO UPDATE SET ${ADD_NUMBERS}, taps = taps + excluded.taps,
    counts = ${sumOfCounts(
      "visit_days",
      `CASE part.key WHEN '${PARTS.referrer}' THEN ${sumOfReferrers} ELSE ${sumOfPart("visit_days")} END`,
    )}`;

/** The statement that adds the `MonthRow`s of the JSON array ?1 to visit_months, where `condition` holds. */
export const addMonths = (condition: string): string => `${GIVEN_ROWS}
  INSERT INTO visit_months (month, organization_id, project_id, link_id, counts)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value -> 4 FROM given WHERE ${condition}
  ON CONFLICT (month, organization_id, project_id, link_id) DO UPDATE
    SET counts = ${sumOfCounts("visit_months", sumOfPart("visit_months"))}`;
