import { DAY_MS, dayOf } from "../core/days.ts";
import { ADD_NUMBERS, NUMBERS, SUMS } from "./number-columns.ts";

/**
 * How many days a block has. A range of days is made of few blocks: at most seven of each shorter length at either end.
 * docs/storage.md says what is in the tables.
 */
const BLOCK_DAYS = [64, 8, 1];

/**
 * How long short blocks are kept, in days before the day that is ranked. Blocks of 64 days are kept without limit. What is
 * in no block is read from visit_days and visit_months.
 */
export const BLOCKS_KEPT = { 1: 100, 8: 400 } as const;
/** The lengths of blocks that are deleted in time. */
export type KeptDays = keyof typeof BLOCKS_KEPT;

/** A block of days: its length and first day. */
export type Block = readonly [days: number, firstDay: string];

/** How far the totals are ranked. */
export interface Ranked {
  /** The first day that is ranked; empty: all before are. */
  first: string;
  /** The last, as in `2026-11-21`. */
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
  const isKept = (length: number, at: number): boolean =>
    length === 64 || at >= numberOf(ranked.day) - BLOCKS_KEPT[length === 8 ? 8 : 1] + 1;
  const blocks: Block[] = [];
  const left: string[] = [];
  for (let at = begin; at < begin + days.length; ) {
    const fits = (length: number) =>
      at % length === 0 && at + length <= end && isKept(length, at) && dayAt(at) >= ranked.first;
    const length = BLOCK_DAYS.find(fits);
    if (length === undefined) left.push(dayAt(at));
    else blocks.push([length, dayAt(at)]);
    at += length ?? 1;
  }
  return { blocks, left };
}

/** The first day of which a block of that many days is kept, as SQL over `visit_rank_state`. */
export const firstKeptDay = (days: KeptDays): string => `date(day, '-${BLOCKS_KEPT[days]} days')`;

/** Each row of `source` with each of the blocks that its day belongs to, of those that are kept. */
const inBlocks = (source: string): string => `WITH added AS MATERIALIZED (${source}),
    placed AS (
      SELECT block.column1 AS days,
        date((unixepoch(day) / 86400 - unixepoch(day) / 86400 % block.column1) * 86400, 'unixepoch') AS first_day,
        kind, organization_id, project_id, link_id, qr_identifier, ${NUMBERS}
      FROM added CROSS JOIN (VALUES ${BLOCK_DAYS.map((days) => `(${days})`).join(", ")}) AS block
      WHERE day >= CASE block.column1 WHEN 1 THEN (SELECT ${firstKeptDay(1)} FROM visit_rank_state)
        WHEN 8 THEN (SELECT ${firstKeptDay(8)} FROM visit_rank_state) ELSE '' END)`;

/**
 * The statements that add visits to the rankings. `source` is a query for rows with a day, a kind, organization, project,
 * link and QR code, and the numbers.
 */
export const addRankings = (source: string): string[] => [
  `INSERT INTO visit_rank_links (link_id) SELECT DISTINCT link_id FROM (${source}) ORDER BY 1
  ON CONFLICT (link_id) DO NOTHING`,
  `${inBlocks(source)}
  INSERT INTO visit_rank_lists (days, first_day, kind, organization_id, project_id, ${NUMBERS})
  SELECT days, first_day, kind, organization_id, project_id, ${SUMS} FROM placed GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (days, first_day, kind, organization_id, project_id) DO UPDATE SET ${ADD_NUMBERS}`,
  `${inBlocks(source)}
  INSERT INTO visit_ranks (list_id, link_number, qr_identifier, ${NUMBERS})
  SELECT (SELECT id FROM visit_rank_lists AS list
      WHERE (list.days, list.first_day, list.kind, list.organization_id, list.project_id)
        = (placed.days, placed.first_day, placed.kind, placed.organization_id, placed.project_id)) AS list_id,
    (SELECT number FROM visit_rank_links AS link WHERE link.link_id = placed.link_id) AS link_number,
    qr_identifier, ${SUMS} FROM placed GROUP BY 1, 2, 3
  ON CONFLICT (list_id, link_number, qr_identifier) DO UPDATE SET ${ADD_NUMBERS}`,
];
