/** Whole parts of a whole number by weight: those that were cut most get what is left (largest remainder). */
export function partsByWeight(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight * whole) / sum);
  const parts = exact.map(Math.floor);
  const left = whole - parts.reduce((all, each) => all + each, 0);
  const byRest = exact
    .map((each, index) => ({ index, rest: each - Math.floor(each) }))
    .sort((one, other) => other.rest - one.rest || one.index - other.index);
  for (const { index } of byRest.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

/** Whole percents of these weights that sum to 100. */
export const percentsOf = (weights: readonly number[]): number[] => partsByWeight(100, weights);
