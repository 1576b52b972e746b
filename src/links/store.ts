import { isArchivedProjectFailure } from "../access/project-store.ts";
import type { Claim } from "../idempotency/claim.ts";
import { claimStatement, readHolder, winnerOver } from "../idempotency/claim-store.ts";
import { isForeignKeyFailure, isTaken, onD1, settle } from "../platform/d1.ts";
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
const OWNER = `?${LINK_COLUMNS.length + 1}`;

const INSERT_LINK = `INSERT INTO links (${COLUMNS}) SELECT ${VALUES}
  WHERE NOT EXISTS (SELECT 1 FROM links WHERE id = ?1)`;
const INSERT_CLAIMED_LINK = `${INSERT_LINK}
  AND EXISTS (SELECT 1 FROM idempotency_claims WHERE scope = ${OWNER} AND owner = ?1)`;
/** Parts are written only if the link was, and never twice. */
const INSERT_PART = `INSERT INTO link_content_parts (link_id, part, text) SELECT ?1, ?2, ?3
  WHERE EXISTS (SELECT 1 FROM links WHERE id = ?1)
  ON CONFLICT (link_id, part) DO NOTHING`;
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

/** One transaction: only the request that holds the claim afterwards has written its rows. */
async function send(db: D1Database, { link, qrCode, rows, claim }: LinkWrite): Promise<LinkWriteOutcome> {
  const { row, parts } = toLinkRow(link);
  const values = LINK_COLUMNS.map((column) => row[column]);
  const statements = [
    ...(claim ? [claimStatement(db, claim)] : []),
    claim
      ? db.prepare(INSERT_CLAIMED_LINK).bind(...values, claim.scope)
      : db.prepare(INSERT_LINK).bind(...values),
    ...parts.map((text, part) => db.prepare(INSERT_PART).bind(link.id, part, text)),
    ...(qrCode ? [qrCodeWithLinkStatement(db, qrCode)] : []),
    ...rows,
  ];
  try {
    const [, inserted] = await onD1(() => db.batch(statements));
    const winner = await winnerOver(db, claim, inserted);
    return winner ? { kind: "claimed", claim: winner } : { kind: "written" };
  } catch (error) {
    if (isTaken(error, "links.short_id")) return { kind: "short_id_taken" };
    if (isArchivedProjectFailure(error)) return { kind: "project_archived" };
    // Only the link's project can be missing: all other rows are written only if the link was.
    if (isForeignKeyFailure(error)) return { kind: "project_missing" };
    throw error;
  }
}

async function readBack(db: D1Database, { link, claim }: LinkWrite): Promise<LinkWriteOutcome | null> {
  const kept = await onD1(() => db.prepare("SELECT id FROM links WHERE id = ?1").bind(link.id).first());
  if (kept) return { kind: "written" };
  const holder = claim && (await readHolder(db, claim.scope));
  return holder && holder.expiresAt > link.createdAt ? { kind: "claimed", claim: holder } : null;
}
