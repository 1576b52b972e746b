import { runBatch } from "../../../ground/platform/d1.ts";
import { IS_OF_SEASON } from "./season.ts";
import { SEASON_HOSTS } from "./season-domains.ts";
import { SEASON_CLIENT } from "./season-extras.ts";

/** The links of a project, as a condition of the statements below. */
const LINKS = "SELECT id FROM links WHERE organization_id = ?1 AND project_id = ?2";

/** The webhooks of the project, in the same way. */
const WEBHOOKS = "SELECT id FROM webhooks WHERE organization_id = ?1 AND project_id = ?2";

/** Its shared reports, and the address that gets them. */
const REPORTS =
  "SELECT id FROM shared_reports WHERE organization_id = ?1 AND view ->> '$.filter.projectId' = ?2";
const CLIENT = `SELECT id FROM mail_recipients WHERE organization_id = ?1 AND email = '${SEASON_CLIENT}'`;

/** Rows of links come before the links themselves, because of foreign keys. */
const HOSTS = SEASON_HOSTS.map((host) => `'${host}'`).join(", ");
/** Without a season, its domains belong to somebody else. */
const OBJECTS = `(object_type IN ('project', 'code_style') AND object_id = ?2 OR object_type = 'domain' AND object_id IN (${HOSTS}))`;
const IS_OURS =
  "organization_id = ?1 AND EXISTS (SELECT 1 FROM projects WHERE organization_id = ?1 AND id = ?2)";

const STATEMENTS = [
  "DELETE FROM visit_days WHERE organization_id = ?1 AND project_id = ?2",
  "DELETE FROM visit_months WHERE organization_id = ?1 AND project_id = ?2",
  `DELETE FROM visit_messages WHERE ${IS_OF_SEASON}
    AND EXISTS (SELECT 1 FROM projects WHERE organization_id = ?1 AND id = ?2)`,
  ...[
    "activity_values",
    "link_offers",
    "link_tags",
    "qr_codes",
    "delivery_app_routes",
    "delivery_app_pages",
    "availability_checks",
    "destination_checks",
  ].map((table) => `DELETE FROM ${table} WHERE link_id IN (${LINKS})`),
  `DELETE FROM activity WHERE organization_id = ?1 AND
    (link_id IN (${LINKS}) OR object_type = 'event' AND project_id = ?2
      OR object_type = 'webhook' AND object_id IN (${WEBHOOKS})
      OR object_type = 'day_note' AND EXISTS (SELECT 1 FROM day_notes WHERE organization_id = ?1 AND project_id = ?2
        AND day = object_id AND text = changes ->> '$[0].to')
       OR object_type = 'shared_report' AND object_id IN (${REPORTS}) OR ${OBJECTS}
       AND EXISTS (SELECT 1 FROM projects WHERE organization_id = ?1 AND id = ?2))`,
  `DELETE FROM report_schedules WHERE report_id IN (${REPORTS})`,
  `DELETE FROM mails WHERE organization_id = ?1
    AND (substr(cause, 1, 30) IN (${REPORTS}) OR recipient_id IN (${CLIENT}))`,
  `DELETE FROM mail_recipients WHERE id IN (${CLIENT})`,
  "DELETE FROM shared_reports WHERE organization_id = ?1 AND view ->> '$.filter.projectId' = ?2",
  `DELETE FROM webhook_deliveries WHERE organization_id = ?1 AND webhook_id IN (${WEBHOOKS})`,
  "DELETE FROM webhooks WHERE organization_id = ?1 AND project_id = ?2",
  `DELETE FROM link_changes WHERE short_id IN
    (SELECT short_id FROM links WHERE organization_id = ?1 AND project_id = ?2)`,
  `DELETE FROM link_addresses WHERE link_id IN (${LINKS})`,
  "DELETE FROM links WHERE organization_id = ?1 AND project_id = ?2",
  "UPDATE domains SET project_id = NULL WHERE organization_id = ?1 AND project_id = ?2",
  `DELETE FROM domains WHERE ${IS_OURS} AND host IN (${HOSTS})
    AND NOT EXISTS (SELECT 1 FROM links WHERE domain = host AND domain <> '')`,
  `UPDATE api_keys SET projects = (SELECT json_group_array(value) FROM json_each(projects) WHERE value <> ?2)
    WHERE organization_id = ?1 AND projects IS NOT NULL`,
  "DELETE FROM day_notes WHERE organization_id = ?1 AND project_id = ?2",
  "DELETE FROM projects WHERE organization_id = ?1 AND id = ?2",
];

/**
 * Deletes the project with everything in it, in one transaction. Nothing else in this service deletes links: these links are
 * made up and were never printed. Returns the number of deleted projects and links.
 */
export async function removeSeason(
  db: D1Database,
  { organizationId, projectId }: { organizationId: string; projectId: string },
): Promise<{ projects: number; links: number }> {
  const results = await runBatch(
    db,
    STATEMENTS.map((sql) => {
      const statement = db.prepare(sql);
      return sql.includes("?2") ? statement.bind(organizationId, projectId) : statement.bind(organizationId);
    }),
  );
  const written = (start: string): number =>
    results[STATEMENTS.findIndex((sql) => sql.startsWith(start))]?.meta.changes ?? 0;
  return { projects: written("DELETE FROM projects"), links: written("DELETE FROM links") };
}
