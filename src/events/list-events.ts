import type { OrganizationActor } from "../access/actor.ts";
import {
  projectDenied,
  reachableProjects,
  reachesProject,
  requireNamedProject,
  requireScope,
} from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { EVENT_TYPES, type EventType } from "../audit/event.ts";
import { decodeCursor, encodeCursor } from "../core/cursor.ts";
import { ServiceError, validationFailed } from "../core/errors.ts";
import type { OperationScope } from "../core/vocabulary.ts";
import type { AppEvent } from "./event.ts";
import type { EventStore } from "./event-store.ts";

/** The scope that reading events needs. */
export const READ_EVENTS_SCOPE: OperationScope = "events:read";

/** What `listEvents` takes. A filter that is undefined does not apply. */
export interface ListEventsInput {
  /** The cursor of an earlier page; undefined: from the first event on. */
  after?: string | undefined;
  types?: readonly EventType[] | undefined;
  projectId?: string | undefined;
  limit: number;
}

/** A page of events, oldest first. */
export interface ListedEvents {
  events: AppEvent[];
  /** Where the next page begins, also when there is none yet. */
  cursor: string;
  /** Whether there are more events, or parts of the activity to look through for them. */
  hasMore: boolean;
}

/**
 * Events of the projects that the actor reaches, in the order of their commits. Callers that pass the cursor on miss none.
 * Events of no project are those of actors that reach all. Throws `insufficient_scope`, `project_access_denied`, and
 * `validation_failed` for the cursor.
 */
export async function listEvents(
  actor: OrganizationActor,
  { after, types = EVENT_TYPES, projectId, limit }: ListEventsInput,
  { events, projects }: { events: EventStore; projects: ProjectStore },
): Promise<ListedEvents> {
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

/** One event. Throws `insufficient_scope`, `not_found` and `project_access_denied`. */
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
