import { newId } from "../../ground/core/ids.ts";
import type { Guard } from "../../ground/platform/guard.ts";
import type { Activity, ActivityActor, ActivityObject, FieldChange } from "../writes/activity.ts";
import { activityStatements } from "../writes/activity-statements.ts";

/** The author of a change of a key or project, and its time (ISO 8601 in UTC). */
export interface ChangeAuthor {
  actor: ActivityActor;
  at: string;
}

/** The activity of a change of a key or a project. */
export const accessActivity = (
  { actor: { type, id }, at }: ChangeAuthor,
  organizationId: string,
  object: { type: ActivityObject; id: string },
  changes: FieldChange[],
): Activity => ({
  id: newId("act", new Date(at)),
  organizationId,
  at,
  actor: { type, id },
  object,
  changes,
});

/**
 * The statements that record a change of a key or a project, for the batch of that change, on the condition `made`.
 * `more` is the size of the change in bytes.
 */
export const noteStatements = (
  db: D1Database,
  author: ChangeAuthor,
  organizationId: string,
  object: { type: ActivityObject; id: string },
  changes: FieldChange[],
  made: Guard,
  more = 0,
): D1PreparedStatement[] =>
  activityStatements(db, accessActivity(author, organizationId, object, changes), made, more);
