import type { OrganizationActor } from "../../features/access/actor.ts";
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
import type { AppEvent } from "./event.ts";
import type { EventStore } from "./event-store.ts";

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
