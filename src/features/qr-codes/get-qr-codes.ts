import { decodeCursor, encodeCursor } from "../../ground/core/cursor.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import type { OperationScope } from "../../ground/core/vocabulary.ts";
import type { Actor } from "../access/actor.ts";
import { requireOwned, requireQuotaReader, requireScope } from "../access/permissions.ts";
import type { QuotaUse } from "../writes/quota.ts";
import { quotaUses } from "../writes/quota-check.ts";
import type { QrCode } from "./qr-code.ts";
import { codesOf, type QrCodeStore } from "./qr-code-store.ts";

export const GET_QR_CODES_SCOPE: OperationScope = "links:read";

/** The 404 for a code that the link does not have. */
export const qrCodeNotFound = (): ServiceError =>
  new ServiceError("not_found", "The link has no such QR code.");

/**
 * A page of a link's codes in the order of their identifiers. Throws `not_found`, `project_access_denied`, and
 * `validation_failed` for the cursor.
 */
export async function listQrCodes(
  actor: Actor,
  { linkId, limit, cursor }: { linkId: string; limit: number; cursor?: string | undefined },
  { qrCodes }: { qrCodes: QrCodeStore },
): Promise<{ qrCodes: QrCode[]; nextCursor: string | null }> {
  requireScope(actor, GET_QR_CODES_SCOPE);
  const link = requireOwned(actor, await qrCodes.findLink(linkId));
  const list = `qr-codes ${link.organizationId} ${linkId}`;
  const after = cursor === undefined ? "" : decodeCursor(list, cursor);
  // One extra row shows whether there is a next page.
  const found = await qrCodes.list(linkId, after, limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const more = found.length > limit && last;
  return { qrCodes: page, nextCursor: more ? encodeCursor(list, last.identifier) : null };
}

/** One code of a link. Throws `not_found` and `project_access_denied`. */
export async function getQrCode(
  actor: Actor,
  { linkId, identifier }: { linkId: string; identifier: string },
  { qrCodes }: { qrCodes: QrCodeStore },
): Promise<QrCode> {
  requireScope(actor, GET_QR_CODES_SCOPE);
  const [link, qrCode] = await Promise.all([qrCodes.findLink(linkId), qrCodes.find(linkId, identifier)]);
  requireOwned(actor, link);
  if (!qrCode) throw qrCodeNotFound();
  return qrCode;
}

/** A link's usage of its quota of codes. Throws `not_found` and `project_access_denied`. */
export async function getCodeQuotaUse(
  actor: Actor,
  { linkId }: { linkId: string },
  { db, qrCodes }: { db: D1Database; qrCodes: QrCodeStore },
): Promise<QuotaUse[]> {
  const { organizationId } = requireOwned(actor, await qrCodes.findLink(linkId));
  requireQuotaReader(actor, organizationId);
  return quotaUses(db, organizationId, [{ quota: "codesPerLink", used: codesOf(linkId) }]);
}
