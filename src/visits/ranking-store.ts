import { onD1 } from "../platform/d1.ts";
import type { PartRow } from "./part-sum.ts";
import {
  RANKING_BOUNDS,
  type RankingBounds,
  type RankingQuestion,
  rankingQuery,
  rankingValues,
} from "./ranking-query.ts";
import { blocksOf, type Ranked } from "./rankings.ts";
import { nothing, plus, sumOf } from "./statistics.ts";

/** How far the totals are ranked: one row, or none. */
export const RANKED = "SELECT first_day AS first, day, organization_id = '~' AS whole FROM visit_rank_state";

/**
 * The statements that rank the links or QR codes of `days`, which follow one another. `rankedRows` reads their results. Throws
 * `service_unavailable`.
 */
export async function rankingStatements(
  db: D1Database,
  questions: readonly Omit<RankingQuestion, "blocks" | "folded">[],
  bounds: RankingBounds = RANKING_BOUNDS,
): Promise<D1PreparedStatement[]> {
  if (questions.length === 0) return [];
  const { results } = await onD1(() =>
    db.prepare(RANKED).all<{ first: string; day: string; whole: number }>(),
  );
  const [row] = results;
  const ranked: Ranked | null = row ? { ...row, whole: row.whole === 1 } : null;
  return questions.map((question) => {
    const { blocks, left } = blocksOf(question.days, ranked);
    // The job that folds days into months leaves those that are not ranked alone.
    const folded = left.filter((day) => ranked === null || day < ranked.day);
    const split = { ...question, blocks, days: left, folded };
    return db.prepare(rankingQuery(split, bounds)).bind(...rankingValues(split));
  });
}

/** The rows of a ranking: the links or QR codes in their order, and one for everything that has no row. */
export function rankedRows({ results }: D1Result): PartRow[] {
  // The columns of the ranking's query.
  const rows = results as unknown as PartRow[];
  const named = rows.slice(0, -1);
  // The last row has all visits; sums of no rows are null there, and 0 here.
  return rows.slice(-1).flatMap((all) => {
    const rest = plus(plus(nothing(), all), sumOf(named), -1);
    return [...named, { ...all, ...rest }];
  });
}
