import type { PeopleClass } from "./dimensions.ts";

/** The classes of visits, as columns and responses name them: people by a QR code of the link, all other people, and programs. */
export const CLASSES = ["scans", "clicks", "robots", "previews"] as const;

/** The number of visits of each class. */
export type VisitNumbers = Record<(typeof CLASSES)[number], number>;

/** The numbers of a report: visits, and daily visitors, which are null if they are not known. */
export interface ReportNumbers extends VisitNumbers {
  visitors: number | null;
}

/** Whether there are any visits, of people or programs. */
export const hasVisits = (numbers: VisitNumbers): boolean => peopleIn(numbers) + programsIn(numbers) > 0;

/** A bucket or a value, with its names. */
export interface NamedRow {
  /** The start of the bucket or the value; null for all values without their own row. */
  key: string | null;
  name: string | null;
  publicName: string | null;
  linkName: string | null;
}
/** A row of a part of a report, with its visits. */
export interface PartRow extends NamedRow, ReportNumbers {}

/** Maximum rows of a breakdown, besides one for the rest. */
export const MAX_ROWS = 100;

export const zeroVisits = (): VisitNumbers => ({ scans: 0, clicks: 0, robots: 0, previews: 0 });

/** Adds `other` to `one`, or subtracts it. */
export const plus = (one: VisitNumbers, other: VisitNumbers, sign: 1 | -1 = 1): VisitNumbers => {
  const sum = zeroVisits();
  for (const name of CLASSES) sum[name] = one[name] + sign * other[name];
  return sum;
};

export const sumOf = (all: readonly VisitNumbers[]): VisitNumbers =>
  all.reduce((sum: VisitNumbers, each) => plus(sum, each), zeroVisits());

/** Only the numbers of visits, of something that has others as well. */
export const numbersOf = (row: VisitNumbers): VisitNumbers => plus(row, zeroVisits());

/** The sum of two numbers of visitors; null if one is not known. */
export const plusVisitors = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** Only the numbers of a report. */
export const reportNumbersOf = (row: ReportNumbers): ReportNumbers => ({
  ...numbersOf(row),
  visitors: row.visitors,
});

/** The number of people. */
export const peopleIn = ({ scans, clicks }: Pick<VisitNumbers, PeopleClass>): number => scans + clicks;
/** The number of visits by programs. */
export const programsIn = ({ robots, previews }: VisitNumbers): number => robots + previews;
