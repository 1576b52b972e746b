/** Visits by class: `scans` are people who came by a QR code of the link, `clicks` all other people. */
export interface VisitNumbers {
  scans: number;
  clicks: number;
  robots: number;
  previews: number;
}

/** The names of the numbers, in columns and responses. */
export const CLASSES = ["scans", "clicks", "robots", "previews"] as const;

/** What visits can be broken down by. */
export const DIMENSIONS = [
  ...(["qrCode", "country", "device", "visitor", "link", "retailer"] as const),
  ...(["referrer", "choice", "lot", "source"] as const),
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Maximum rows of a breakdown, besides one for the rest. */
export const MAX_ROWS = 100;

export const zeroVisits = (): VisitNumbers => ({ scans: 0, clicks: 0, robots: 0, previews: 0 });

/** Adds `other` to `one`, or subtracts it. */
export const plus = (one: VisitNumbers, other: VisitNumbers, sign: 1 | -1 = 1): VisitNumbers => ({
  scans: one.scans + sign * other.scans,
  clicks: one.clicks + sign * other.clicks,
  robots: one.robots + sign * other.robots,
  previews: one.previews + sign * other.previews,
});

export const sumOf = (all: readonly VisitNumbers[]): VisitNumbers =>
  all.reduce((sum: VisitNumbers, each) => plus(sum, each), zeroVisits());
