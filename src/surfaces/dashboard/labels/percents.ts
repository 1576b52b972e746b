/** Whole percents of these weights that sum to 100: those that were cut most get what is left (largest remainder). */
export function percentsOf(weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight / sum) * 100);
  const whole = exact.map(Math.floor);
  const left = 100 - whole.reduce((all, each) => all + each, 0);
  const byRest = exact
    .map((each, index) => ({ index, rest: each - Math.floor(each) }))
    .sort((one, other) => other.rest - one.rest || one.index - other.index);
  for (const { index } of byRest.slice(0, left)) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}

/** The planned shares of the offers of a split in percent. */
export const plannedShares = (offers: readonly { weight?: number | undefined }[]): number[] =>
  percentsOf(offers.map(({ weight = 1 }) => weight));
