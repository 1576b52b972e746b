import { DAY_MS, dayOf } from "../../ground/core/days.ts";
import { runBatch } from "../../ground/platform/d1.ts";
import { GIVEN_ROWS, givenValues } from "../../ground/platform/json-rows.ts";
import { DAY_LETTERS, HOUR_KEY, hoursOf, OTHERS } from "./counter-forms.ts";
import { MAX_VALUES } from "./day-rows.ts";
import { APART_DIMENSIONS, DIMENSION_FACTS } from "./dimensions.ts";
import { HOURS_KEPT_DAYS } from "./visit-range.ts";
import { visitorSum } from "./visitor-sketch.ts";

const KEY = ["day", "organization_id", "project_id", "link_id", "retailer"];
const NUMBERS = ["scans", "clicks", "robots", "previews", "taps"];
const JSONS = ["counts", "totals", "apart"];

/**
 * Above this length, `counts` stay unchanged and visits are only in the other columns. D1 rows are limited to 2 MB, and
 * a month stores more per kind.
 */
const MAX_COUNTS = 500_000;

/** SQL for the JSON path of these keys, which are SQL expressions: `'$."' || one.key || '"."' || two.key || '"'`. */
const path = (...keys: string[]): string => `'$."' || ${keys.join(` || '"."' || `)} || '"'`;

/** Returns SQL for a number in a row after `added`, given SQL for the number before, which may be NULL. */
type Sum = (old: string, added: string) => string;

/**
 * SQL that adds the numbers in the JSON `added` to the JSON `old`. Only changed parts are rebuilt. For the totals of a day:
 *
 *     json_patch(row.totals, (
 *       SELECT json_group_object(one.key, json((
 *         SELECT json_group_object(two.key, json((
 *           SELECT json_group_object(three.key, coalesce(row.totals -> path, 0) + three.value)
 *           FROM json_each(two.value) AS three))) FROM json_each(one.value) AS two)))
 *       FROM json_each(excluded.totals) AS one))
 *
 * `path` is '$."country"."US"."scans"'. With a depth of 2, two.value is what is added: the hours of a day.
 */
const nestedSum = (old: string, added: string, depth: 2 | 3, sum: Sum): string => {
  const third = `SELECT json_group_object(three.key, ${sum(`${old} -> (${path("one.key", "two.key", "three.key")})`, "three.value")})
        FROM json_each(two.value) AS three`;
  const value =
    depth === 3 ? `json((${third}))` : sum(`${old} -> (${path("one.key", "two.key")})`, "two.value");
  return `json_patch(${old}, (
    SELECT json_group_object(one.key, json((
      SELECT json_group_object(two.key, ${value}) FROM json_each(one.value) AS two)))
    FROM json_each(${added}) AS one))`;
};

const BOUNDED = APART_DIMENSIONS.filter((by) => DIMENSION_FACTS[by].isBounded)
  .map((by) => `'${by}'`)
  .join(", ");

/**
 * SQL that adds the JSON `added` to the column `apart`, which is `old`: {dimension: {class: {value: number}}}. Values in the
 * row are counted, and new ones up to the limit; the rest counts as `*`. From the innermost SELECT: a row for each number; with
 * the place of a new value among the new ones; with its value or `*`; then the same JSON again.
 */
const apartSum = (old: string, added: string, most: { link: number; project: number }, sum: Sum): string => {
  const numbers = `SELECT one.key AS dimension, two.key AS class, three.key AS value, three.value AS number,
          one.key NOT IN (${BOUNDED}) AND ${old} -> (${path("one.key", "two.key", "three.key")}) IS NULL AS is_new
        FROM json_each(${added}) AS one, json_each(one.value) AS two, json_each(two.value) AS three`;
  const placed = `SELECT *, row_number() OVER (PARTITION BY dimension, class, is_new ORDER BY value) AS place FROM (${numbers})`;
  const known = `(SELECT count(*) FROM json_each(${old}, '$.' || dimension || '.' || class) WHERE key <> '${OTHERS}')`;
  const limit = `iif(row.link_id = '', ${most.project}, ${most.link})`;
  const limited = `SELECT dimension, class, iif(is_new AND place + ${known} > ${limit}, '${OTHERS}', value) AS value,
          sum(number) AS number FROM (${placed}) GROUP BY 1, 2, 3`;
  const summed = `SELECT dimension, class,
          json_group_object(value, ${sum(`${old} -> (${path("dimension", "class", "value")})`, "number")}) AS content
        FROM (${limited}) GROUP BY 1, 2`;
  return `iif(${added} = '{}', ${old}, json_patch(${old}, (
    SELECT json_group_object(dimension, json(content)) FROM (
      SELECT dimension, json_group_object(class, json(content)) AS content FROM (${summed}) GROUP BY 1))))`;
};

