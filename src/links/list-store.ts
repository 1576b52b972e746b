import { onD1 } from "../platform/d1.ts";
import { type FoundBlockRow, searchBlocks } from "./block-search.ts";
import { stateOf } from "./link-state.ts";
import {
  fromLinkWithQrCodeRow,
  LINK_WITH_QR_CODE_COLUMNS,
  type LinkWithQrCode,
  type LinkWithQrCodeRow,
} from "./link-with-qr-code.ts";
import { type LinkRow, scheduleOf } from "./rows.ts";
import { decodeDocuments } from "./search-block.ts";
import { columnsMatch, documentMatches, type LinkFilter } from "./search-document.ts";

/** Links of one organization whose ids are from `from` on and before `before`. */
export interface LinkRange {
  organizationId: string;
  from: string;
  before: string;
}

/** A part of a range, newest first. `ids` holds every link of the filter with an id of `from` or higher. */
export interface Stretch {
  /** Some of these links may not match the filter, as their indexed data can be out of date. */
  ids: string[];
  from: string;
}

/** The most that one stretch reads: links that the blocks lack, links that changed, and blocks. */
const MOST_NEW_LINKS = 500;
const MOST_CHANGES = 500;
const MOST_BLOCKS = 500;
const MOST_TIMED = 500;
/** The most content of links that are loaded together, in bytes. The first link is loaded whatever its size. */
const MOST_CONTENT = 8_000_000;

/**
 * As many of the links in the JSON array ?1 as fit into memory, with their places in it; D1 would read each once more to
 * sort them. Content in parts counts with all its parts.
 */
const LOAD = `WITH wanted AS (
    SELECT key AS place, links.id AS id, sum(coalesce(octet_length(content),
        (SELECT sum(octet_length(text)) FROM link_content_parts AS parts WHERE parts.link_id = links.id)))
      OVER (ORDER BY key) AS total, row_number() OVER (ORDER BY key) AS number
    FROM json_each(?1) CROSS JOIN links ON links.id = value)
  SELECT place, ${LINK_WITH_QR_CODE_COLUMNS} FROM wanted CROSS JOIN links ON links.id = wanted.id
  WHERE number = 1 OR total <= ${MOST_CONTENT}`;

const WITH_TAG = `SELECT id, project_id AS projectId FROM links
  WHERE id IN (SELECT value FROM json_each(?1)) AND EXISTS (
    SELECT 1 FROM json_each(coalesce(content,
        (SELECT group_concat(text, '' ORDER BY part) FROM link_content_parts WHERE link_id = links.id)),
      '$.tracking.tags') WHERE value = ?2)`;

const LATEST = `SELECT id FROM links INDEXED BY links_by_organization
  WHERE organization_id = ?1 AND id < ?2 AND id >= ?3 ORDER BY id DESC LIMIT ?4`;
const LATEST_OF_PROJECT = `SELECT id FROM links INDEXED BY links_by_project
  WHERE organization_id = ?1 AND id < ?2 AND id >= ?3 AND project_id = ?5 ORDER BY id DESC LIMIT ?4`;

/** The orders of a list that each have an index of their own; for the others, links are read in order of id. */
export type IndexedOrder = "changed" | "name";

/** A link's place in such an order: what the order goes by, and the id, which tells equal ones apart. */
export interface OrderPlace {
  value: string;
  id: string;
}

/** The latest change first, and names from A to Z; before and after ?2 and ?3. */
const ORDERED: Readonly<Record<IndexedOrder, string>> = {
  changed: `SELECT id, updated_at AS value FROM links INDEXED BY links_by_change
    WHERE organization_id = ?1 AND (updated_at, id) < (?2, ?3) ORDER BY updated_at DESC, id DESC LIMIT ?4`,
  name: `SELECT id, name AS value FROM links INDEXED BY links_by_name
    WHERE organization_id = ?1 AND (name COLLATE NOCASE, id) > (?2, ?3) ORDER BY name COLLATE NOCASE, id LIMIT ?4`,
};
/** Before every link. */
const BEGINNING: Readonly<Record<IndexedOrder, OrderPlace>> = {
  changed: { value: "~", id: "" },
  name: { value: "", id: "" },
};

const NEW_LINKS = `SELECT id, project_id, retailer, intent, status FROM links INDEXED BY links_by_organization
  WHERE organization_id = ?1 AND id < ?2
    AND id >= max(?3, coalesce((SELECT last_link_id || ' ' FROM link_search_state), ''))
  ORDER BY id DESC LIMIT ${MOST_NEW_LINKS}`;
const CHANGES = `SELECT link_id AS id FROM link_search_changes
  WHERE organization_id = ?1 AND link_id < ?2 AND link_id >= ?3 ORDER BY link_id DESC LIMIT ${MOST_CHANGES}`;
/** The links that have times. */
const TIMED = `SELECT id, project_id, retailer, intent, status, active_from, active_until, ended_url
  FROM links INDEXED BY links_by_schedule
  WHERE organization_id = ?1 AND id < ?2 AND id >= ?3 AND (active_from IS NOT NULL OR active_until IS NOT NULL)
  ORDER BY id DESC LIMIT ${MOST_TIMED}`;
type NewLinkRow = Pick<LinkRow, "id" | "project_id" | "retailer" | "intent" | "status">;
type TimedRow = NewLinkRow & Pick<LinkRow, "active_from" | "active_until" | "ended_url">;

/** Whether a link with times is in the state of a filter. */
const isInState = (row: TimedRow, { state }: LinkFilter): boolean =>
  state === undefined || stateOf({ ...row, ...scheduleOf(row) }, state.at) === state.is;

