import { noteLinkChange } from "../links/change-statements.ts";
import { onD1 } from "../platform/d1.ts";
import { type Guard, guardSql } from "../platform/guard.ts";
import { idsOf } from "../platform/json-rows.ts";
import type { ShopChoice } from "../short-links/shop-choice.ts";

/**
 * The statement for the batch that writes links whose shops have to be looked up. The choice of an earlier
 * definition is deleted, as it holds the URL of the earlier product.
 */
export const wantShopsStatement = (
  db: D1Database,
  links: readonly { id: string }[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO delivery_app_routes (link_id, refreshed_at)
         SELECT id, '' FROM links WHERE id IN (SELECT value FROM json_each(?1)) AND ${guardSql(written, 2)}
       ON CONFLICT (link_id) DO UPDATE SET routes = NULL, refreshed_at = ''`,
    )
    .bind(idsOf(links), ...written.values);

/** The statement for the batch that changes links so that they no longer choose among shops. */
export const forgetShopsStatement = (
  db: D1Database,
  links: readonly { id: string }[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `DELETE FROM delivery_app_routes
       WHERE link_id IN (SELECT value FROM json_each(?1)) AND ${guardSql(written, 2)}`,
    )
    .bind(idsOf(links), ...written.values);

/** What the redirects of links with preferred shops choose from, in D1. Each call may throw `service_unavailable`. */
export type ShopStore = ReturnType<typeof shopStore>;

/** The shop choices in `db`. */
export function shopStore(db: D1Database) {
  return {
    /** Links whose shops were last looked up before `before`, the longest ago first. */
    stale: (before: Date, limit: number): Promise<string[]> =>
      onD1(async () => {
        const { results } = await db
          .prepare(
            "SELECT link_id FROM delivery_app_routes WHERE refreshed_at < ?1 ORDER BY refreshed_at LIMIT ?2",
          )
          .bind(before.toISOString(), limit)
          .all<{ link_id: string }>();
        return results.map((row) => row.link_id);
      }),
    /** Whether the redirect of a link has shops to choose from. */
    async hasChoice(linkId: string): Promise<boolean> {
      const statement = db
        .prepare("SELECT 1 AS found FROM delivery_app_routes WHERE link_id = ?1 AND routes IS NOT NULL")
        .bind(linkId);
      return (await onD1(() => statement.first())) !== null;
    },
    /** Records that the shops of a link were looked up at `time`. */
    async postpone(linkId: string, time: Date): Promise<void> {
      const statement = db
        .prepare("UPDATE delivery_app_routes SET refreshed_at = ?2 WHERE link_id = ?1")
        .bind(linkId, time.toISOString());
      await onD1(() => statement.run());
    },
    /** The postal codes where shops with these slugs were seen; slugs without data are absent. */
    postalCodesOf: (slugs: readonly string[]): Promise<Map<string, string[]>> =>
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
        // SQL built these arrays from a TEXT column.
        return new Map(results.map((row) => [row.slug, JSON.parse(row.postal_codes) as string[]]));
      }),
    /** Stores the choice of a link. Returns whether it has changed. */
    async write(linkId: string, choice: ShopChoice | null, now: Date): Promise<boolean> {
      const json = choice && JSON.stringify(choice);
      const differs: Guard = {
        sql: "EXISTS (SELECT 1 FROM delivery_app_routes WHERE link_id = ? AND routes IS NOT ?)",
        values: [linkId, json],
      };
      const [switched] = await onD1(() =>
        db.batch([
          noteLinkChange(db, "redirect", { linkId, at: now.toISOString(), only: differs }),
          db
            .prepare("UPDATE delivery_app_routes SET routes = ?2, refreshed_at = ?3 WHERE link_id = ?1")
            .bind(linkId, json, now.toISOString()),
        ]),
      );
      return (switched?.meta.changes ?? 0) > 0;
    },
  };
}
