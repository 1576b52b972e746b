import type { Activity, ActivityActor, ActivityObject, FieldChange } from "../audit/activity.ts";
import { activityStatements } from "../audit/activity-statements.ts";
import { newId } from "../core/ids.ts";
import type { Guard } from "../platform/guard.ts";

/** Who changes keys and projects, and when (ISO 8601 in UTC). */
export interface ChangeAuthor {
  actor: ActivityActor;
  at: string;
}

/**
 * The statements that record a change of a key or a project, for the batch of that change. They apply where `made`
 * holds.
 */
export function noteStatements(
  db: D1Database,
  { actor, at }: ChangeAuthor,
  organizationId: string,
  object: { type: ActivityObject; id: string },
  changes: FieldChange[],
  made: Guard,
): D1PreparedStatement[] {
  const { type, id } = actor;
  const activity: Activity = {
    id: newId("act", new Date(at)),
    organizationId,
    at,
    actor: { type, id },
    object,
    changes,
  };
  return activityStatements(db, activity, made);
}
