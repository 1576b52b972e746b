/** Visits by who came: `scans` and `clicks` are people, told apart by whether a QR code of the link brought them. */
export interface VisitNumbers {
  scans: number;
  clicks: number;
  robots: number;
  previews: number;
}

/** The names of the numbers, as columns and answers have them. */
export const CLASSES = ["scans", "clicks", "robots", "previews"] as const;

/** What visits can be broken down by. */
export const DIMENSIONS = [
  ...(["qrCode", "country", "device", "visitor", "link", "retailer"] as const),
  ...(["referrer", "choice"] as const),
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** How many rows a breakdown has, besides one for the rest. */
export const MAX_ROWS = 100;

export const nothing = (): VisitNumbers => ({ scans: 0, clicks: 0, robots: 0, previews: 0 });

/** `one` and `other` added up, or `other` taken from `one`. */
export const plus = (one: VisitNumbers, other: VisitNumbers, sign: 1 | -1 = 1): VisitNumbers => ({
  scans: one.scans + sign * other.scans,
  clicks: one.clicks + sign * other.clicks,
  robots: one.robots + sign * other.robots,
  previews: one.previews + sign * other.previews,
});

/** The sum of all. */
export const sumOf = (all: readonly VisitNumbers[]): VisitNumbers =>
  all.reduce((sum: VisitNumbers, each) => plus(sum, each), nothing());
