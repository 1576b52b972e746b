import { allRows, firstRow } from "../../ground/platform/d1.ts";
import type { Affiliate } from "../short-links/earners.ts";
import type { Link } from "./link.ts";
import {
  fromLinkRow,
  fromLinkWithQrCodeRow,
  LINK_SELECTION,
  LINK_WITH_QR_CODE_COLUMNS,
  type LinkWithQrCodeRow,
  type StoredLinkRow,
} from "./link-rows.ts";
import type { LinkWithQrCode } from "./link-write.ts";

const SELECT_WITH_QR_CODE = `SELECT ${LINK_WITH_QR_CODE_COLUMNS} FROM links WHERE id = ?1`;

/** Finds links in D1. Writes are apart: `linkStore` creates them, and `change-statements.ts` changes them. */
export type LinkFinder = ReturnType<typeof linkFinder>;

/** `deployment`: its affiliate settings. */
export function linkFinder(db: D1Database, deployment?: Affiliate) {
  const selectBy = async (column: "id" | "short_id", value: string): Promise<Link | null> => {
    const sql = `SELECT ${LINK_SELECTION} FROM links WHERE ${column} = ?1`;
    const row = await firstRow<StoredLinkRow>(db, sql, value);
    return row && fromLinkRow(row, deployment);
  };
  return {
    find: (id: string): Promise<Link | null> => selectBy("id", id),
    /** By short id in lower case. */
    findByShortId: (shortId: string): Promise<Link | null> => selectBy("short_id", shortId),
    /** The links that exist, in no particular order. */
    async findAll(ids: readonly string[]): Promise<Link[]> {
      const select = `SELECT ${LINK_SELECTION} FROM links WHERE id IN (SELECT value FROM json_each(?1))`;
      const results = await allRows<StoredLinkRow>(db, select, JSON.stringify(ids));
      return results.map((row) => fromLinkRow(row, deployment));
    },
    async findWithDefaultQrCode(id: string): Promise<LinkWithQrCode | null> {
      const row = await firstRow<LinkWithQrCodeRow>(db, SELECT_WITH_QR_CODE, id);
      return row && fromLinkWithQrCodeRow(row, deployment);
    },
  };
}
