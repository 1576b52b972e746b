import { allRows, firstRow, runBatch, runStatement } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import { unrecordedLinkChange } from "../links/change-statements.ts";
import { GIVEN_PARTS, IS_GIVEN_PART, IS_PART, type PartRef, partsJson } from "../links/link-part.ts";
import type { ShopChoice } from "../short-links/shop-choice.ts";

/**
 * The statement for the batch that writes links whose shops have to be looked up. Deletes the choice of an earlier
 * definition, because it contains the URL of the earlier product.
 */
export const wantShopsStatement = (
  db: D1Database,
  parts: readonly PartRef[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `${GIVEN_PARTS} INSERT INTO delivery_app_routes (link_id, offer_key, refreshed_at)
         SELECT id, offer_key, '' FROM part JOIN links ON links.id = part.link_id
         WHERE ${guardSql(written, 2)}
       ON CONFLICT (link_id, offer_key) DO UPDATE SET routes = NULL, refreshed_at = ''`,
    )
    .bind(partsJson(parts), ...written.values);

/** The statement for the batch that changes links so that they no longer choose among shops. */
export const forgetShopsStatement = (
  db: D1Database,
  parts: readonly PartRef[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `${GIVEN_PARTS} DELETE FROM delivery_app_routes WHERE ${IS_GIVEN_PART} AND ${guardSql(written, 2)}`,
    )
    .bind(partsJson(parts), ...written.values);

/** The shops that redirects choose from, in D1. */
export type ShopStore = ReturnType<typeof shopStore>;

export function shopStore(db: D1Database) {
  return {
    /** Links and offers whose shops were last looked up before `before`, oldest first. */
    stale: async (before: Date, limit: number): Promise<PartRef[]> => {
      const sql = `SELECT link_id AS id, offer_key AS offerKey FROM delivery_app_routes
        WHERE refreshed_at < ?1 ORDER BY refreshed_at LIMIT ?2`;
      const results = await allRows<PartRef>(db, sql, before.toISOString(), limit);
      return results;
    },
    /** Whether the redirect of a link or offer has shops to choose from. */
    async hasChoice({ id, offerKey }: PartRef): Promise<boolean> {
      const sql = `SELECT 1 AS found FROM delivery_app_routes WHERE ${IS_PART} AND routes IS NOT NULL`;
      return (await firstRow(db, sql, id, offerKey)) !== null;
    },
    /** Records that the shops of a link or offer were looked up at `time`. */
    async postpone({ id, offerKey }: PartRef, time: Date): Promise<void> {
      const sql = `UPDATE delivery_app_routes SET refreshed_at = ?3 WHERE ${IS_PART}`;
      await runStatement(db, sql, id, offerKey, time.toISOString());
    },
    /** The postal codes where shops with these slugs were seen; slugs without data are absent. */
    postalCodesOf: async (slugs: readonly string[]): Promise<Map<string, string[]>> => {
      const sql = `SELECT slug, json_group_array(postal_code) AS postal_codes FROM json_each(?1) AS item
        JOIN delivery_app_retailers ON slug = item.value
        JOIN delivery_app_retailer_postal_codes USING (retailer_id)
        GROUP BY slug`;
      const results = await allRows<{ slug: string; postal_codes: string }>(db, sql, JSON.stringify(slugs));
      // SQL built these arrays from a TEXT column.
      return new Map(results.map((row) => [row.slug, JSON.parse(row.postal_codes) as string[]]));
    },
    /** Those of these slugs and ids that no store has, once discovery has stored more than a sample. */
    async unknown(ids: readonly string[]): Promise<string[]> {
      const sql = `SELECT DISTINCT value FROM json_each(?1)
        WHERE EXISTS (SELECT 1 FROM delivery_app_retailers WHERE source <> 'sample')
          AND NOT EXISTS (SELECT 1 FROM delivery_app_retailers WHERE retailer_id = value)
          AND NOT EXISTS (SELECT 1 FROM delivery_app_retailers WHERE slug = value)`;
      return (await allRows<{ value: string }>(db, sql, JSON.stringify(ids))).map(({ value }) => value);
    },
    /** Stores the choice of a link or offer. Returns whether it has changed. */
    async write({ id, offerKey }: PartRef, choice: ShopChoice | null, now: Date): Promise<boolean> {
      const json = choice && JSON.stringify(choice);
      const differs: Guard = {
        sql: "EXISTS (SELECT 1 FROM delivery_app_routes WHERE link_id = ? AND offer_key = ? AND routes IS NOT ?)",
        values: [id, offerKey, json],
      };
      const [switched] = await runBatch(db, [
        unrecordedLinkChange(db, "redirect", { linkId: id, at: now.toISOString(), only: differs }),
        db
          .prepare(`UPDATE delivery_app_routes SET routes = ?3, refreshed_at = ?4 WHERE ${IS_PART}`)
          .bind(id, offerKey, json, now.toISOString()),
      ]);
      return (switched?.meta.changes ?? 0) > 0;
    },
  };
}
