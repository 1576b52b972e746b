import { onD1 } from "../platform/d1.ts";
import { type RankingQuestion, rankingQuery, rankingValues } from "./ranking-query.ts";
import { blocksOf, type Ranked } from "./rankings.ts";

/** A link or QR code, or everything that has no row. */
export interface RankedRow {
  place: number;
  /** Null: everything that has no row. */
  key: string | null;
  name: string | null;
  publicName: string | null;
  linkName: string | null;
  scans: number;
  clicks: number;
  robots: number;
  previews: number;
}

/** How far the totals are ranked: one row, or none. */
export const RANKED =
  "SELECT first_day AS first, day, organization_id = '~' AS whole FROM visit_rank_state WHERE id = 1";

/**
 * The statements that rank the links or QR codes of `days`, which follow one another. Their rows are `RankedRow`s. Throws
 * `service_unavailable`.
 */
export async function rankingStatements(
  db: D1Database,
  questions: readonly (Omit<RankingQuestion, "blocks"> & { days: readonly string[] })[],
): Promise<D1PreparedStatement[]> {
  if (questions.length === 0) return [];
  const { results } = await onD1(() =>
    db.prepare(RANKED).all<{ first: string; day: string; whole: number }>(),
  );
  const [row] = results;
  const ranked: Ranked | null = row ? { ...row, whole: row.whole === 1 } : null;
  return questions.map((question) => {
    const { blocks, left } = blocksOf(question.days, ranked);
    const split = { ...question, blocks, days: left };
    return db.prepare(rankingQuery(split)).bind(...rankingValues(split));
  });
}
