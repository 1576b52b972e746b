import type { Domain } from "./domain.ts";
import { MOST_DOMAINS } from "./domain-store.ts";

/** Inserts a domain unless its host is taken, its project is missing, or there are too many. */
export const insertDomain = (db: D1Database, domain: Domain): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO domains (host, organization_id, project_id, root_url, not_found_url, created_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE (SELECT count(*) FROM domains) < ${MOST_DOMAINS}
       ON CONFLICT (host) DO NOTHING`,
    )
    .bind(
      domain.host,
      domain.organizationId,
      domain.projectId,
      domain.rootUrl,
      domain.notFoundUrl,
      domain.createdAt,
    );

/** Changes what may be set of a domain. */
export const updateDomain = (db: D1Database, domain: Domain): D1PreparedStatement =>
  db
    .prepare("UPDATE domains SET project_id = ?2, root_url = ?3, not_found_url = ?4 WHERE host = ?1")
    .bind(domain.host, domain.projectId, domain.rootUrl, domain.notFoundUrl);

/** Takes a project from any other domain that its new links got. */
export const releaseProject = (db: D1Database, domain: Domain): D1PreparedStatement =>
  db
    .prepare(
      "UPDATE domains SET project_id = NULL WHERE organization_id = ?1 AND project_id = ?2 AND host <> ?3",
    )
    .bind(domain.organizationId, domain.projectId, domain.host);

/** Removes a domain on which no link was made. */
export const deleteDomain = (db: D1Database, host: string): D1PreparedStatement =>
  db
    .prepare("DELETE FROM domains WHERE host = ?1 AND NOT EXISTS (SELECT 1 FROM links WHERE domain = ?1)")
    .bind(host);
