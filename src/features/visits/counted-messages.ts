import { DAY_MS } from "../../ground/core/days.ts";
import { newId } from "../../ground/core/ids.ts";
import { runStatement } from "../../ground/platform/d1.ts";
import type { VisitMessage } from "./visit-counts.ts";

/** Numbers of messages as ranges, the first and the last of each included. */
type Ranges = (readonly [first: number, last: number])[];

/** Numbers in any order as ranges. */
function rangesOf(numbers: readonly number[]): Ranges {
  return union(numbers.map((number) => [number, number]));
}

/** Ranges in order, with those that touch as one. */
function union(ranges: Ranges): Ranges {
  const found: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = found.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else found.push([first, last]);
  }
  return found;
}

const hasNumber = (ranges: Ranges, number: number): boolean =>
  ranges.some(([first, last]) => number >= first && number <= last);

/** The numbers of each sender's counted messages, as JSON: rows of `COUNTED`. */
export interface CountedRow {
  id: string;
  seen: string;
}

/** The rows of the senders in the JSON array ?1. */
export const COUNTED = "SELECT id, seen FROM visit_senders WHERE id IN (SELECT value FROM json_each(?1))";

/**
 * Adds the numbers of new messages to those of their senders: JSON ?1 of `notes`. The number of a message that was counted since
 * `before` was read makes `seen` NULL, which no row may have: so the whole transaction fails, and nothing is counted twice.
 */
const NOTE = `INSERT INTO visit_senders AS row (id, seen, newest)
  SELECT value ->> 'sender', value ->> 'added', value ->> 'newest' FROM json_each(?1) WHERE TRUE
  ON CONFLICT (id) DO UPDATE SET newest = max(row.newest, excluded.newest), seen = (
    SELECT CASE
      WHEN row.seen = given.value ->> 'before' THEN given.value ->> 'after'
      WHEN EXISTS (SELECT 1 FROM json_each(row.seen) AS old, json_each(excluded.seen) AS new
        WHERE new.value ->> 0 <= old.value ->> 1 AND new.value ->> 1 >= old.value ->> 0) THEN NULL
      ELSE (SELECT json_group_array(json(value)) FROM (
        SELECT value FROM json_each(row.seen) UNION ALL SELECT value FROM json_each(excluded.seen))) END
    FROM json_each(?1) AS given WHERE given.value ->> 'sender' = excluded.id)`;

/** Whether a transaction failed because another consumer counted one of its messages. */
export const isCountedMeanwhile = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("NOT NULL constraint failed: visit_senders.seen");

/** The messages that are not counted yet, each once, and the statement that notes them. */
export function newMessages(
  db: D1Database,
  messages: readonly VisitMessage[],
  counted: readonly CountedRow[],
): { messages: VisitMessage[]; note: D1PreparedStatement } {
  const before = new Map(counted.map(({ id, seen }) => [id, seen]));
  // The service wrote them.
  const ranges = new Map(counted.map(({ id, seen }) => [id, JSON.parse(seen) as Ranges]));
  const once = new Map(messages.map((message) => [`${message.sender} ${message.number}`, message]));
  const isNew = ({ sender, number }: VisitMessage) => !hasNumber(ranges.get(sender) ?? [], number);
  const found = [...once.values()].filter(isNew);
  const notes = [...Map.groupBy(found, ({ sender }) => sender)].map(([sender, all]) => {
    const added = rangesOf(all.map(({ number }) => number));
    return {
      sender,
      before: before.get(sender) ?? null,
      added: JSON.stringify(added),
      after: JSON.stringify(union([...(ranges.get(sender) ?? []), ...added])),
      newest: Math.max(...all.map(({ since }) => since)),
    };
  });
  return { messages: found, note: db.prepare(NOTE).bind(JSON.stringify(notes)) };
}

/** How long a sender is stored: two days, because a message can come again during the three hours of its attempts. */
const KEPT_MS = 2 * DAY_MS;

/** Job: deletes the senders whose messages cannot come again. Ids begin with their time. */
export async function forgetMessages({ db, due }: { db: D1Database; due: Date }): Promise<void> {
  const first = newId("vis", new Date(due.getTime() - KEPT_MS), (length) => new Uint8Array(length));
  await runStatement(db, "DELETE FROM visit_senders WHERE id < ?1", first);
}
