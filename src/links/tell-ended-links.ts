import { eventStatement } from "../audit/activity-statements.ts";
import { onD1 } from "../platform/d1.ts";
import { noteToldEnds } from "./change-statements.ts";

/** How many links one transaction tells of, and how many transactions one run has. */
const LINKS = 200;
const BATCHES = 10;

const ENDED = (time: string) => `SELECT id FROM links INDEXED BY links_by_untold_end
  WHERE active_until IS NOT NULL AND active_until IS NOT end_told AND active_until <= ${time}
  ORDER BY active_until, id LIMIT ${LINKS}`;
const EVENTS = `SELECT organization_id, project_id, id AS object_id, json_object('activeUntil', active_until) AS data
  FROM links WHERE id IN (${ENDED("?")})`;

/** Job: records the event of each link whose schedule has ended, once for each end. */
export async function tellEndedLinks({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) {
    const time = now().toISOString();
    const event = { type: "link.ended", job: "schedules", now: now() } as const;
    const [, told] = await onD1(() =>
      db.batch([
        eventStatement(db, event, { sql: EVENTS, values: [time] }),
        noteToldEnds(db, { sql: ENDED("?"), values: [time] }),
      ]),
    );
    if ((told?.results.length ?? 0) < LINKS) return;
  }
}
