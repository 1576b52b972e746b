import { onD1 } from "../platform/d1.ts";
import { GROUP_BLOCKS, type GroupedBlock, slicesOf, withoutSignature } from "./search-group.ts";
import { KNOWS_NO_TAGS } from "./search-signature.ts";

/** A group that the job has to write, its blocks with the newest first, and the version of the blocks for which that holds. */
export interface DueGroup {
  id: number;
  version: number;
  blocks: readonly GroupedBlock[];
}

const VERSION = "coalesce((SELECT version FROM link_search_state), 0)";
/** The index of the table has the same condition. */
const DUE = `SELECT id, organization_id, from_link_id, to_link_id
  FROM link_search_groups INDEXED BY link_search_groups_due
  WHERE (blocks IS NULL OR stale_blocks >= ${GROUP_BLOCKS / 2}) ORDER BY id LIMIT 1`;
const SIGNATURES = `SELECT blocks.from_link_id, CASE WHEN NOT ${KNOWS_NO_TAGS} THEN signature END AS signature
  FROM (${DUE}) AS due CROSS JOIN link_search_blocks AS blocks ON blocks.organization_id = due.organization_id
    AND blocks.from_link_id BETWEEN due.from_link_id AND due.to_link_id
  ORDER BY blocks.from_link_id LIMIT ${GROUP_BLOCKS}`;

/** As with the blocks, these take effect only if no block was written since the group was read. */
const PUT_SLICES = `INSERT INTO link_search_slices (slice, group_id, numbers)
  SELECT key, ?1, value FROM json_each(?2) WHERE ${VERSION} = ?3
  ON CONFLICT (slice, group_id) DO UPDATE SET numbers = excluded.numbers WHERE numbers <> excluded.numbers`;
const PUT_GROUP = `UPDATE link_search_groups
  SET blocks = ?2, to_link_id = coalesce(?2 ->> '$[0]', to_link_id), stale = ?3, stale_blocks = ?4
  WHERE id = ?1 AND ${VERSION} = ?5`;

interface SignatureRow {
  from_link_id: string;
  signature: number[] | null;
}

/** The groups of search blocks, for the job that writes them. Each call may throw `service_unavailable`. */
export function searchGroupStore(db: D1Database) {
  return {
    /** The next group that is to be written; null if none is. */
    async dueGroup(): Promise<DueGroup | null> {
      const [version, due, signatures] = await onD1(() =>
        db.batch([db.prepare(`SELECT ${VERSION} AS version`), db.prepare(DUE), db.prepare(SIGNATURES)]),
      );
      const group = rowsOf<{ id: number }>(due)[0];
      if (!group) return null;
      return {
        id: group.id,
        version: rowsOf<{ version: number }>(version)[0]?.version ?? 0,
        blocks: rowsOf<SignatureRow>(signatures)
          .map((row) => ({ from: row.from_link_id, signature: row.signature }))
          .reverse(),
      };
    },

    /** Writes what a group tells, in one transaction; does nothing if blocks were written since it was read. */
    async keepGroup({ id, version, blocks }: DueGroup): Promise<void> {
      const places = JSON.stringify(blocks.map(({ from }) => from));
      const unsigned = blocks.filter(({ signature }) => signature === null).length;
      await onD1(() =>
        db.batch([
          db.prepare(PUT_SLICES).bind(id, JSON.stringify(slicesOf(blocks)), version),
          db.prepare(PUT_GROUP).bind(id, places, withoutSignature(blocks), unsigned, version),
        ]),
      );
    },
  };
}

/** The rows of one statement of a batch. */
const rowsOf = <T>(result: D1Result | undefined): T[] => (result?.results ?? []) as T[];
