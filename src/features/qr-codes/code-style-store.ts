import { onD1 } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import type { CodeStyle } from "./code-style.ts";

/** Identifies a project. */
export interface StyledProject {
  organizationId: string;
  projectId: string;
}

/** The style of a project's codes, with its revision. */
export interface StoredCodeStyle {
  /** Empty for the plain style. */
  style: CodeStyle;
  /** Rises with each change; 0 if there never was a style. */
  revision: number;
}

/** The styles of projects' codes, in D1. */
export type CodeStyleStore = ReturnType<typeof codeStyleStore>;

/** The styles in `db`. Each call may throw `service_unavailable`. */
export function codeStyleStore(db: D1Database) {
  return {
    async find({ organizationId, projectId }: StyledProject): Promise<StoredCodeStyle> {
      const statement = db
        .prepare("SELECT style, revision FROM code_styles WHERE organization_id = ?1 AND project_id = ?2")
        .bind(organizationId, projectId);
      const row = await onD1(() => statement.first<{ style: string; revision: number }>());
      // Validated before it was written.
      return row
        ? { style: JSON.parse(row.style) as CodeStyle, revision: row.revision }
        : { style: {}, revision: 0 };
    },
    /** The styles of these projects by project id; plain styles may be absent. */
    async findAll(organizationId: string, projectIds: readonly string[]): Promise<Map<string, CodeStyle>> {
      const statement = db
        .prepare(
          `SELECT project_id, style FROM code_styles
           WHERE organization_id = ?1 AND project_id IN (SELECT value FROM json_each(?2))`,
        )
        .bind(organizationId, JSON.stringify(projectIds));
      const { results } = await onD1(() => statement.all<{ project_id: string; style: string }>());
      // Validated before it was written.
      return new Map(results.map((row) => [row.project_id, JSON.parse(row.style) as CodeStyle]));
    },
  };
}

/** True while a project's style is unchanged. */
export const codeStyleUnchanged = (
  { organizationId, projectId }: StyledProject,
  { revision }: StoredCodeStyle,
): Guard => ({
  sql: `? = coalesce((SELECT revision FROM code_styles WHERE organization_id = ? AND project_id = ?), 0)`,
  values: [revision, organizationId, projectId],
});

/** Writes the style of a project if `made` is true. */
export const codeStyleStatement = (
  db: D1Database,
  { organizationId, projectId }: StyledProject,
  style: CodeStyle,
  made: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO code_styles (organization_id, project_id, style, revision)
       SELECT ?1, ?2, ?3, 1 WHERE ${guardSql(made, 4)}
       ON CONFLICT (organization_id, project_id) DO UPDATE SET style = excluded.style,
         revision = code_styles.revision + 1`,
    )
    .bind(organizationId, projectId, JSON.stringify(style), ...made.values);
