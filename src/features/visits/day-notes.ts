import * as z from "zod";
import { validationFailed } from "../../ground/core/errors.ts";
import { label } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { allRows, runBatch } from "../../ground/platform/d1.ts";
import { WRITTEN } from "../../ground/platform/guard.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { accessActivity } from "../access/key-activity.ts";
import { projectDenied, reachesProject, requireNamedProject, requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { GET_VISITS_SCOPE } from "../access/scopes.ts";
import type { Activity } from "../writes/activity.ts";
import { activityStatements } from "../writes/activity-statements.ts";
import { SHARE_SCOPE } from "./share-report.ts";

/** Maximum length of a note: it is shown beside a chart. */
export const MAX_NOTE_LENGTH = 80;
/** Maximum notes of an organization. */
export const MAX_NOTES = 500;

const dayNote = z.object({
  day: z.iso.date("must be a day, such as 2026-11-21"),
  text: label(MAX_NOTE_LENGTH),
  projectId: z.string().max(128).nullable(),
});

/** What happened on a day, such as "Flyer week 42", for charts of a project or, with null, of all projects. */
export type DayNote = z.infer<typeof dayNote>;

const INSERT = `INSERT INTO day_notes (organization_id, day, project_id, text, created_by, created_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE (SELECT count(*) FROM day_notes WHERE organization_id = ?1) < ${MAX_NOTES}
  ON CONFLICT DO NOTHING`;
const SELECT = `SELECT day, text, nullif(project_id, '') AS projectId FROM day_notes
  WHERE organization_id = ?1 AND day BETWEEN ?2 AND ?3 ORDER BY day, text`;
const DELETE =
  "DELETE FROM day_notes WHERE organization_id = ?1 AND day = ?2 AND project_id = ?3 AND text = ?4";

interface Dependencies {
  db: D1Database;
}

/**
 * The notes on the days from `from` to `to`, both inclusive, that a chart of `projectId`, or with null of all projects,
 * shows to the actor.
 */
export async function listDayNotes(
  actor: OrganizationActor,
  { from, to, projectId }: { from: string; to: string; projectId: string | null },
  { db }: Dependencies,
): Promise<DayNote[]> {
  requireScope(actor, GET_VISITS_SCOPE);
  const results = await allRows<DayNote>(db, SELECT, actor.organizationId, from, to);
  return results.filter(
    (note) =>
      note.projectId === null ||
      (reachesProject(actor, note.projectId) && (projectId === null || note.projectId === projectId)),
  );
}

/** Adds a note; a repeat changes nothing. Throws `project_access_denied` and `validation_failed`, also at the limit. */
export async function addDayNote(
  actor: OrganizationActor,
  input: DayNote,
  { db, projects, now }: Dependencies & { projects: ProjectStore; now: () => Date },
): Promise<void> {
  const note = parse(dayNote, input);
  await requireChange(actor, note, projects);
  const { organizationId } = actor;
  const insert = db
    .prepare(INSERT)
    .bind(organizationId, note.day, note.projectId ?? "", note.text, actor.id, now().toISOString());
  const recorded = noteActivity(actor, note, now(), { to: note.text });
  const [added] = await runBatch(db, [insert, ...activityStatements(db, recorded, WRITTEN)]);
  if ((added?.meta.changes ?? 0) > 0) return;
  const same = await listDayNotes(actor, { from: note.day, to: note.day, projectId: note.projectId }, { db });
  if (same.some(({ text }) => text === note.text)) return;
  throw validationFailed([{ field: "text", message: `can't be added: the limit is ${MAX_NOTES} notes` }]);
}

/** Removes a note, if it exists. Throws `project_access_denied`. */
export async function removeDayNote(
  actor: OrganizationActor,
  note: DayNote,
  { db, projects, now }: Dependencies & { projects: ProjectStore; now: () => Date },
): Promise<void> {
  await requireChange(actor, note, projects);
  const remove = db.prepare(DELETE).bind(actor.organizationId, note.day, note.projectId ?? "", note.text);
  const recorded = noteActivity(actor, note, now(), { from: note.text });
  await runBatch(db, [remove, ...activityStatements(db, recorded, WRITTEN)]);
}

/** The activity of a note that was added or removed. */
const noteActivity = (
  actor: OrganizationActor,
  { day }: DayNote,
  now: Date,
  change: { from: string } | { to: string },
): Activity =>
  accessActivity({ actor, at: now.toISOString() }, actor.organizationId, { type: "day_note", id: day }, [
    { field: "text", ...change },
  ]);

/** Throws unless the actor may add and remove notes of a project, or with null of all projects. */
async function requireChange(
  actor: OrganizationActor,
  { projectId }: DayNote,
  projects: ProjectStore,
): Promise<void> {
  requireScope(actor, SHARE_SCOPE);
  if (projectId !== null) await requireNamedProject(actor, { ...actor, projectId }, projects);
  else if (actor.projects !== "all") throw projectDenied(actor);
}
