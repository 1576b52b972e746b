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
  const existing = async (organizationId: string, projectIds: readonly string[]): Promise<Set<string>> => {
    const now = Date.now();
    const keyOf = (id: string) => JSON.stringify([organizationId, id]);
    const found = new Set(projectIds.filter((id) => known.get(keyOf(id), now)));
    const unknown = projectIds.filter((id) => !found.has(id));
    if (unknown.length === 0) return found;
    const statement = db
      .prepare(
        "SELECT id FROM projects WHERE organization_id = ?1 AND id IN (SELECT value FROM json_each(?2))",
      )
      .bind(organizationId, JSON.stringify(unknown));
    const { results } = await onD1(() => statement.all<{ id: string }>());
    for (const { id } of results) {
      known.set(keyOf(id), true, now);
      found.add(id);
    }
    return found;
  };
  return {
    /** Those of the projects that exist, in one query at most. */
    existing,
    exists: async (organizationId: string, projectId: string): Promise<boolean> =>
      (await existing(organizationId, [projectId])).has(projectId),
  };
}