const plus: Sum = (old, added) => `coalesce(${old}, 0) + ${added}`;

/** SQL for the counts of a row of visit_days in the form of those of a link. */
const countsOfDay = (row: string): string => `iif(${row}.link_id <> '', ${row}.counts, (
    SELECT json_group_object(code, json(kinds)) FROM (
      SELECT code, json_group_object(kind, json(hours)) AS kinds FROM (
        SELECT code.key AS code, kind.key AS kind, json_group_object(hour, kind.value) AS hours
        FROM (SELECT part.hour, part.counts FROM ${hoursOf(row)}) AS part, json_each(part.counts) AS code, json_each(code.value) AS kind
        GROUP BY 1, 2) GROUP BY 1)))`;

/** Adds the counts of projects among the `DayAddition`s of the JSON array ?1 to visit_hours. */
const ADD_HOURS = `INSERT INTO visit_hours AS row (${HOUR_KEY.join(", ")}, hour, counts)
  SELECT ${HOUR_KEY.join(", ")}, hour, json_group_object(code, json(kinds)) FROM (
    SELECT ${HOUR_KEY.map((name) => `given.value ->> '${name}' AS ${name}`).join(", ")}, CAST(hour.key AS INTEGER) AS hour,
      code.key AS code, json_group_object(kind.key, hour.value) AS kinds
    FROM json_each(?1) AS given, json_each(given.value -> 'counts') AS code, json_each(code.value) AS kind,
      json_each(kind.value) AS hour
    WHERE given.value ->> 'link_id' = '' GROUP BY 1, 2, 3, 4, 5, 6)
  WHERE TRUE GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (${HOUR_KEY.join(", ")}, hour) DO UPDATE SET
    counts = ${nestedSum("row.counts", "excluded.counts", 2, plus)}`;

/** Adds the `DayAddition`s of the JSON array ?1 to visit_days, with one write per row. */
const ADD_NUMBERS = `${GIVEN_ROWS} INSERT INTO visit_days AS row (${[...KEY, ...NUMBERS, ...JSONS, "visitors"].join(", ")})
  SELECT ${givenValues([...KEY, ...NUMBERS])}, iif(value ->> 'link_id' = '', '{}', value ->> 'counts'),
    value ->> 'totals', value ->> 'apart', value ->> 'visitors' FROM given WHERE TRUE
  ON CONFLICT (${KEY.join(", ")}) DO UPDATE SET ${NUMBERS.map((name) => `${name} = ${name} + excluded.${name}`).join(", ")},
    counts = iif(length(row.counts) > ${MAX_COUNTS}, row.counts, ${nestedSum("row.counts", "excluded.counts", 3, plus)}),
    totals = ${nestedSum("row.totals", "excluded.totals", 3, plus)},
    apart = ${apartSum("row.apart", "excluded.apart", MAX_VALUES, plus)},
    visitors = ${visitorSum("row.visitors", "excluded.visitors", "row.scans + row.clicks")}`;

/** The statements that add `DayAddition`s: the JSON array ?1 of each. */
export const ADD_DAYS = [ADD_NUMBERS, ADD_HOURS];

/** Maximum values of a dimension apart in a month's row. */
const MAX_MONTH_VALUES = { link: 200, project: 1_000 };
/** SQL for the letter of a day in the numbers of a month. */
const LETTER = `substr('${DAY_LETTERS}', substr(day.day, 9), 1)`;
/** SQL for a month's numbers as letters. The first version stored them as JSON by the index of the day. */
const lettersOf = (numbers: string): string => `iif(json_type(${numbers}) = 'text', ${numbers} ->> '$', (
    SELECT coalesce(group_concat(substr('${DAY_LETTERS}', key + 1, 1) || iif(value > 1, value, ''), ''), '')
    FROM json_each(${numbers}) WHERE value > 0))`;
