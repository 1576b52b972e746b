import { GTIN_CODE, gtinLine, gtinOf, gtinPath } from "../../ground/core/gtin.ts";
import { domainOrigin, type LinkNames, type Origins } from "../../ground/core/origins.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import { isEncodable } from "./capacities.ts";
import type { QrCode } from "./qr-code.ts";

type CodedLink = LinkNames & { id: string; createdAt: string; gtin?: string | undefined };

/** The URL of a GTIN on a link's domain. */
const gtinUrl = (origins: Origins, domain: string, gtin: string): string =>
  `${domainOrigin(origins, domain)}/${gtinPath(gtin)}`;

/** The code of a link's GTIN; null without a GTIN, or if its URL does not fit into a QR code. */
export function gtinQrCode(link: CodedLink, origins: Origins): QrCode | null {
  const { id, domain, gtin, createdAt } = link;
  if (gtin === undefined) return null;
  const encodedUrl = gtinUrl(origins, domain, gtin);
  if (!isEncodable(encodedUrl)) return null;
  return { linkId: id, identifier: GTIN_CODE, name: nameOf(gtin), encodedUrl, isDefault: false, createdAt };
}

/** The human-readable line of a code; null if it encodes no GTIN. */
export function lineOf(encodedUrl: string): string | null {
  const gtin = gtinOf(encodedUrl);
  return gtin === undefined ? null : gtinLine(gtin);
}

const nameOf = (gtin: string): string => `GTIN ${gtin}`;

const RENAME = "UPDATE qr_codes SET name = ?1 WHERE link_id = ?2 AND encoded_url LIKE '%/01/' || ?3 AND";
const INSERT = `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
  SELECT ?1, iif(EXISTS (SELECT 1 FROM qr_codes WHERE link_id = ?1 AND identifier = '${GTIN_CODE}'),
    '${GTIN_CODE}-' || ?2, '${GTIN_CODE}'), ?3, ?4, 0, ?5
  WHERE NOT EXISTS (SELECT 1 FROM qr_codes WHERE link_id = ?1 AND encoded_url LIKE '%/01/' || ?2) AND`;

/**
 * The statements that give a link the code of its changed GTIN at the time `at`, on the condition `only`. The code of the
 * former GTIN may be printed: it stays, and its name says that it is a former one.
 */
export function changedGtinCode(
  db: D1Database,
  { before, after, origins, at }: { before: CodedLink; after: CodedLink; origins: Origins; at: string },
  only: Guard,
): D1PreparedStatement[] {
  if (before.gtin === after.gtin) return [];
  const rename = (gtin: string, name: string): D1PreparedStatement =>
    db.prepare(`${RENAME} ${guardSql(only, 4)}`).bind(name, after.id, gtin, ...only.values);
  const former = before.gtin === undefined ? [] : [rename(before.gtin, `Former GTIN ${before.gtin}`)];
  const code = gtinQrCode(after, origins);
  if (!code || after.gtin === undefined) return former;
  const { linkId, name, encodedUrl } = code;
  const insert = db
    .prepare(`${INSERT} ${guardSql(only, 6)} ON CONFLICT DO NOTHING`)
    .bind(linkId, after.gtin, name, encodedUrl, at, ...only.values);
  return [...former, rename(after.gtin, name), insert];
}
