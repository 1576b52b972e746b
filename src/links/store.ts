import type { Claim } from "../idempotency/claim.ts";
import type { Link, QrCode } from "./link.ts";
import type { LinkStore, LinkWriteOutcome } from "./ports.ts";
import { claimStatement, readHolder, winnerOver } from "../idempotency/claim-store.ts";
import { isTaken, onD1, settle } from "../platform/d1.ts";
import { pageStatements } from "../delivery-app/page-store.ts";
import { routeStatements } from "../delivery-app/shop-store.ts";
import { fromLinkRow, LINK_COLUMNS, type LinkRow, toLinkRow } from "./rows.ts";
import { setStatus } from "./link-status.ts";
import { fromQrCodeRow, QR_CODE_COLUMNS, type QrCodeRow, qrCodeStatement } from "../qr-codes/store.ts";

const COLUMNS = LINK_COLUMNS.join(", ");
const VALUES = LINK_COLUMNS.map((_, index) => `?${index + 1}`).join(", ");
const OWNER = `?${LINK_COLUMNS.length + 1}`;

const INSERT_LINK = `INSERT INTO links (${COLUMNS}) SELECT ${VALUES}
  WHERE NOT EXISTS (SELECT 1 FROM links WHERE id = ?1)`;
const INSERT_CLAIMED_LINK = `${INSERT_LINK}
  AND EXISTS (SELECT 1 FROM idempotency_claims WHERE scope = ${OWNER} AND owner = ?1)`;
/** Parts follow the link: they are written where it was, and not twice. */
const INSERT_PART = `INSERT INTO link_content_parts (link_id, part, text) SELECT ?1, ?2, ?3
  WHERE EXISTS (SELECT 1 FROM links WHERE id = ?1)
  ON CONFLICT (link_id, part) DO NOTHING`;

export function linkStore(db: D1Database): LinkStore {
  return {
    create: (link, qrCode, claim) =>
      settle(
        () => write(db, link, qrCode, claim),
        () => readBack(db, link, claim),
      ),
    async find(id) {
      const row = await onD1(() =>
        db.prepare(`SELECT ${COLUMNS} FROM links WHERE id = ?1`).bind(id).first<LinkRow>(),
      );
      return row && fromLinkRow(row, await contentOf(db, row));
    },
    async findByShortId(shortId) {
      const row = await onD1(() =>
        db.prepare(`SELECT ${COLUMNS} FROM links WHERE short_id = ?1`).bind(shortId).first<LinkRow>(),
      );
      return row && fromLinkRow(row, await contentOf(db, row));
    },
    setStatus: (id, status, now) => setStatus(db, id, status, now),
    async findWithDefaultQrCode(id) {
      const row = await onD1(() => db.prepare(SELECT_WITH_QR_CODE).bind(id).first<LinkRow & JoinedQrCode>());
      if (!row) return null;
      const { default_qr_code: qrCode } = row;
      return {
        link: fromLinkRow(row, await contentOf(db, row)),
        // SQL built this object from the row's own columns.
        qrCode: qrCode === null ? null : fromQrCodeRow(JSON.parse(qrCode) as QrCodeRow),
      };
    },
  };
}

interface JoinedQrCode {
  default_qr_code: string | null;
}

const SELECT_WITH_QR_CODE = `SELECT ${COLUMNS},
    (SELECT json_object(${QR_CODE_COLUMNS.map((column) => `'${column}', ${column}`).join(", ")})
     FROM qr_codes WHERE link_id = links.id AND is_default = 1) AS default_qr_code
  FROM links WHERE id = ?1`;

/** One transaction: whoever holds the claim afterwards is the one whose rows were written. */
async function write(
  db: D1Database,
  link: Link,
  qrCode: QrCode | null,
  claim: Claim | null,
): Promise<LinkWriteOutcome> {
  const { row, parts } = toLinkRow(link);
  const values = LINK_COLUMNS.map((column) => row[column]);
  const statements = [
    ...(claim ? [claimStatement(db, claim)] : []),
    claim
      ? db.prepare(INSERT_CLAIMED_LINK).bind(...values, claim.scope)
      : db.prepare(INSERT_LINK).bind(...values),
    ...parts.map((text, part) => db.prepare(INSERT_PART).bind(link.id, part, text)),
    ...(qrCode ? [qrCodeStatement(db, qrCode)] : []),
    ...pageStatements(db, link),
    ...routeStatements(db, link),
  ];
  try {
    const [, inserted] = await onD1(() => db.batch(statements));
    const winner = await winnerOver(db, claim, inserted);
    return winner ? { kind: "claimed", claim: winner } : { kind: "written" };
  } catch (error) {
    if (isTaken(error, "links.short_id")) return { kind: "short_id_taken" };
    throw error;
  }
}

async function readBack(db: D1Database, link: Link, claim: Claim | null): Promise<LinkWriteOutcome | null> {
  const kept = await onD1(() => db.prepare("SELECT id FROM links WHERE id = ?1").bind(link.id).first());
  if (kept) return { kind: "written" };
  const holder = claim && (await readHolder(db, claim.scope));
  return holder && holder.expiresAt > link.createdAt ? { kind: "claimed", claim: holder } : null;
}

/** The links of `rows`, their content whole. */
export const linksOf = (db: D1Database, rows: readonly LinkRow[]): Promise<Link[]> =>
  Promise.all(rows.map(async (row) => fromLinkRow(row, await contentOf(db, row))));

async function contentOf(db: D1Database, row: LinkRow): Promise<string> {
  if (row.content !== null) return row.content;
  const { results } = await onD1(() =>
    db
      .prepare("SELECT text FROM link_content_parts WHERE link_id = ?1 ORDER BY part")
      .bind(row.id)
      .all<{ text: string }>(),
  );
  return results.map(({ text }) => text).join("");
}
