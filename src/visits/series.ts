import { bucketStart, periodsOf, type VisitRange } from "./range.ts";
import { nothing, plus, type VisitNumbers } from "./statistics.ts";

/** Visits of an hour, day, week or month; `start` is ISO 8601. */
export interface VisitBucket extends VisitNumbers {
  start: string;
}

/** Visits of an hour or day. */
export interface PeriodRow extends VisitNumbers {
  /** As in `2026-11-21T04` or `2026-11-21`, in UTC. */
  period: string;
}

/** Every bucket of a range in order, zeros included. Of its first and last bucket, only what is in the range counts. */
export function bucketsOf(range: VisitRange, rows: readonly PeriodRow[]): VisitBucket[] {
  const { interval } = range;
  const buckets = new Map<string, VisitNumbers>();
  for (const period of periodsOf(range)) buckets.set(bucketStart(period, interval), nothing());
  for (const { period, ...numbers } of rows) {
    const start = bucketStart(period, interval);
    buckets.set(start, plus(buckets.get(start) ?? nothing(), numbers));
  }
  return Array.from(buckets, ([start, numbers]) => ({ start, ...numbers }));
}
