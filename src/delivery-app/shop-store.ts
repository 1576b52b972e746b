import { wantsRoutes } from "./choose-shops.ts";
import type { Link } from "../links/link.ts";
import type { RouteStore } from "../links/ports.ts";
import type { StoreRoutes } from "../short-links/shop-choice.ts";
import { onD1 } from "../platform/d1.ts";

const INSERT = `INSERT INTO delivery_app_routes (link_id, refreshed_at)
  SELECT ?1, '' WHERE EXISTS (SELECT 1 FROM links WHERE id = ?1)
  ON CONFLICT (link_id) DO NOTHING`;

/** For the batch that writes a link: notes that stores are to be looked up, where they are and the link was written. */
export const routeStatements = (db: D1Database, link: Link): D1PreparedStatement[] =>
  wantsRoutes(link.request) ? [db.prepare(INSERT).bind(link.id)] : [];

/** The routes in a column; written by the store below, and by nobody else. */
export const fromRoutesColumn = (routes: string | null): StoreRoutes | undefined =>
  routes === null ? undefined : (JSON.parse(routes) as StoreRoutes);

export function routeStore(db: D1Database): RouteStore {
  return {
    stale: (before, limit) =>
      onD1(async () => {
        const { results } = await db
          .prepare(
            "SELECT link_id FROM delivery_app_routes WHERE refreshed_at < ?1 ORDER BY refreshed_at LIMIT ?2",
          )
          .bind(before.toISOString(), limit)
          .all<{ link_id: string }>();
        return results.map((row) => row.link_id);
      }),
    postalCodesOf: (slugs) =>
      onD1(async () => {
        const { results } = await db
          .prepare(
            `SELECT slug, json_group_array(postal_code) AS postal_codes FROM json_each(?1) AS wanted
             JOIN delivery_app_retailers ON slug = wanted.value
             JOIN delivery_app_retailer_postal_codes USING (retailer_id)
             GROUP BY slug`,
          )
          .bind(JSON.stringify(slugs))
          .all<{ slug: string; postal_codes: string }>();
        // SQL built these arrays from a column of text.
        return new Map(results.map((row) => [row.slug, JSON.parse(row.postal_codes) as string[]]));
      }),
    async write(linkId, routes, now) {
      const json = routes && JSON.stringify(routes);
      const [switched] = await onD1(() =>
        db.batch([
          // Naming the destination has the change noted for the cron that publishes once more.
          db
            .prepare(
              `UPDATE links SET destination = destination, version = version + 1, updated_at = ?3
               WHERE id = ?1 AND EXISTS
                 (SELECT 1 FROM delivery_app_routes WHERE link_id = ?1 AND routes IS NOT ?2)`,
            )
            .bind(linkId, json, now.toISOString()),
          db
            .prepare("UPDATE delivery_app_routes SET routes = ?2, refreshed_at = ?3 WHERE link_id = ?1")
            .bind(linkId, json, now.toISOString()),
        ]),
      );
      return (switched?.meta.changes ?? 0) > 0;
    },
  };
}
