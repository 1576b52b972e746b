import type { QrCodeRequest } from "./qr-code-request.ts";
import { ServiceError } from "../core/errors.ts";
import {
  type IdempotencyRequest,
  newClaim,
  replayed,
  type StoredAnswer,
  type WriteResult,
} from "../idempotency/claim.ts";
import { newShortId, qrCodeId } from "../core/ids.ts";
import type { Link, QrCode } from "../links/link.ts";
import { encodedUrl, type Origins } from "../core/origins.ts";
import type { Stores } from "../links/ports.ts";
import { renderQrSvg } from "./svg.ts";

export interface CreateQrCode {
  link: Link;
  request: QrCodeRequest;
  idempotency: IdempotencyRequest | null;
}

export interface CreateQrCodeContext {
  stores: Stores;
  origins: Origins;
  now: Date;
  present: (qrCode: QrCode) => StoredAnswer;
}

/**
 * Adds a QR code to a link that the caller may write to. Without an identifier, one is generated.
 * Throws `link_inactive`, `duplicate_identifier`, `idempotency_conflict` and `service_unavailable`.
 */
export async function createQrCode(
  { link, request, idempotency }: CreateQrCode,
  { stores, origins, now, present }: CreateQrCodeContext,
): Promise<WriteResult> {
  const earlier = idempotency && (await stores.claims.find(idempotency, now));
  if (earlier) return replayed(earlier, idempotency);
  if (link.status !== "active") {
    throw new ServiceError("link_inactive", "The link is inactive: it takes no further QR codes.");
  }
  const identifier = request.identifier ?? newShortId();
  const qrCode: QrCode = {
    linkId: link.id,
    identifier,
    name: request.name ?? identifier,
    encodedUrl: encodedUrl(origins, link.shortId, identifier),
    isDefault: false,
    metadata: request.metadata,
    createdAt: now.toISOString(),
  };
  const answer = present(qrCode);
  const owner = `${qrCodeId(link.id, identifier)} ${newShortId()}`;
  const claim = idempotency && newClaim(idempotency, owner, answer, now);
  const outcome = await stores.qrCodes.create(qrCode, claim);
  if (outcome.kind === "claimed") return replayed(outcome.claim, idempotency);
  if (outcome.kind === "identifier_taken") {
    throw new ServiceError("duplicate_identifier", "The link already has a QR code with this identifier.", {
      details: [{ field: "identifier", message: "is already used by this link" }],
    });
  }
  // The image is a pure function of what was committed: where storing it fails, the first reader renders it.
  await stores.images.put(qrCodeId(link.id, identifier), renderQrSvg(qrCode.encodedUrl)).catch(() => {});
  if (claim) stores.claims.remember(claim);
  return { answer, replayed: false };
}