const later = (a: string, b: string): string => (a > b ? a : b);

/** Reads lists of links from D1. Each call may throw `service_unavailable`. */
export type LinkListStore = ReturnType<typeof linkListStore>;

/** The lists of links in `db`. */
export function linkListStore(db: D1Database) {
  return {
    /** Up to `limit` links of the organization, or of one of its projects. */
    async latest(range: LinkRange, projectId: string | null, limit: number): Promise<Stretch> {
      const values = [range.organizationId, range.before, range.from, limit];
      const statement =
        projectId === null
          ? db.prepare(LATEST).bind(...values)
          : db.prepare(LATEST_OF_PROJECT).bind(...values, projectId);
      const { results } = await onD1(() => statement.all<{ id: string }>());
      const ids = results.map(({ id }) => id);
      return { ids, from: (ids.length === limit && ids.at(-1)) || range.from };
    },

    /** Up to `limit` links of the organization in this order, after a place; null is the beginning. */
    async ordered(
      organizationId: string,
      order: IndexedOrder,
      after: OrderPlace | null,
      limit: number,
    ): Promise<OrderPlace[]> {
      const { value, id } = after ?? BEGINNING[order];
      const statement = db.prepare(ORDERED[order]).bind(organizationId, value, id, limit);
      return (await onD1(() => statement.all<OrderPlace>())).results;
    },

    /**
     * The next links that may match the filter, from as large a part of the range as one call may read. That part ends
     * after `mostFitting` blocks that hold the terms, of up to 256 links each, and after `mostBlocks` blocks that had to be
     * looked at.
     */
    async search(
      range: LinkRange,
      filter: LinkFilter,
      mostFitting: number,
      mostBlocks = MOST_BLOCKS,
    ): Promise<Stretch> {
      const values = [range.organizationId, range.before, range.from];
      const { sql, terms } = searchBlocks(filter);
      // Documents know no times; whether a link is off they know.
      const { is } = filter.state ?? {};
      const asksTimes = is !== undefined && is !== "off";
      // One transaction, so that a link that the job moves into a block meanwhile is not missed.
      const [added, changed, searched, timed] = await onD1(() =>
        db.batch([
          db.prepare(NEW_LINKS).bind(...values),
          db.prepare(CHANGES).bind(...values),
          db.prepare(sql).bind(...values, mostFitting, mostBlocks, ...terms),
          ...(asksTimes ? [db.prepare(TIMED).bind(...values)] : []),
        ]),
      );
      const newLinks = rowsOf<NewLinkRow>(added);
      const changes = rowsOf<{ id: string }>(changed).map(({ id }) => id);
      const found = rowsOf<FoundBlockRow>(searched);
      const blocks = found
        .flatMap(({ from_link_id: from, documents }) => (documents === null ? [] : [{ from, documents }]))
        .sort((a, b) => (a.from > b.from ? -1 : 1));
      const timedRows = rowsOf<TimedRow>(timed);
      const ends = [
        timedRows.length === MOST_TIMED && timedRows.at(-1)?.id,
        newLinks.length === MOST_NEW_LINKS && newLinks.at(-1)?.id,
        changes.length === MOST_CHANGES && changes.at(-1),
        found.find(({ documents }) => documents === null)?.from_link_id,
        blocks.length === mostFitting && blocks.at(-1)?.from,
      ];
      const from = ends.reduce((end: string, next) => later(end, next || ""), range.from);
      const documents = blocks.flatMap((block) => decodeDocuments(block.documents));
      const states = new Map(timedRows.map((row) => [row.id, isInState(row, filter)]));
      // A link without times is running.
      const fits = (id: string) => states.get(id) ?? (!asksTimes || is === "running");
      const ids = [
        ...newLinks
          .filter((row) => columnsMatch({ ...row, projectId: row.project_id }, filter))
          .map(({ id }) => id),
        ...changes,
        ...documents.filter((document) => documentMatches(document, filter)).map(({ id }) => id),
      ].filter((id) => id >= from && id < range.before && fits(id));
      return { ids: [...new Set(ids)].sort().reverse(), from };
    },

    /** The next links with times that match the filter, but for its tag and text. */
    async timed(range: LinkRange, filter: LinkFilter): Promise<Stretch> {
      const statement = db.prepare(TIMED).bind(range.organizationId, range.before, range.from);
      const { results } = await onD1(() => statement.all<TimedRow>());
      const fitting = results.filter(
        (row) => columnsMatch({ ...row, projectId: row.project_id }, filter) && isInState(row, filter),
      );
      const from = (results.length === MOST_TIMED && results.at(-1)?.id) || range.from;
      return { ids: fitting.map(({ id }) => id), from };
    },

    /** Those of these links that have a tag, with their projects. */
    async withTag(ids: readonly string[], tag: string): Promise<{ id: string; projectId: string }[]> {
      const statement = db.prepare(WITH_TAG).bind(JSON.stringify(ids), tag);
      return (await onD1(() => statement.all<{ id: string; projectId: string }>())).results;
    },

    /** The first links of `ids`, in order, as many as fit into memory; at least one, if any exists. */
    async load(ids: readonly string[]): Promise<LinkWithQrCode[]> {
      const statement = db.prepare(LOAD).bind(JSON.stringify(ids));
      const { results } = await onD1(() => statement.all<LinkWithQrCodeRow & { place: number }>());
      const inOrder = results.sort((a, b) => a.place - b.place);
      return Promise.all(inOrder.map((row) => fromLinkWithQrCodeRow(db, row)));
    },
  };
}

/** The rows of one statement of a batch. */
const rowsOf = <T>(result: D1Result | undefined): T[] => (result?.results ?? []) as T[];
