import { DAY_MS, dayOf } from "../core/days.ts";
import { ADD_NUMBERS, NUMBERS, SUMS } from "./number-columns.ts";

/**
 * How many days a block has. A range of days is made of few blocks: at most seven of each shorter length at either end.
 * docs/storage.md says what is in the tables.
 */
const BLOCK_DAYS = [64, 8, 1];

/** How long blocks of one day are kept, in days before the day that is ranked. Longer blocks are kept without limit. */
export const DAY_BLOCKS_KEPT = 100;

/** A block of days: its length and first day. */
export type Block = readonly [days: number, firstDay: string];

/** How far the totals are ranked. */
export interface Ranked {
  /** As in `2026-11-21`. */
  day: string;
  /** Whether this day is ranked as a whole; else only those before are. */
  whole: boolean;
}

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayAt = (number: number): string => dayOf(new Date(number * DAY_MS));

/**
 * The blocks that make up as much of `days`, which follow one another, as is ranked, and the days that are left. Blocks
 * that hold days that are not ranked yet are left out, so that what is ranked meanwhile is not counted twice.
 */
export function blocksOf(
  days: readonly string[],
  ranked: Ranked | null,
): { blocks: Block[]; left: string[] } {
  const [first] = days;
  if (!ranked || first === undefined) return { blocks: [], left: [...days] };
  const begin = numberOf(first);
  const last = numberOf(ranked.day) - (ranked.whole ? 0 : 1);
  const end = Math.min(begin + days.length, last + 1);
  // One day less than are kept, because a day more may be ranked before they are read.
  const kept = numberOf(ranked.day) - DAY_BLOCKS_KEPT + 1;
  const blocks: Block[] = [];
  const left: string[] = [];
  for (let at = begin; at < begin + days.length; ) {
    const fits = (length: number) => at % length === 0 && at + length <= end && (length > 1 || at >= kept);
    const length = BLOCK_DAYS.find(fits);
    if (length === undefined) left.push(dayAt(at));
    else blocks.push([length, dayAt(at)]);
    at += length ?? 1;
  }
  return { blocks, left };
}

/** The first day of which a block of one day is kept, as SQL over `visit_ranking_state`. */
export const FIRST_KEPT_DAY = `date(day, '-${DAY_BLOCKS_KEPT} days')`;

/** Each row of `source` with each of the blocks that its day belongs to. */
const inBlocks = (source: string): string => `WITH added AS MATERIALIZED (${source}),
    placed AS (
      SELECT block.column1 AS days,
        date((unixepoch(period) / 86400 - unixepoch(period) / 86400 % block.column1) * 86400, 'unixepoch') AS first_day,
        CASE dimension WHEN 'device' THEN 'link' ELSE 'qrCode' END AS kind, organization_id, project_id, link_id,
        CASE dimension WHEN 'device' THEN '' ELSE value END AS qr_identifier, ${NUMBERS}
      FROM added CROSS JOIN (VALUES ${BLOCK_DAYS.map((days) => `(${days})`).join(", ")}) AS block
      WHERE link_id <> '' AND (block.column1 > 1
        OR period >= (SELECT ${FIRST_KEPT_DAY} FROM visit_ranking_state)))`;

/**
 * The statements that add totals to the rankings. `source` is a query for rows of `visit_totals` of the dimensions
 * `device` and `qrCode`.
 */
export const addRankings = (source: string): string[] => [
  `${inBlocks(source)}
  INSERT INTO visit_ranking_lists
    (days, first_day, kind, organization_id, project_id, ${NUMBERS})
  SELECT days, first_day, kind, organization_id, project_id, ${SUMS} FROM placed WHERE TRUE GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (days, first_day, kind, organization_id, project_id) DO UPDATE SET ${ADD_NUMBERS}`,
  `${inBlocks(source)}
  INSERT INTO visit_rankings (list_id, link_id, qr_identifier, ${NUMBERS})
  SELECT (SELECT id FROM visit_ranking_lists AS list
      WHERE (list.days, list.first_day, list.kind, list.organization_id, list.project_id)
        = (placed.days, placed.first_day, placed.kind, placed.organization_id, placed.project_id)) AS list_id,
    link_id, qr_identifier, ${SUMS} FROM placed WHERE TRUE GROUP BY 1, 2, 3
  ON CONFLICT (list_id, link_id, qr_identifier) DO UPDATE SET ${ADD_NUMBERS}`,
];

/** The columns of a total by which they are ranked, in this order, and those of the one that was ranked last. */
const PLACE = ["period", "dimension", "organization_id", "project_id", "link_id", "value", "retailer"];
const LAST = ["day", ...PLACE.slice(1)];

/** Those of `totals` that are ranked already: what is added to them has to be added to the rankings as well. */
export const rankedAmong = (totals: string): string => `SELECT added.* FROM (${totals}) AS added
  JOIN visit_ranking_state AS state
    ON (${PLACE.map((name) => `added.${name}`).join(", ")}) <= (${LAST.map((name) => `state.${name}`).join(", ")})`;
