import { parseQrCodeId } from "../../ground/core/ids.ts";
import { runBatch } from "../../ground/platform/d1.ts";
import type { PartBy } from "./report-plan.ts";
import type { NamedRow } from "./statistics.ts";

const LINKS =
  "SELECT id, name, public_name AS publicName FROM links WHERE id IN (SELECT value FROM json_each(?1))";
const CODES = `SELECT link_id AS linkId, identifier, name FROM json_each(?1) AS item
  CROSS JOIN qr_codes ON link_id = item.value ->> 0 AND identifier = item.value ->> 1`;

const OFFERS = `SELECT offer.key AS key, label FROM json_each(?2) AS item
  CROSS JOIN link_offers AS offer ON offer.link_id = ?1 AND offer.key = item.value`;

/** Adds names to rows of links, QR codes and offers. */
export async function nameRows(
  db: D1Database,
  parts: readonly { by: PartBy; rows: readonly NamedRow[] }[],
  /** The single link of the report, if any. */
  linkId: string | null,
): Promise<void> {
  const rowsOf = (by: PartBy) => parts.filter((part) => part.by === by).flatMap(({ rows }) => rows);
  const ofLinks = rowsOf("link").map((row) => ({ row, linkId: row.key ?? "", identifier: "" }));
  const ofCodes = rowsOf("qrCode").map((row) => ({ row, ...(parseQrCodeId(row.key ?? "") ?? NO_CODE) }));
  const ofOffers = linkId === null ? [] : rowsOf("choice");
  if (ofLinks.length + ofCodes.length + ofOffers.length === 0) return;
  const linkIds = [...new Set([...ofLinks, ...ofCodes].map(({ linkId }) => linkId))];
  const identifiers = ofCodes.map(({ linkId, identifier }) => [linkId, identifier]);
  const keys = ofOffers.map(({ key }) => key);
  const [links, codes, offers] = await runBatch(db, [
    db.prepare(LINKS).bind(JSON.stringify(linkIds)),
    db.prepare(CODES).bind(JSON.stringify(identifiers)),
    db.prepare(OFFERS).bind(linkId, JSON.stringify(keys)),
  ]);
  // The columns of the statements above.
  const foundLinks = (links?.results ?? []) as { id: string; name: string; publicName: string | null }[];
  const foundCodes = (codes?.results ?? []) as { linkId: string; identifier: string; name: string }[];
  const foundOffers = (offers?.results ?? []) as { key: string; label: string }[];
  const labels = new Map(foundOffers.map(({ key, label }) => [key, label]));
  for (const row of ofOffers) row.name = labels.get(row.key ?? "") ?? null;
  const byId = new Map(foundLinks.map((link) => [link.id, link]));
  const codeNames = new Map(
    foundCodes.map(({ linkId, identifier, name }) => [`${linkId} ${identifier}`, name]),
  );
  for (const { row, linkId } of ofLinks) {
    row.name = byId.get(linkId)?.name ?? null;
    row.publicName = byId.get(linkId)?.publicName ?? null;
  }
  for (const { row, linkId, identifier } of ofCodes) {
    row.name = codeNames.get(`${linkId} ${identifier}`) ?? null;
    row.linkName = byId.get(linkId)?.name ?? null;
    row.publicName = byId.get(linkId)?.publicName ?? null;
  }
}

const NO_CODE = { linkId: "", identifier: "" };
