import { onD1 } from "../../ground/platform/d1.ts";
import { type Examples, FIRST_STEPS, type FirstStep } from "./first-steps.ts";

const STATE = `SELECT dismissed_at AS dismissedAt, example_project AS projectId, example_links AS linkIds,
    examples_removed_at AS removedAt
  FROM first_steps WHERE organization_id = ?1`;

/**
 * The steps that are done, each by an index: a chosen time zone, a link that isn't an example, a scan on one of these days (newest first),
 * a second member, an API key. Days are checked per project, because the index of visits begins with the project.
 */
const DONE = `SELECT
    EXISTS (SELECT 1 FROM organizations WHERE id = ?1 AND time_zone IS NOT NULL) AS zone,
    EXISTS (SELECT 1 FROM links WHERE organization_id = ?1
      AND id NOT IN (SELECT value FROM json_each(?2))) AS link,
    EXISTS (SELECT 1 FROM json_each(?3) AS asked CROSS JOIN projects ON projects.organization_id = ?1
      CROSS JOIN visit_days ON visit_days.day = asked.value AND visit_days.organization_id = ?1
        AND visit_days.project_id = projects.id AND visit_days.link_id = ''
      WHERE scans > 0) AS scan,
    (SELECT count(*) FROM (SELECT 1 FROM members WHERE organization_id = ?1 LIMIT 2)) = 2 AS invite,
    EXISTS (SELECT 1 FROM api_keys WHERE organization_id = ?1) AS key`;

const DISMISS = `INSERT INTO first_steps (organization_id, dismissed_at) VALUES (?1, ?2)
  ON CONFLICT (organization_id) DO UPDATE SET dismissed_at = excluded.dismissed_at WHERE dismissed_at IS NULL`;
const NOTE_EXAMPLES = `INSERT INTO first_steps (organization_id, example_project, example_links, examples_removed_at)
  VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (organization_id) DO UPDATE SET example_project = excluded.example_project,
    example_links = excluded.example_links, examples_removed_at = excluded.examples_removed_at`;

interface StateRow {
  dismissedAt: string | null;
  projectId: string | null;
  linkIds: string;
  removedAt: string | null;
}

/** The first steps of organizations in D1. Each call may throw `service_unavailable`. */
export type FirstStepsStore = ReturnType<typeof firstStepsStore>;

export function firstStepsStore(db: D1Database) {
  return {
    /** Whether the checklist was dismissed, and the examples, even if removed. */
    async state(organizationId: string): Promise<{ isDismissed: boolean; examples: Examples | null }> {
      const statement = db.prepare(STATE).bind(organizationId);
      const row = await onD1(() => statement.first<StateRow>());
      if (!row) return { isDismissed: false, examples: null };
      const { projectId, linkIds, removedAt } = row;
      return {
        isDismissed: row.dismissedAt !== null,
        examples:
          projectId === null
            ? null
            : // Written by the statement above.
              { projectId, linkIds: JSON.parse(linkIds) as string[], isRemoved: removedAt !== null },
      };
    },
    /** The steps that are done. `examples` are links that don't count; scans count only on `days`. */
    async done(
      organizationId: string,
      { examples, days }: { examples: readonly string[]; days: readonly string[] },
    ): Promise<ReadonlySet<FirstStep>> {
      const statement = db.prepare(DONE).bind(organizationId, JSON.stringify(examples), JSON.stringify(days));
      const row = await onD1(() => statement.first<Record<FirstStep, number>>());
      return new Set(FIRST_STEPS.filter((step) => row?.[step] === 1));
    },
    /** Hides the checklist. */
    async dismiss(organizationId: string, at: Date): Promise<void> {
      await onD1(() => db.prepare(DISMISS).bind(organizationId, at.toISOString()).run());
    },
    /** Records the examples and, if removed, when. */
    async noteExamples(
      organizationId: string,
      { projectId, linkIds }: Pick<Examples, "projectId" | "linkIds">,
      removedAt: Date | null,
    ): Promise<void> {
      const values = [organizationId, projectId, JSON.stringify(linkIds), removedAt?.toISOString() ?? null];
      await onD1(() =>
        db
          .prepare(NOTE_EXAMPLES)
          .bind(...values)
          .run(),
      );
    },
  };
}
