import { blockTerms } from "./search-block.ts";
import type { LinkFilter } from "./search-document.ts";
import { blocksWith, GROUP_BLOCKS } from "./search-group.ts";
import { bitsOfFilter, mayHold, mayHoldTag } from "./search-signature.ts";

/** A block that holds what is searched; or, with no documents, the link from which on all such blocks are among the rows. */
export interface FoundBlockRow {
  from_link_id: string;
  documents: string | null;
}

/** The most groups of blocks that one search looks at. */
const MOST_GROUPS = 100;
/** The most blocks in groups: to find each takes some rows, and most of those that groups name hold what is searched. */
const MOST_GROUPED = "?5 / 5";

const OWN_BLOCKS = "link_search_blocks WHERE organization_id = ?1";
const OWN_GROUPS = "link_search_groups WHERE organization_id = ?1";
const NEWEST_FIRST = "ORDER BY from_link_id DESC";

/** The block that has link ?3, and where the blocks begin that follow the newest group. */
const places = (areGrouped: boolean): string => `oldest (place) AS MATERIALIZED (SELECT coalesce(
      (SELECT from_link_id FROM ${OWN_BLOCKS} AND from_link_id <= ?3 ${NEWEST_FIRST} LIMIT 1), '')),
  ungrouped (place) AS MATERIALIZED (SELECT ${
    areGrouped
      ? `coalesce((SELECT to_link_id || ' ' FROM ${OWN_GROUPS} AND blocks IS NOT NULL AND from_link_id < ?2
          ${NEWEST_FIRST} LIMIT 1), '')`
      : "''"
  })`;

/** From where on the newest ?5 blocks are that follow the newest group. */
const REACHED = `reached (place) AS MATERIALIZED (SELECT max(
      (SELECT place FROM oldest), place,
      coalesce((SELECT from_link_id FROM ${OWN_BLOCKS} AND from_link_id < ?2 AND from_link_id >= ungrouped.place
        ${NEWEST_FIRST} LIMIT 1 OFFSET ?5 - 1), '')) FROM ungrouped)`;

/** Those of them that hold what is searched. */
const newest = (conditions: string): string => `${REACHED},
  newest AS MATERIALIZED (SELECT from_link_id, documents FROM ${OWN_BLOCKS} AND from_link_id < ?2
    AND from_link_id >= (SELECT place FROM reached)${conditions} ${NEWEST_FIRST} LIMIT ?4)`;

/** The block of a gap between groups from which on the gap alone has more blocks than are taken from groups and gaps. */
const FAR_IN_GAP = `SELECT from_link_id FROM ${OWN_BLOCKS} AND from_link_id >= after AND from_link_id < before
      ${NEWEST_FIRST} LIMIT 1 OFFSET ${MOST_GROUPED}`;

/** The newest of the blocks of a group that are the bits of a number. The newest of all has the lowest bit. */
const newestOf = (held: string): string => `blocks ->> CAST(log2(${held} & -${held}) AS INTEGER)`;

/**
 * If these are all, and fewer than ?4: where the groups begin that are looked at, and the newest of the blocks before that the
 * groups say may hold what is searched, or that stand between groups. Some blocks of the newest group may be of links after
 * the range, so as many more are taken from groups.
 */
const older = (bits: readonly number[]): string => `wanted (blocks) AS MATERIALIZED (
    SELECT CASE WHEN place = (SELECT place FROM ungrouped) THEN ?4 - (SELECT count(*) FROM newest) ELSE 0 END
    FROM reached),
  groups AS MATERIALIZED (
    SELECT from_link_id AS first, to_link_id AS last, blocks, ${blocksWith(bits)} AS held
    FROM ${OWN_GROUPS} AND blocks IS NOT NULL AND from_link_id < ?2
      AND from_link_id >= coalesce((SELECT from_link_id FROM ${OWN_GROUPS}
        AND from_link_id <= (SELECT place FROM oldest) ${NEWEST_FIRST} LIMIT 1), '')
    ${NEWEST_FIRST} LIMIT ${MOST_GROUPS}),
  gaps AS MATERIALIZED (
    SELECT '' AS after, min(first) AS before FROM groups
    UNION ALL SELECT last || ' ', lead(first) OVER (ORDER BY first) FROM groups),
  start (place) AS MATERIALIZED (SELECT max(place) FROM (
    SELECT place FROM oldest
    UNION ALL SELECT min(first) FROM groups HAVING count(*) = ${MOST_GROUPS}
    UNION ALL SELECT (${FAR_IN_GAP}) FROM gaps)),
  held (first, blocks, from_link_id, others) AS (
    SELECT first, blocks, ${newestOf("held")}, held & (held - 1) FROM groups WHERE held <> 0
    UNION ALL SELECT first, blocks, ${newestOf("others")}, others & (others - 1) FROM held WHERE others <> 0
    ORDER BY first DESC LIMIT ${MOST_GROUPED} + ${GROUP_BLOCKS}),
  candidates AS MATERIALIZED (
    SELECT from_link_id FROM (
      SELECT from_link_id FROM held
      UNION ALL
      SELECT from_link_id FROM gaps CROSS JOIN ${OWN_BLOCKS}
        AND from_link_id >= max(after, (SELECT place FROM start)) AND from_link_id < before)
    WHERE from_link_id < ?2 AND from_link_id >= (SELECT place FROM start)
    ${NEWEST_FIRST} LIMIT ${MOST_GROUPED})`;

/** From where on all blocks have been looked at that had to be. */
const END = `SELECT CASE WHEN (SELECT blocks FROM wanted) = 0 THEN (SELECT place FROM reached) ELSE coalesce(
    (SELECT min(from_link_id) FROM candidates HAVING count(*) = ${MOST_GROUPED}), (SELECT place FROM start)) END, NULL`;

/**
 * The newest blocks of organization ?1 with links before ?2 and from ?3 on that hold what the filter asks for, at most ?4, of
 * the newest ?5 that have to be looked at; and from where on these are all. Terms follow as further parameters.
 */
export function searchBlocks(filter: LinkFilter): { sql: string; terms: string[] } {
  const { text, tag } = filter;
  const terms = blockTerms(filter);
  let parameter = 5;
  // instr takes a text literally, where LIKE would read % and _ as wildcards.
  const conditions = [
    ...(text === undefined ? [] : [mayHold(text)]),
    ...(tag === undefined ? [] : [mayHoldTag(tag)]),
    ...terms.map((group) => `(${group.map(() => `instr(documents, ?${++parameter}) > 0`).join(" OR ")})`),
  ]
    .map((condition) => ` AND ${condition}`)
    .join("");
  const bits = bitsOfFilter(filter);
  const sql =
    bits.length === 0
      ? `WITH ${places(false)}, ${newest(conditions)}
        SELECT from_link_id, documents FROM newest UNION ALL SELECT place, NULL FROM reached`
      : `WITH RECURSIVE ${places(true)}, ${newest(conditions)}, ${older(bits)}
        SELECT from_link_id, documents FROM newest
        UNION ALL SELECT from_link_id, documents FROM (
          SELECT from_link_id, documents FROM ${OWN_BLOCKS}
            AND from_link_id IN (SELECT from_link_id FROM candidates)${conditions}
          ${NEWEST_FIRST} LIMIT (SELECT blocks FROM wanted))
        UNION ALL ${END}`;
  return { sql, terms: terms.flat() };
}
