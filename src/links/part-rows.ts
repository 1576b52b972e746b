import type { PartRef } from "./link-part.ts";

// All tables of extensions identify a part of a link by `link_id` and `offer_key`; '' is the link as a whole.

/** The beginning of a statement: the parts in the JSON of ?1. */
export const GIVEN_PARTS = `WITH part AS MATERIALIZED (
    SELECT value ->> 'id' AS link_id, value ->> 'offerKey' AS offer_key FROM json_each(?1))`;

export const IS_GIVEN_PART = "(link_id, offer_key) IN (SELECT link_id, offer_key FROM part)";

/** The JSON for `GIVEN_PARTS`. */
export const partsJson = (parts: readonly PartRef[]): string =>
  JSON.stringify(parts.map(({ id, offerKey }) => ({ id, offerKey })));

/** The condition for the part of link ?1 with key ?2. */
export const IS_PART = "link_id = ?1 AND offer_key = ?2";
