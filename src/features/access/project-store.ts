import { allRows, firstRow, firstValue } from "../../ground/platform/d1.ts";
import { Memory } from "../../ground/platform/memory.ts";
import type { Project, ProjectSettings } from "./project.ts";

/** Existing projects, cached by this isolate for 10 s. Missing projects are not cached: a new project must work immediately. */
const known = new Memory<true>(1_000, 10_000);

interface ProjectRange {
  organizationId: string;
  /** Whether only archived or only active projects are listed; undefined means both. */
  archived: boolean | undefined;
  /** The projects among which to list; `all` means all of the organization. */
  among: "all" | readonly string[];
  /** The id after which the page begins. */
  after: string;
}

const SELECT = `SELECT organization_id AS organizationId, id, name, created_at AS createdAt, archived_at AS archivedAt,
  settings FROM projects`;

type ProjectRow = Omit<Project, "settings"> & { settings: string };

const fromRow = (row: ProjectRow): Project => ({
  ...row,
  settings: JSON.parse(row.settings) as ProjectSettings,
});

/** The id of the organization that equals this id in any case; null if it does not exist. */
export const organizationLike = (db: D1Database, id: string): Promise<string | null> =>
  firstValue(db, "SELECT id FROM organizations WHERE lower(id) = lower(?1)", id);

/** The projects of organizations, in D1. */
export type ProjectStore = ReturnType<typeof projectStore>;

/** For lists of activity: see `ObjectNames`. */
export const PROJECT_NAME = `SELECT name FROM projects
  WHERE projects.organization_id = activity.organization_id AND projects.id = object_id`;

/** The projects in `db`. */
export function projectStore(db: D1Database) {
  const find = async (organizationId: string, projectId: string): Promise<Project | null> => {
    const sql = `${SELECT} WHERE organization_id = ?1 AND id = ?2`;
    const row = await firstRow<ProjectRow>(db, sql, organizationId, projectId);
    return row && fromRow(row);
  };
  return {
    find,
    /** Whether the project exists, archived or not. */
    async exists(organizationId: string, projectId: string): Promise<boolean> {
      const key = JSON.stringify([organizationId, projectId]);
      const now = Date.now();
      if (known.get(key, now)) return true;
      const found = await find(organizationId, projectId);
      if (found) known.set(key, true, now);
      return found !== null;
    },
    /** The existing projects among `ids`, archived or not, by id. */
    async findAll(organizationId: string, ids: readonly string[]): Promise<Map<string, Project>> {
      const sql = `${SELECT} WHERE organization_id = ?1 AND id IN (SELECT value FROM json_each(?2))`;
      const results = await allRows<ProjectRow>(db, sql, organizationId, JSON.stringify(ids));
      return new Map(results.map((row) => [row.id, fromRow(row)]));
    },
    organizationLike: (id: string): Promise<string | null> => organizationLike(db, id),
    async missing(organizationId: string, ids: readonly string[]): Promise<string[]> {
      const sql = `SELECT value FROM json_each(?2)
        WHERE NOT EXISTS (SELECT 1 FROM projects WHERE organization_id = ?1 AND id = value)`;
      const results = await allRows<{ value: string }>(db, sql, organizationId, JSON.stringify(ids));
      return results.map(({ value }) => value);
    },
    /** Up to `limit` projects, in order of their ids. */
    async list({ organizationId, archived, among, after }: ProjectRange, limit: number): Promise<Project[]> {
      // Both indexes are in order of the ids, so a page reads only the rows that it shows.
      const index = archived === undefined ? "" : "INDEXED BY projects_by_state";
      const state = archived === undefined ? "" : `AND (archived_at IS NULL) = ${archived ? 0 : 1}`;
      const listed = among === "all" ? "" : "AND id IN (SELECT value FROM json_each(?4))";
      const sql = `${SELECT} ${index} WHERE organization_id = ?1 AND id > ?2 ${state} ${listed} ORDER BY id LIMIT ?3`;
      const values = [organizationId, after, limit, ...(among === "all" ? [] : [JSON.stringify(among)])];
      const results = await allRows<ProjectRow>(db, sql, ...values);
      return results.map(fromRow);
    },
  };
}
