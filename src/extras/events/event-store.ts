import type { Projects } from "../../features/access/actor.ts";
import type { EventType } from "../../features/writes/event.ts";
import { firstRow, runBatch } from "../../ground/platform/d1.ts";
import { type AppEvent, activityIdOf, EVENT_COLUMNS, type EventRow, eventIn } from "./event.ts";

/** How many entries of the activity one page looks through for events of its filter. */
const MAX_SEARCHED = 1_000;

/** Which events are wanted. */
export interface EventFilter {
  types: readonly EventType[];
  projects: Projects;
}

/** Events in the order of their commits, and the last entry of the activity that was searched. */
export interface EventPage {
  events: AppEvent[];
  last: number;
  hasMore: boolean;
}

const WINDOW = `SELECT * FROM activity WHERE organization_id = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ${MAX_SEARCHED}`;
const SEARCHED = `SELECT count(*) AS entries, max(sequence) AS last FROM (${WINDOW})`;
const FIND = `SELECT ${EVENT_COLUMNS} FROM (${WINDOW})
  WHERE event_type IN (SELECT value FROM json_each(?3))
    AND (?4 IS NULL OR project_id IN (SELECT value FROM json_each(?4)))
  ORDER BY sequence LIMIT ?5`;

/** Reads events from D1. */
export type EventStore = ReturnType<typeof eventStore>;

/** The events in `db`: the entries of the activity with an event type. */
export function eventStore(db: D1Database) {
  return {
    /** Up to `limit` events behind the entry `after`. It reads a bounded number of entries, however few fit the filter. */
    async after(
      organizationId: string,
      after: number,
      { types, projects }: EventFilter,
      limit: number,
    ): Promise<EventPage> {
      const reach = projects === "all" ? null : JSON.stringify(projects);
      const [searched, found] = await runBatch(db, [
        db.prepare(SEARCHED).bind(organizationId, after),
        db.prepare(FIND).bind(organizationId, after, JSON.stringify(types), reach, limit + 1),
      ]);
      // The columns of the statements above.
      const [{ entries, last } = { entries: 0, last: null }] = (searched?.results ?? []) as {
        entries: number;
        last: number | null;
      }[];
      const events = ((found?.results ?? []) as EventRow[]).map(eventIn);
      const page = events.slice(0, limit);
      return events.length > limit
        ? { events: page, last: page.at(-1)?.sequence ?? after, hasMore: true }
        : { events: page, last: last ?? after, hasMore: entries === MAX_SEARCHED };
    },
    /** The event with this id; null if the organization has none. */
    async find(organizationId: string, id: string): Promise<AppEvent | null> {
      const sql = `SELECT ${EVENT_COLUMNS} FROM activity WHERE organization_id = ?1 AND id = ?2 AND event_type IS NOT NULL`;
      const row = await firstRow<EventRow>(db, sql, organizationId, activityIdOf(id));
      return row && eventIn(row);
    },
  };
}
