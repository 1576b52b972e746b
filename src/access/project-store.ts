import { onD1 } from "../platform/d1.ts";
import { Memory } from "../platform/memory.ts";

/**
 * Existing projects that this isolate remembers for 10 s. Absence is not remembered: a new project must work at once.
 */
const known = new Memory<true>(1_000, 10_000);

/** The projects of organizations, in D1. */
export type ProjectStore = ReturnType<typeof projectStore>;

/** The projects in `db`. Each call may throw `service_unavailable`. */
export function projectStore(db: D1Database) {
  return {
    async exists(organizationId: string, projectId: string): Promise<boolean> {
      const key = JSON.stringify([organizationId, projectId]);
      const now = Date.now();
      if (known.get(key, now)) return true;
      const row = await onD1(() =>
        db
          .prepare("SELECT id FROM projects WHERE organization_id = ?1 AND id = ?2")
          .bind(organizationId, projectId)
          .first(),
      );
      if (row) known.set(key, true, now);
      return row !== null;
    },
  };
}
