import { allRows, firstRow } from "../../ground/platform/d1.ts";
import { nameCollection, uniqueNames } from "../addresses/taken-names.ts";
import type { Affiliate } from "../short-links/commission.ts";
import type { LinkWrite, LinkWriteOutcome } from "./create-outcome.ts";
import { type LinksWrite, writeLinks } from "./create-store.ts";
import type { Link } from "./link.ts";
import {
  fromLinkRow,
  fromLinkWithQrCodeRow,
  LINK_SELECTION,
  LINK_WITH_QR_CODE_COLUMNS,
  type LinkWithQrCode,
  type LinkWithQrCodeRow,
  type StoredLinkRow,
} from "./link-rows.ts";

const SELECT_WITH_QR_CODE = `SELECT ${LINK_WITH_QR_CODE_COLUMNS} FROM links WHERE id = ?1`;

/** Links in D1. */
export type LinkStore = ReturnType<typeof linkStore>;

/** `deployment`: its affiliate settings. */
export function linkStore(db: D1Database, deployment?: Affiliate) {
  const selectBy = async (column: "id" | "short_id", value: string): Promise<Link | null> => {
    const sql = `SELECT ${LINK_SELECTION} FROM links WHERE ${column} = ?1`;
    const row = await firstRow<StoredLinkRow>(db, sql, value);
    return row && fromLinkRow(row, deployment);
  };
  return {
    /** Writes new links: see `writeLinks`. Of links with the same name, the first gets it. */
    async create(write: LinksWrite): Promise<LinkWriteOutcome[]> {
      const { writes, repeated } = withoutRepeatedNames(write.writes);
      const written = await writeLinks(db, { ...write, writes });
      const outcomes = new Map(writes.map((each, place) => [each, written[place]]));
      return write.writes.map(
        (each) => outcomes.get(each) ?? { kind: "name_taken", name: repeated.get(each) ?? "" },
      );
    },
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

/** The writes without links that have a name of an earlier link, and that name. The addresses of a transaction are written after its links. */
function withoutRepeatedNames(writes: readonly LinkWrite[]) {
  const known = nameCollection();
  const repeated = new Map<LinkWrite, string>();
  for (const write of writes) {
    const { domain } = write.link;
    const names = uniqueNames(write.link).map(({ name }) => name);
    const taken = names.find((name) => known.has(domain, name));
    if (taken !== undefined) repeated.set(write, taken);
    for (const name of names) known.add(domain, name);
  }
  return { writes: writes.filter((write) => !repeated.has(write)), repeated };
}
