import { allRows, firstValue } from "../../ground/platform/d1.ts";
import type { Affiliate } from "../short-links/earners.ts";
import { fromLinkWithQrCodeRow, LINK_WITH_QR_CODE_COLUMNS, type LinkWithQrCodeRow } from "./link-rows.ts";
import type { LinkWithQrCode } from "./link-write.ts";
import {
  countStatement,
  type LinkFilter,
  type LinkRange,
  type ListSources,
  listStatement,
  MAX_LOOKED_AT,
} from "./list-statement.ts";

/** Maximum content of links loaded together, in bytes. The first link is always loaded. */
const MAX_CONTENT = 8_000_000;

/** Loads the links of a query of `id` and `fits`, in its order, as many as fit into memory. */
const load = (query: string): string => `WITH found AS MATERIALIZED (${query}),
    sized AS (SELECT links.id AS id, fits, row_number() OVER before AS place,
        sum(octet_length(content)) OVER before AS total
      FROM found CROSS JOIN links ON links.id = found.id WINDOW before AS (ROWS UNBOUNDED PRECEDING))
  SELECT fits, (SELECT count(*) FROM sized) AS found, ${LINK_WITH_QR_CODE_COLUMNS}
  FROM sized CROSS JOIN links ON links.id = sized.id WHERE place = 1 OR total <= ${MAX_CONTENT} ORDER BY place`;

type LoadedRow = LinkWithQrCodeRow & {
  fits: number;
  /** The number of links, including those that did not fit into memory. */
  found: number;
};

const CHOSEN = load("SELECT value AS id, 1 AS fits FROM json_each(?1)");

/** Orders other than newest first; each has its own index. */
type IndexedOrder = "changed" | "name";

/** A link's position in such an order: the sort value, and the id as a tie-breaker. */
export interface OrderPlace {
  value: string;
  id: string;
}

/** Latest change first, and names from A to Z, starting after (?2, ?3). */
const ORDERED: Readonly<Record<IndexedOrder, string>> = {
  changed: load(`SELECT id, 1 AS fits FROM links INDEXED BY links_by_change
    WHERE organization_id = ?1 AND (updated_at, id) < (?2, ?3) ORDER BY updated_at DESC, id DESC LIMIT ?4`),
  name: load(`SELECT id, 1 AS fits FROM links INDEXED BY links_by_name
    WHERE organization_id = ?1 AND (name COLLATE NOCASE, id) > (?2, ?3) ORDER BY name COLLATE NOCASE, id LIMIT ?4`),
};
/** The position before the first link. */
const BEGINNING: Readonly<Record<IndexedOrder, OrderPlace>> = {
  changed: { value: "~", id: "" },
  name: { value: "", id: "" },
};

const COUNTS = `SELECT project_id AS projectId, count(*) AS links FROM links INDEXED BY links_by_project
  WHERE organization_id = ?1 AND project_id IN (SELECT value FROM json_each(?2)) GROUP BY project_id`;

/** Reads lists of links from D1. */
export type LinkListStore = ReturnType<typeof linkListStore>;

/** `most`: how many links one page examines; `broken`: the links with a broken destination; `deployment`: its affiliate settings. */
export function linkListStore(
  db: D1Database,
  { most = MAX_LOOKED_AT, broken }: Partial<ListSources> = {},
  deployment?: Affiliate,
) {
  const linkIn = (row: LoadedRow): LinkWithQrCode => fromLinkWithQrCodeRow(row, deployment);
  const read = async (sql: string, ...values: (string | number)[]): Promise<LoadedRow[]> => {
    const results = await allRows<LoadedRow>(db, sql, ...values);
    return results;
  };
  return {
    /**
     * Up to `limit` links that match the filter, newest first, and the id before which to continue; null at the end. It
     * examines a bounded number of links, so it may return fewer than the limit although there are more.
     */
    async newest(
      range: LinkRange,
      filter: LinkFilter,
      limit: number,
    ): Promise<{ links: LinkWithQrCode[]; before: string | null }> {
      // One extra row shows whether there is a next page.
      const { sql, values } = listStatement(range, filter, limit + 1, { most, broken });
      const rows = await read(load(sql), ...values);
      const fitting = rows.filter(({ fits }) => fits === 1);
      const links = fitting.slice(0, limit);
      const isCut = fitting.length > limit || rows.length < (rows[0]?.found ?? 0);
      const last = isCut ? links.at(-1) : rows.find(({ fits }) => fits === 0);
      return { links: links.map(linkIn), before: last?.id ?? null };
    },

    /** How many links match the filter. It examines them all. */
    async count(range: LinkRange, filter: LinkFilter): Promise<number> {
      const { sql, values } = countStatement(range, filter, broken);
      return (await firstValue<number>(db, sql, ...values)) ?? 0;
    },

    /** How many links each of these projects has; projects without links are left out. */
    async countByProject(
      organizationId: string,
      projectIds: readonly string[],
    ): Promise<ReadonlyMap<string, number>> {
      const values = [organizationId, JSON.stringify(projectIds)];
      const results = await allRows<{ projectId: string; links: number }>(db, COUNTS, ...values);
      return new Map(results.map(({ projectId, links }) => [projectId, links]));
    },

    /** Up to `limit` links of the organization in this order, after a position; null for the beginning. */
    async ordered(
      organizationId: string,
      order: IndexedOrder,
      after: OrderPlace | null,
      limit: number,
    ): Promise<{ links: LinkWithQrCode[]; next: OrderPlace | null }> {
      const { value, id } = after ?? BEGINNING[order];
      const rows = await read(ORDERED[order], organizationId, value, id, limit + 1);
      const links = rows.slice(0, limit);
      const last = links.at(-1);
      const next = last && { value: order === "name" ? last.name : last.updated_at, id: last.id };
      const isCut = links.length < (rows[0]?.found ?? 0);
      return { links: links.map(linkIn), next: isCut && next ? next : null };
    },

    /** The first links of `ids`, in order, as many as fit into memory; at least one if any exists. */
    async load(ids: readonly string[]): Promise<LinkWithQrCode[]> {
      return (await read(CHOSEN, JSON.stringify(ids))).map(linkIn);
    },
  };
}
