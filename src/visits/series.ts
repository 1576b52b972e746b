import { bucketStarts, type VisitRange } from "./range.ts";
import { nothing, plus, type VisitNumbers } from "./statistics.ts";

/** Visits of an hour, day, week or month; `start` is ISO 8601 with the offset of the time zone. */
export interface VisitBucket extends VisitNumbers {
  start: string;
}

/** Visits of the bucket that begins at `start`, in milliseconds since 1970. */
export interface BucketRow extends VisitNumbers {
  start: number;
}

/** Every bucket of a range in order, zeros included. Of its first and last bucket, only what is in the range counts. */
export function bucketsOf(range: VisitRange, rows: readonly BucketRow[]): VisitBucket[] {
  const found = new Map<number, VisitNumbers>();
  for (const row of rows) found.set(row.start, plus(found.get(row.start) ?? nothing(), row));
  return bucketStarts(range).map((start) => ({
    start: range.zone.textOf(start),
    ...(found.get(start.getTime()) ?? nothing()),
  }));
}
