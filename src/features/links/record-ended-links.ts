import { runBatch } from "../../ground/platform/d1.ts";
import { eventStatement } from "../writes/activity-statements.ts";
import { noteRecordedEnds } from "./change-statements.ts";

/** The links of one transaction, and the transactions of one run. */
const LINKS = 200;
const BATCHES = 10;

const ENDED = (time: string) => `SELECT id FROM links INDEXED BY links_by_unrecorded_end
  WHERE active_until IS NOT NULL AND active_until IS NOT end_event AND active_until <= ${time}
  ORDER BY active_until, id LIMIT ${LINKS}`;
const EVENTS = `SELECT organization_id, project_id, id AS object_id, json_object('activeUntil', active_until) AS data
  FROM links WHERE id IN (${ENDED("?")})`;

/** Job: records the event of each link whose schedule has ended, once for each end. */
export async function recordEndedLinks({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) {
    const time = now().toISOString();
    const event = { type: "link.ended", job: "schedules", now: now() } as const;
    const [, recorded] = await runBatch(db, [
      eventStatement(db, event, { sql: EVENTS, values: [time] }),
      noteRecordedEnds(db, { sql: ENDED("?"), values: [time] }),
    ]);
    if ((recorded?.results.length ?? 0) < LINKS) return;
  }
}
