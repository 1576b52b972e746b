import type { PartRef } from "./link-part.ts";

// What accompanies links is kept in tables of one form: `link_id` and `offer_key` say what a row is about, '' being the key
// of a link as a whole.

/** The parts in the JSON of parameter ?1: the beginning of a statement. */
export const GIVEN_PARTS = `WITH part AS MATERIALIZED (
    SELECT value ->> 'id' AS link_id, value ->> 'offerKey' AS offer_key FROM json_each(?1))`;

/** The condition that a row is about one of these parts. */
export const IS_GIVEN_PART = "(link_id, offer_key) IN (SELECT link_id, offer_key FROM part)";

/** The parts as that JSON. */
export const partsJson = (parts: readonly PartRef[]): string =>
  JSON.stringify(parts.map(({ id, offerKey }) => ({ id, offerKey })));

/** The condition that a row is about the part whose link is ?1 and whose key is ?2. */
export const IS_PART = "link_id = ?1 AND offer_key = ?2";
