import type { OrganizationActor, Projects } from "../../features/access/actor.ts";
import {
  projectDenied,
  reachableProjects,
  reachesProject,
  requireNamedProject,
  requireScope,
} from "../../features/access/permissions.ts";
import type { ProjectStore } from "../../features/access/project-store.ts";
import { EVENT_TYPES, type EventType } from "../../features/writes/event.ts";
import { decodeCursor, encodeCursor } from "../../ground/core/cursor.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import type { OperationScope } from "../../ground/core/vocabulary.ts";
import { firstRow, runBatch } from "../../ground/platform/d1.ts";
import { type AppEvent, activityIdOf, EVENT_COLUMNS, type EventRow, eventIn } from "./event.ts";

/** How many entries of the activity one page looks through for events of its filter. */
const MAX_SEARCHED = 1_000;

interface EventFilter {
  types: readonly EventType[];
  projects: Projects;
}

/** Events in the order of their commits, and the last entry of the activity that was searched. */
interface EventPage {
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

export const READ_EVENTS_SCOPE: OperationScope = "events:read";

/** Which events are wanted: those after a cursor, of some types, of a project; undefined: of all. */
interface EventQuery {
  after?: string | undefined;
  types?: readonly EventType[] | undefined;
  projectId?: string | undefined;
  limit: number;
}

/**
 * A page of events, the oldest first, with the cursor of the next page, and whether there is more to look through. Events of
 * the projects that the actor reaches, in the order of their commits. Callers that pass the cursor on miss none. Events of
 * no project are those of actors that reach all. Throws `project_access_denied`, and `validation_failed` for the cursor.
 */
export async function listEvents(
  actor: OrganizationActor,
  { after, types = EVENT_TYPES, projectId, limit }: EventQuery,
  { events, projects }: { events: EventStore; projects: ProjectStore },
): Promise<{ events: AppEvent[]; cursor: string; hasMore: boolean }> {
  requireScope(actor, READ_EVENTS_SCOPE);
  const { organizationId } = actor;
  if (projectId !== undefined) await requireNamedProject(actor, { organizationId, projectId }, projects);
  const list = `events ${organizationId}`;
  const from = after === undefined ? 0 : Number(decodeCursor(list, after, "after"));
  if (!Number.isSafeInteger(from))
    throw validationFailed([{ field: "after", message: "is not a cursor of this list" }]);
  const filter = { types, projects: projectId === undefined ? reachableProjects(actor) : [projectId] };
  const { events: found, last, hasMore } = await events.after(organizationId, from, filter, limit);
  return { events: found, cursor: encodeCursor(list, String(last)), hasMore };
}

/** One event. Throws `not_found` and `project_access_denied`. */
export async function getEvent(
  actor: OrganizationActor,
  { eventId }: { eventId: string },
  { events }: { events: EventStore },
): Promise<AppEvent> {
  requireScope(actor, READ_EVENTS_SCOPE);
  const found = await events.find(actor.organizationId, eventId);
  if (!found) throw new ServiceError("not_found", "There is no such event.");
  const reaches =
    found.projectId === null ? actor.projects === "all" : reachesProject(actor, found.projectId);
  if (!reaches) throw projectDenied(actor);
  return found;
}
