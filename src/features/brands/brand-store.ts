import { onD1 } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import type { Brand } from "./brand.ts";
import type { ProjectKey } from "./logo.ts";

/** A brand with its revision. */
export interface StoredBrand {
  /** Null if the project has no brand. */
  brand: Brand | null;
  /** Rises with each change; 0 if there never was a brand. */
  revision: number;
}

interface BrandRow {
  project_id: string;
  name: string | null;
  accent: string | null;
  imprint_url: string | null;
  privacy_url: string | null;
  logo: string | null;
  revision: number;
}

const SELECT = "SELECT project_id, name, accent, imprint_url, privacy_url, logo, revision FROM brands";

const fromRow = (row: BrandRow): StoredBrand => ({
  brand:
    row.name === null
      ? null
      : {
          name: row.name,
          ...(row.accent !== null && { accent: row.accent }),
          ...(row.imprint_url !== null && { imprintUrl: row.imprint_url }),
          ...(row.privacy_url !== null && { privacyUrl: row.privacy_url }),
          ...(row.logo !== null && { logo: row.logo }),
        },
  revision: row.revision,
});

/** The brands of projects, in D1. */
export type BrandStore = ReturnType<typeof brandStore>;

/** The brands in `db`. Each call may throw `service_unavailable`. */
export function brandStore(db: D1Database) {
  return {
    async find({ organizationId, projectId }: ProjectKey): Promise<StoredBrand> {
      const statement = db
        .prepare(`${SELECT} WHERE organization_id = ?1 AND project_id = ?2`)
        .bind(organizationId, projectId);
      const row = await onD1(() => statement.first<BrandRow>());
      return row ? fromRow(row) : { brand: null, revision: 0 };
    },
    async findAll(organizationId: string, projectIds: readonly string[]): Promise<Map<string, Brand>> {
      const statement = db
        .prepare(`${SELECT} WHERE organization_id = ?1 AND project_id IN (SELECT value FROM json_each(?2))`)
        .bind(organizationId, JSON.stringify(projectIds));
      const { results } = await onD1(() => statement.all<BrandRow>());
      return new Map(
        results.flatMap((row) => {
          const { brand } = fromRow(row);
          return brand ? [[row.project_id, brand] as const] : [];
        }),
      );
    },
  };
}

/** True while a project's brand is unchanged. */
export const brandUnchanged = (
  { organizationId, projectId }: ProjectKey,
  { revision }: StoredBrand,
): Guard => ({
  sql: `? = coalesce((SELECT revision FROM brands WHERE organization_id = ? AND project_id = ?), 0)`,
  values: [revision, organizationId, projectId],
});

/** Writes or removes a project's brand if `made` is true. The row stays, so that its revision rises. */
export function brandStatement(
  db: D1Database,
  { organizationId, projectId }: ProjectKey,
  brand: Brand | null,
  made: Guard,
): D1PreparedStatement {
  const { name = null, accent = null, imprintUrl = null, privacyUrl = null, logo = null } = brand ?? {};
  return db
    .prepare(
      `INSERT INTO brands (organization_id, project_id, name, accent, imprint_url, privacy_url, logo, revision)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, 1 WHERE ${guardSql(made, 8)}
       ON CONFLICT (organization_id, project_id) DO UPDATE SET name = excluded.name, accent = excluded.accent,
         imprint_url = excluded.imprint_url, privacy_url = excluded.privacy_url, logo = excluded.logo,
         revision = brands.revision + 1`,
    )
    .bind(organizationId, projectId, name, accent, imprintUrl, privacyUrl, logo, ...made.values);
}
