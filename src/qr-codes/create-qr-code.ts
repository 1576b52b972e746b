import type { Actor } from "../access/actor.ts";
import { requireOwned, requireScope } from "../access/permissions.ts";
import { changesBetween } from "../audit/activity.ts";
import { ServiceError } from "../core/errors.ts";
import { newShortId, qrCodeId } from "../core/ids.ts";
import { encodedUrl, type Origins, requirePrintable } from "../core/origins.ts";
import { type OperationScope, retailerScopes } from "../core/vocabulary.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../idempotency/claim.ts";
import type { ClaimStore } from "../idempotency/claim-store.ts";
import { isEncodable } from "./encodable.ts";
import { type QrCode, settableOf } from "./qr-code.ts";
import { qrCodeActivity } from "./qr-code-activity.ts";
import type { QrCodeRequest } from "./qr-code-request.ts";
import type { QrCodeStore } from "./store.ts";

/** How many identifiers are drawn where the caller names none, and the link has a code with the one that was drawn. */
const ATTEMPTS = 5;

export const CREATE_QR_CODE_SCOPE: OperationScope = "qr-codes:write";

export interface CreateQrCodeInput {
  linkId: string;
  request: QrCodeRequest;
  /** Present where the caller sent an Idempotency-Key. */
  idempotency: IdempotentWrite<QrCode> | null;
}

export interface CreateQrCodeDependencies {
  qrCodes: QrCodeStore;
  claims: ClaimStore;
  origins: Origins;
  now: () => Date;
}

/**
 * Adds a QR code to a link. Without an identifier, one is drawn that the link has no code with. Throws `insufficient_scope`, `not_found`,
 * `project_access_denied`, `link_inactive`, `quota_exceeded`, `duplicate_identifier`, `idempotency_conflict` and
 * `service_unavailable`.
 */
export async function createQrCode(
  actor: Actor,
  { linkId, request, idempotency }: CreateQrCodeInput,
  { qrCodes, claims, origins, ...dependencies }: CreateQrCodeDependencies,
): Promise<WriteResult<QrCode>> {
  requireScope(actor, CREATE_QR_CODE_SCOPE);
  const link = requireOwned(actor, await qrCodes.findLink(linkId));
  for (const scope of retailerScopes(link)) requireScope(actor, scope);
  requirePrintable(origins);

  const now = dependencies.now();
  if (link.status !== "active") {
    // A repeated request gets its answer even if the link is inactive now. For an active link, the write finds it.
    const earlier = idempotency && (await claims.find(idempotency, now));
    if (earlier) return replay(earlier, idempotency);
    throw new ServiceError("link_inactive", "The link is inactive: it takes no further QR codes.");
  }
  for (let attempt = 1; ; attempt++) {
    const identifier = request.identifier ?? newShortId();
    const qrCode: QrCode = {
      linkId,
      identifier,
      name: request.name ?? identifier,
      encodedUrl: encodedUrl(origins, link, identifier),
      isDefault: false,
      metadata: request.metadata,
      createdAt: now.toISOString(),
    };
    // We made this URL, so only the configured origin can be too long: a 500, and nothing is written.
    if (!isEncodable(qrCode.encodedUrl)) throw new Error("no QR code can hold URLs of the short link origin");
    // Two attempts may choose one identifier: the owner tells them apart.
    const owner = `${qrCodeId(linkId, identifier)} ${newShortId()}`;
    const claim = idempotency && newClaim(idempotency, owner, idempotency.receipt(qrCode), now);
    const changes = changesBetween({}, { identifier, ...settableOf(qrCode) });
    const activity = await qrCodeActivity(actor, link, qrCode, changes, now);
    const outcome = await qrCodes.create({ qrCode, claim, activity });
    if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
    if (outcome.kind === "quota_exceeded") throw outcome.error;
    if (outcome.kind === "identifier_taken") {
      if (request.identifier === undefined && attempt < ATTEMPTS) continue;
      throw new ServiceError("duplicate_identifier", "The link already has a QR code with this identifier.", {
        details: [{ field: "identifier", message: "is already used by this link" }],
      });
    }
    if (claim) claims.remember(claim);
    return { kind: "made", value: qrCode };
  }
}