/** SQL for a month's numbers with `added` added on the day. */
const onDay: Sum = (old, added) => `(
  SELECT CASE WHEN added = 0 THEN letters
    WHEN at = 0 THEN letters || ${LETTER} || iif(added > 1, added, '')
    ELSE substr(letters, 1, at) || (max(CAST(substr(letters, at + 1) AS INTEGER), 1) + added) || ltrim(substr(letters, at + 1), '0123456789') END
  FROM (SELECT letters, instr(letters, ${LETTER}) AS at, ${added} AS added FROM (SELECT ${lettersOf(old)} AS letters)))`;
const sumOfHours: Sum = (old, hours) => onDay(old, `(SELECT sum(value) FROM json_each(${hours}))`);

/** Whether the counts of a day stay out of its month. Those of a link are then in `totals` as `rest`. */
const IS_FULL = `(length(row.counts) > ${MAX_COUNTS} OR row.link_id <> '' AND length(day.counts) > ${MAX_COUNTS})`;

/** Up to ?2 rows of the oldest day, if that is before ?1. */
const oldest = (columns: string): string => `SELECT ${columns} FROM visit_days AS oldest
  WHERE day = (SELECT min(day) FROM visit_days) AND day < ?1 ORDER BY ${KEY.join(", ")} LIMIT ?2`;
const OLDEST = oldest(KEY.join(", "));
const MONTH_KEY = ["month", ...KEY.slice(1)];

/** Roll up the `OLDEST` rows of visit_days into visit_months. They run in one transaction and see the same rows. */
export const ROLL_UP_DAYS = [
  `INSERT INTO visit_months (${[...MONTH_KEY, ...JSONS].join(", ")})
  SELECT substr(day, 1, 7), ${KEY.slice(1).join(", ")}, '{}', '{}', '{}' FROM (${OLDEST}) WHERE TRUE ON CONFLICT DO NOTHING`,
  `UPDATE visit_months AS row SET
    counts = iif(${IS_FULL}, row.counts, ${nestedSum("row.counts", "day.counts", 2, sumOfHours)}),
    totals = CASE
      WHEN row.link_id = '' OR row.totals -> 'qrCode' IS NOT NULL THEN
        ${nestedSum("row.totals", "json_object('qrCode', day.totals -> 'qrCode')", 3, onDay)}
      WHEN ${IS_FULL} THEN ${nestedSum("row.totals", "json_object('rest', day.totals -> 'qrCode')", 3, onDay)}
      ELSE row.totals END,
    apart = ${apartSum("row.apart", "day.apart", MAX_MONTH_VALUES, onDay)},
    visitors = json_patch(row.visitors, (
      SELECT json_group_object(one.key, ${onDay(`row.visitors -> (${path("one.key")})`, "one.value")})
      FROM json_each(day.visitors) AS one WHERE one.type = 'integer'))
  FROM (${oldest(`${KEY.join(", ")}, totals, apart, visitors, ${countsOfDay("oldest")} AS counts`)}) AS day
  WHERE row.month = substr(day.day, 1, 7) AND ${KEY.slice(1)
    .map((name) => `row.${name} = day.${name}`)
    .join(" AND ")}`,
  `DELETE FROM visit_hours WHERE (${HOUR_KEY.join(", ")}) IN (
    SELECT ${HOUR_KEY.join(", ")} FROM (${OLDEST}) WHERE link_id = '')`,
  `DELETE FROM visit_days WHERE (${KEY.join(", ")}) IN (SELECT ${KEY.join(", ")} FROM (${OLDEST}))`,
];

/** Two extra days, because a query for the last 90 days may begin within a day, and because of time zones. */
const DAYS_KEPT = HOURS_KEPT_DAYS + 2;

/** The first day that is not rolled up: ?1 of `ROLL_UP_DAYS`. */
export const firstDayKept = (now: Date): string => dayOf(new Date(now.getTime() - DAYS_KEPT * DAY_MS));

/** Rows per transaction, which takes half a second if all have thousands of kinds of visits; and transactions per run. */
const ROWS_PER_STEP = 100;
const STEPS_PER_RUN = 100;

/**
 * Job: rolls up days older than 90 days into months. Each step is one transaction, so a run may be interrupted, and runs may
 * overlap.
 */
export async function rollUpVisits({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  const firstKept = firstDayKept(now());
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const rollUp = ROLL_UP_DAYS.map((sql) => db.prepare(sql).bind(firstKept, ROWS_PER_STEP));
    const results = await runBatch(db, rollUp);
    if (results.at(-1)?.meta.changes === 0) break;
  }
}
