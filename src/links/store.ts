import { serviceUnavailable } from "../core/errors.ts";
import type { Claim } from "../idempotency/claim.ts";
import { guardedClaimStatement, readHolder } from "../idempotency/claim-store.ts";
import { scopeIsFree } from "../idempotency/guarded-change.ts";
import { isForeignKeyFailure, isTaken, onD1, settle } from "../platform/d1.ts";
import { type Guard, guardSql } from "../platform/guard.ts";
import type { QrCode } from "../qr-codes/qr-code.ts";
import { qrCodeWithLinkStatement } from "../qr-codes/rows.ts";
import { contentOf, fromRows } from "./content.ts";
import type { Link } from "./link.ts";
import {
  fromLinkWithQrCodeRow,
  LINK_WITH_QR_CODE_COLUMNS,
  type LinkWithQrCode,
  type LinkWithQrCodeRow,
} from "./link-with-qr-code.ts";
import { fromLinkRow, LINK_COLUMNS, type LinkRow, toLinkRow } from "./rows.ts";

const COLUMNS = LINK_COLUMNS.join(", ");
const VALUES = LINK_COLUMNS.map((_, index) => `?${index + 1}`).join(", ");

/** A foreign key refuses a project that does not exist. The second parameter is the organization, the third the project. */
const INSERT_LINK = (free: Guard) => `INSERT INTO links (${COLUMNS}) SELECT ${VALUES}
  WHERE NOT EXISTS (SELECT 1 FROM links WHERE id = ?1)
    AND NOT EXISTS (SELECT 1 FROM projects WHERE organization_id = ?2 AND id = ?3 AND archived_at IS NOT NULL)
    AND ${guardSql(free, LINK_COLUMNS.length + 1)}`;
/** Parts are written only if the link was, and never twice. */
const INSERT_PART = `INSERT INTO link_content_parts (link_id, part, text) SELECT ?1, ?2, ?3
  WHERE EXISTS (SELECT 1 FROM links WHERE id = ?1)
  ON CONFLICT (link_id, part) DO NOTHING`;
const EXPLAIN = `SELECT EXISTS (SELECT 1 FROM links WHERE id = ?1) AS written,
  EXISTS (SELECT 1 FROM projects WHERE organization_id = ?2 AND id = ?3 AND archived_at IS NOT NULL) AS archived`;
const SELECT_WITH_QR_CODE = `SELECT ${LINK_WITH_QR_CODE_COLUMNS} FROM links WHERE id = ?1`;

/** What is written with a link in its own transaction, or not at all. */
export interface LinkWrite {
  link: Link;
  qrCode: QrCode | null;
  /** The statements of the followers. */
  rows: D1PreparedStatement[];
  claim: Claim | null;
}

/**
 * `claimed`: another request holds the idempotency scope; its claim has the receipt. In every case but `written`,
 * nothing was written.
 */
export type LinkWriteOutcome =
  | { kind: "written" }
  | { kind: "claimed"; claim: Claim }
  | { kind: "short_id_taken" }
  | { kind: "project_missing" }
  | { kind: "project_archived" };

/** Links in D1. Each call may throw `service_unavailable`. */
export type LinkStore = ReturnType<typeof linkStore>;

/** The links in `db`. */
export function linkStore(db: D1Database) {
  const selectBy = async (column: "id" | "short_id", value: string): Promise<Link | null> => {
    const row = await onD1(() =>
      db.prepare(`SELECT ${COLUMNS} FROM links WHERE ${column} = ?1`).bind(value).first<LinkRow>(),
    );
    return row && fromLinkRow(row, await contentOf(db, row));
  };
  return {
    /** Writes everything in one transaction: all of it or nothing. */
    create: (write: LinkWrite): Promise<LinkWriteOutcome> =>
      settle(
        () => send(db, write),
        () => readBack(db, write),
      ),
    find: (id: string): Promise<Link | null> => selectBy("id", id),
    /** By short id in lower case. */
    findByShortId: (shortId: string): Promise<Link | null> => selectBy("short_id", shortId),
    /** Those of the links that exist, in no particular order. */
    async findAll(ids: readonly string[]): Promise<Link[]> {
      const select = `SELECT ${COLUMNS} FROM links WHERE id IN (SELECT value FROM json_each(?1))`;
      const statement = db.prepare(select).bind(JSON.stringify(ids));
      const { results } = await onD1(() => statement.all<LinkRow>());
      return fromRows(db, results);
    },
    async findWithDefaultQrCode(id: string): Promise<LinkWithQrCode | null> {
      const statement = db.prepare(SELECT_WITH_QR_CODE).bind(id);
      const row = await onD1(() => statement.first<LinkWithQrCodeRow>());
      return row && fromLinkWithQrCodeRow(db, row);
    },
  };
}

/** One transaction: the link is written if no other claim holds the scope, and everything else if the link was. */
async function send(db: D1Database, { link, qrCode, rows, claim }: LinkWrite): Promise<LinkWriteOutcome> {
  const { row, parts } = toLinkRow(link);
  const values = LINK_COLUMNS.map((column) => row[column]);
  const free = scopeIsFree(claim, link.createdAt);
  const written: Guard = { sql: "EXISTS (SELECT 1 FROM links WHERE id = ?)", values: [link.id] };
  const statements = [
    db.prepare(INSERT_LINK(free)).bind(...values, ...free.values),
    ...(claim ? [guardedClaimStatement(db, claim, written)] : []),
    ...parts.map((text, part) => db.prepare(INSERT_PART).bind(link.id, part, text)),
    ...(qrCode ? [qrCodeWithLinkStatement(db, qrCode)] : []),
    ...rows,
  ];
  try {
    const [inserted] = await onD1(() => db.batch(statements));
    if (inserted?.meta.changes !== 0) return { kind: "written" };
    const outcome = await readBack(db, { link, claim });
    if (outcome) return outcome;
    throw serviceUnavailable(new Error("what was in the way of the link is gone meanwhile"));
  } catch (error) {
    if (isTaken(error, "links.short_id")) return { kind: "short_id_taken" };
    // Only the link's project can be missing: all other rows are written only if the link was.
    if (isForeignKeyFailure(error)) return { kind: "project_missing" };
    throw error;
  }
}

/** What became of the link; null where the tables don't tell. */
async function readBack(
  db: D1Database,
  { link, claim }: Pick<LinkWrite, "link" | "claim">,
): Promise<LinkWriteOutcome | null> {
  const explained = db.prepare(EXPLAIN).bind(link.id, link.organizationId, link.projectId);
  const [row, holder] = await Promise.all([
    onD1(() => explained.first<{ written: number; archived: number }>()),
    claim && readHolder(db, claim.scope),
  ]);
  if (row?.written) return { kind: "written" };
  if (holder && holder.expiresAt > link.createdAt) return { kind: "claimed", claim: holder };
  return row?.archived ? { kind: "project_archived" } : null;
}
