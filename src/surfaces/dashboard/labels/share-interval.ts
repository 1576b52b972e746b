/** The standard normal quantile of a 95 % interval. */
const Z = 1.96;
/** How well a share must be known, in parts of one. */
const PRECISION = 0.05;

/** The 95 % interval of a share of which `part` of `all` were counted, by Wilson, in parts of one. */
export function shareInterval(part: number, all: number): { low: number; high: number } {
  if (all === 0) return { low: 0, high: 1 };
  const share = part / all;
  const spread = 1 + Z ** 2 / all;
  const middle = (share + Z ** 2 / (2 * all)) / spread;
  const half = (Z / spread) * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** How many visits it takes until a share of this size is known within 5 points, rounded up to tens. */
const visitsNeeded = (share: number): number =>
  Math.ceil((Z ** 2 * share * (1 - share)) / PRECISION ** 2 / 10) * 10;

/** How the counts of a split compare with its plan. */
export type SplitVerdict = { kind: "early"; from: number } | { kind: "planned" } | { kind: "different" };

/** Compares counts with planned shares in percent. It is too early while a share is known worse than within 5 points. */
export function splitVerdict(rows: readonly { part: number; planned: number }[]): SplitVerdict {
  const all = rows.reduce((sum, { part }) => sum + part, 0);
  const isDifferent = rows.some(({ part, planned }) => {
    const { low, high } = shareInterval(part, all);
    return planned / 100 < low || planned / 100 > high;
  });
  if (isDifferent) return { kind: "different" };
  const from = Math.max(...rows.map(({ planned }) => visitsNeeded(planned / 100)));
  return all < from ? { kind: "early", from } : { kind: "planned" };
}
