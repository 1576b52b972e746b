import { storeVisits } from "../../src/features/visits/store-visits.ts";
import type { VisitCount, VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { log } from "../../src/ground/platform/log.ts";

/** One kind of visit; what is not named is that of a person with a phone in the US who clicked now. */
export interface Visits {
  linkId: string;
  qr?: string;
  /** An hour, or a quarter of one as `2026-11-21T04:15`. */
  hour?: string;
  country?: string;
  device?: VisitCount[4];
  visitor?: VisitCount[5];
  visits?: number;
  /** The entries of the visitors in the sketches. */
  visitors?: string;
}

export const hourOf = (time: number | string): string => new Date(time).toISOString().slice(0, 13);

/** The first quarter of an hour, or the quarter itself. */
export const quarterOf = (hour: string): string => (hour.includes(":") ? hour : `${hour}:00`);

let messages = 0;

/** A message of the gatherer with these visits. Its id is new, as of `time`. */
export function messageOf(all: readonly Visits[], id = `vis_test${++messages}`): VisitMessage {
  return {
    sender: id,
    number: 0,
    since: Date.now(),
    counts: all.map((each): VisitCount => {
      const { linkId, qr = "", hour = hourOf(Date.now()), country = "US", device = "phone" } = each;
      const { visitor = "person", visits = 1, visitors } = each;
      const kind = visitor === "person" ? device : "other";
      return [linkId, qr, quarterOf(hour), country, kind, visitor, visits, visitors];
    }),
    apart: [],
  };
}

/** Hands messages to the consumer as the queue would, and gives those that it wants again. */
export async function deliver(db: D1Database, bodies: readonly VisitMessage[]): Promise<VisitMessage[]> {
  const again: VisitMessage[] = [];
  const received = bodies.map((body) => ({
    body,
    attempts: 1,
    ack() {},
    retry: () => void again.push(body),
  }));
  await storeVisits(received, { db, log });
  return again;
}

/** Stores these visits in one message. */
export async function storeAll(db: D1Database, all: readonly Visits[]): Promise<void> {
  const again = await deliver(db, [messageOf(all)]);
  if (again.length > 0) throw new Error("the visits were not stored");
}
