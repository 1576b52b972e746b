import type { PartRef } from "./link-part.ts";

// What accompanies links is kept in tables of one form: `of_link` and `offer_key` say what a row is about. For a link as a
// whole `link_id` has the link, for an offer `choice_id`: versions of the service that know no offers read `link_id` alone.

/** The columns that say what a row is about. */
export const PART_COLUMNS = "link_id, choice_id, offer_key";

/** The values of these columns, in SQL, for the part with this link and key. */
export const partValues = (link: string, key: string): string =>
  `iif(${key} = '', ${link}, NULL), iif(${key} = '', NULL, ${link}), ${key}`;

/** The parts in the JSON of parameter ?1, each with `id` and `offer_key`: the beginning of a statement. */
export const GIVEN_PARTS = `WITH part AS MATERIALIZED (
    SELECT value ->> 'id' AS id, value ->> 'offerKey' AS offer_key FROM json_each(?1))`;

/** The condition that a row is about one of these parts. */
export const IS_GIVEN_PART = "(of_link, offer_key) IN (SELECT id, offer_key FROM part)";

/** The parts as that JSON. */
export const partsJson = (parts: readonly PartRef[]): string =>
  JSON.stringify(parts.map(({ id, offerKey }) => ({ id, offerKey })));

/** The condition that a row is about the part whose link is ?1 and whose key is ?2. */
export const IS_PART = "of_link = ?1 AND offer_key = ?2";
