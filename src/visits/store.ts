import { onD1 } from "../platform/d1.ts";
import type { VisitMessage } from "./message.ts";
import { mayBeRanked } from "./rank-visits.ts";
import { addToRankings, addTotals, COUNTER_COLUMNS } from "./totals.ts";

/**
 * The visits of the messages that are not counted yet, summed up. An identifier from a URL that names no QR code of
 * the link counts as none, so that invented identifiers add no rows. Without MATERIALIZED, each message would be parsed
 * again for each of its visits.
 */
const NEW_VISITS = `WITH message AS MATERIALIZED (
      SELECT value ->> 'counts' AS counts FROM json_each(?1)
      WHERE NOT EXISTS (SELECT 1 FROM visit_messages WHERE id = value ->> 'id')
    )
    SELECT visit.value ->> 0 AS link_id, visit.value ->> 2 AS hour,
      coalesce((SELECT identifier FROM qr_codes
        WHERE qr_codes.link_id = visit.value ->> 0 AND identifier = visit.value ->> 1), '') AS qr_identifier,
      visit.value ->> 3 AS country, visit.value ->> 4 AS device, visit.value ->> 5 AS visitor,
      sum(visit.value ->> 6) AS visits
    FROM message, json_each(message.counts) AS visit
    GROUP BY 1, 2, 3, 4, 5, 6`;

/** WHERE TRUE keeps SQLite from reading ON CONFLICT as part of a join. */
const ADD = `INSERT INTO visit_counts (${COUNTER_COLUMNS}, visits, totalled)
  SELECT ${COUNTER_COLUMNS}, visits, visits FROM (${NEW_VISITS}) WHERE TRUE
  ON CONFLICT (${COUNTER_COLUMNS}) DO UPDATE
    SET visits = visits + excluded.visits, totalled = totalled + excluded.totalled`;

const ADD_TOTALS = addTotals(NEW_VISITS);
const ADD_TO_RANKINGS = addToRankings(NEW_VISITS);

const NOTE = `INSERT INTO visit_messages (id) SELECT value ->> 'id' FROM json_each(?1) WHERE TRUE
  ON CONFLICT (id) DO NOTHING`;

/**
 * Adds the visits of `messages` to the counters and totals, each message once however often it is given: counting it
 * and noting its id are one transaction. Up to 2 MB of messages, as that is what a D1 parameter holds.
 */
export async function addVisits(db: D1Database, messages: readonly VisitMessage[], now: Date): Promise<void> {
  const once = new Map(messages.map((message) => [message.id, message]));
  const json = JSON.stringify([...once.values()]);
  const isLate = messages.some(({ counts }) =>
    counts.some(([, , hour]) => mayBeRanked(hour.slice(0, 10), now)),
  );
  const statements = [ADD, ADD_TOTALS, ...(isLate ? ADD_TO_RANKINGS : []), NOTE];
  await onD1(() => db.batch(statements.map((statement) => db.prepare(statement).bind(json))));
}

/** Deletes up to `limit` noted ids that sort before `id`, and gives their number. */
export async function deleteVisitMessages(db: D1Database, id: string, limit: number): Promise<number> {
  const { meta } = await onD1(() =>
    db
      .prepare(
        "DELETE FROM visit_messages WHERE id IN (SELECT id FROM visit_messages WHERE id < ?1 ORDER BY id LIMIT ?2)",
      )
      .bind(id, limit)
      .run(),
  );
  return meta.changes;
}
