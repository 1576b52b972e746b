import { runBatch } from "../../../ground/platform/d1.ts";
import { SEASON_HOST } from "./season.ts";

const OURS = "organization_id = ?1 AND project_id = ?2";
const LINKS = `SELECT id FROM links WHERE ${OURS}`;
/** Without a season, its domain belongs to somebody else. */
const HOST = `'${SEASON_HOST}' AND EXISTS (SELECT 1 FROM projects WHERE organization_id = ?1 AND id = ?2)`;

/** The tables with rows of links, which come before the links themselves because of foreign keys. */
const OF_LINKS = [
  ...["activity_values", "link_offers", "link_tags", "qr_codes", "delivery_app_routes", "delivery_app_pages"],
  ...["availability_checks", "destination_checks", "link_addresses"],
];

const STATEMENTS = [
  `DELETE FROM visit_days WHERE ${OURS}`,
  `DELETE FROM visit_months WHERE ${OURS}`,
  `DELETE FROM visit_sheets WHERE ${OURS}`,
  `DELETE FROM visit_sheet_periods WHERE ${OURS}`,
  ...OF_LINKS.map((table) => `DELETE FROM ${table} WHERE link_id IN (${LINKS})`),
  `DELETE FROM activity WHERE organization_id = ?1 AND (link_id IN (${LINKS}) OR object_type = 'event' AND project_id = ?2
    OR object_type = 'project' AND object_id = ?2 OR object_type = 'domain' AND object_id = ${HOST})`,
  `DELETE FROM link_changes WHERE short_id IN (SELECT short_id FROM links WHERE ${OURS})`,
  `DELETE FROM links WHERE ${OURS}`,
  `DELETE FROM domains WHERE organization_id = ?1 AND host = ${HOST}
    AND NOT EXISTS (SELECT 1 FROM links WHERE domain = host)`,
  `UPDATE domains SET project_id = NULL WHERE ${OURS}`,
  `UPDATE api_keys SET projects = (SELECT json_group_array(value) FROM json_each(projects) WHERE value <> ?2)
    WHERE organization_id = ?1 AND projects IS NOT NULL`,
  "DELETE FROM projects WHERE organization_id = ?1 AND id = ?2",
];

/**
 * Deletes the project with its links, in one transaction. Nothing else in this service deletes links: these links are made up and
 * were never printed. Returns whether the project existed.
 */
export async function removeSeason(
  db: D1Database,
  { organizationId, projectId }: { organizationId: string; projectId: string },
): Promise<boolean> {
  const results = await runBatch(
    db,
    STATEMENTS.map((sql) =>
      db.prepare(sql).bind(...[organizationId, projectId].slice(0, sql.includes("?2") ? 2 : 1)),
    ),
  );
  return results.at(-1)?.meta.changes === 1;
}
