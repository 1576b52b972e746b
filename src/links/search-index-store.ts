import { toHex } from "../core/digest.ts";
import { onD1 } from "../platform/d1.ts";
import { type BlockPlace, decodeDocuments, encodeDocuments, type SearchBlock } from "./search-block.ts";
import { searchGroupStore } from "./search-group-store.ts";
import { KNOWS_NO_TAGS, signatureOf } from "./search-signature.ts";

/** What the blocks lack, and the version of the blocks for which that holds. */
export interface Unindexed {
  version: number;
  /** Links whose documents are missing or out of date. */
  changes: LinkChange[];
  /** The next links that have never been indexed, in order of id. */
  newLinkIds: string[];
  /** Blocks whose signatures earlier versions of the service wrote, or none did. */
  unsigned: BlockPlace[];
}

/** A link whose document is out of date, and the version of the link that was noted. */
export interface LinkChange {
  organizationId: string;
  linkId: string;
  linkVersion: number;
}

/** What one step of the job puts into the blocks. */
export interface IndexStep {
  /** The version of the blocks when the step read them. */
  version: number;
  blocks: readonly SearchBlock[];
  changes: readonly LinkChange[];
  /** The new links, in order of id. */
  newLinkIds: readonly string[];
}

const VERSION = "coalesce((SELECT version FROM link_search_state), 0)";
const LAST = "coalesce((SELECT last_link_id FROM link_search_state), '')";
const CHANGES = `SELECT organization_id, link_id, link_version FROM link_search_changes LIMIT ?1`;
const NEW_LINKS = `SELECT id FROM links WHERE id > ${LAST} ORDER BY id LIMIT ?1`;
const UNSIGNED = `SELECT organization_id, from_link_id FROM link_search_blocks INDEXED BY link_search_blocks_unsigned
  WHERE ${KNOWS_NO_TAGS} LIMIT ?1`;
const PLACES = `SELECT coalesce((SELECT from_link_id FROM link_search_blocks
    WHERE organization_id = value ->> 'organizationId' AND from_link_id <= value ->> 'id'
    ORDER BY from_link_id DESC LIMIT 1), '') AS from_link_id FROM json_each(?1) ORDER BY key`;
const BLOCK = "SELECT documents FROM link_search_blocks WHERE organization_id = ?1 AND from_link_id = ?2";

/**
 * The statements take effect only if the blocks are unchanged since the step read them, so concurrent runs lose
 * nothing.
 */
const PUT_BLOCK = `INSERT INTO link_search_blocks (organization_id, from_link_id, signature, documents)
  SELECT ?1, ?2, unhex(?3), ?4 WHERE ${VERSION} = ?5
  ON CONFLICT (organization_id, from_link_id) DO UPDATE
    SET signature = excluded.signature, documents = excluded.documents`;
/** A link that has changed again in the meantime stays noted. */
const FORGET_CHANGES = `DELETE FROM link_search_changes WHERE ${VERSION} = ?2
  AND (organization_id, link_id, link_version) IN
    (SELECT value ->> 'organizationId', value ->> 'linkId', value ->> 'linkVersion' FROM json_each(?1))`;
/** Notes links that were committed while the step ran, with ids before its last one. */
const NOTE_MISSED = `INSERT INTO link_search_changes (organization_id, link_id, link_version)
  SELECT organization_id, id, version FROM links
  WHERE id > ${LAST} AND id <= ?1 AND id NOT IN (SELECT value FROM json_each(?2)) AND ${VERSION} = ?3
  ON CONFLICT (organization_id, link_id) DO NOTHING`;
const NOTE_STEP = `INSERT INTO link_search_state (id, last_link_id, version)
  SELECT 1, coalesce(?1, ''), 1 WHERE ${VERSION} = ?2
  ON CONFLICT (id) DO UPDATE SET last_link_id = coalesce(?1, last_link_id), version = version + 1`;

interface ChangeRow {
  organization_id: string;
  link_id: string;
  link_version: number;
}

interface UnsignedRow {
  organization_id: string;
  from_link_id: string;
}

/** The index of the list of links, for the job that keeps it. Each call may throw `service_unavailable`. */
export type SearchIndexStore = ReturnType<typeof searchIndexStore>;

/** The search index of links in `db`. */
export function searchIndexStore(db: D1Database) {
  return {
    ...searchGroupStore(db),

    /** Up to `limit` changes and up to `limit` new links that the blocks lack, and up to `blocks` blocks without signatures. */
    async unindexed(limit: number, blocks: number): Promise<Unindexed> {
      const [version, changes, newLinks, unsigned] = await onD1(() =>
        db.batch([
          db.prepare(`SELECT ${VERSION} AS version`),
          db.prepare(CHANGES).bind(limit),
          db.prepare(NEW_LINKS).bind(limit),
          db.prepare(UNSIGNED).bind(blocks),
        ]),
      );
      return {
        version: rowsOf<{ version: number }>(version)[0]?.version ?? 0,
        changes: rowsOf<ChangeRow>(changes).map((row) => ({
          organizationId: row.organization_id,
          linkId: row.link_id,
          linkVersion: row.link_version,
        })),
        newLinkIds: rowsOf<{ id: string }>(newLinks).map(({ id }) => id),
        unsigned: rowsOf<UnsignedRow>(unsigned).map((row) => ({
          organizationId: row.organization_id,
          from: row.from_link_id,
        })),
      };
    },

    /** The block that each of these links belongs to, in the order of the links. */
    async placesOf(links: readonly { id: string; organizationId: string }[]): Promise<BlockPlace[]> {
      const wanted = links.map(({ id, organizationId }) => ({ id, organizationId }));
      const statement = db.prepare(PLACES).bind(JSON.stringify(wanted));
      const { results } = await onD1(() => statement.all<{ from_link_id: string }>());
      return links.map(({ organizationId }, index) => ({
        organizationId,
        from: results[index]?.from_link_id ?? "",
      }));
    },

    /** These blocks with their documents; a block that does not exist yet has none. */
    async blocks(places: readonly BlockPlace[]): Promise<SearchBlock[]> {
      if (places.length === 0) return [];
      const statements = places.map(({ organizationId, from }) =>
        db.prepare(BLOCK).bind(organizationId, from),
      );
      const results = await onD1(() => db.batch<{ documents: string }>(statements));
      return places.map((place, index) => ({
        ...place,
        documents: decodeDocuments(results[index]?.results[0]?.documents ?? "[]"),
      }));
    },

    /** Writes the step in one transaction; does nothing if another run has written blocks since the step began. */
    async keep({ version, blocks, changes, newLinkIds }: IndexStep): Promise<void> {
      const last = newLinkIds.at(-1) ?? null;
      await onD1(() =>
        db.batch([
          ...blocks.map(({ organizationId, from, documents }) =>
            db
              .prepare(PUT_BLOCK)
              .bind(
                organizationId,
                from,
                toHex(signatureOf(documents, version)),
                encodeDocuments(documents),
                version,
              ),
          ),
          db.prepare(FORGET_CHANGES).bind(JSON.stringify(changes), version),
          db.prepare(NOTE_MISSED).bind(last, JSON.stringify(newLinkIds), version),
          db.prepare(NOTE_STEP).bind(last, version),
        ]),
      );
    },
  };
}

/** The rows of one statement of a batch. */
const rowsOf = <T>(result: D1Result | undefined): T[] => (result?.results ?? []) as T[];
