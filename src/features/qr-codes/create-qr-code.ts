import { requirePrintable, ServiceError } from "../../ground/core/errors.ts";
import { newShortId, qrCodeId } from "../../ground/core/ids.ts";
import { encodedUrl, type Origins } from "../../ground/core/origins.ts";
import { DEFAULT_QR_IDENTIFIER, type LinkStatus, retailerScopes } from "../../ground/core/vocabulary.ts";
import type { Actor } from "../access/actor.ts";
import { requireOwned, requireScope } from "../access/permissions.ts";
import { CREATE_QR_CODE_SCOPE } from "../access/scopes.ts";
import { changesBetween } from "../writes/activity.ts";
import {
  type EarlierResults,
  type IdempotentWrite,
  newClaim,
  replay,
  type WriteResult,
} from "../writes/claim.ts";
import { isEncodable } from "./capacities.ts";
import { type QrCode, settableOf } from "./qr-code.ts";
import { type QrCodeRequest, qrCodeActivity } from "./qr-code-request.ts";
import type { QrCodeStore } from "./qr-code-store.ts";

/** Attempts to generate a free identifier if the caller sends none. */
const ATTEMPTS = 5;

interface CreateQrCodeInput {
  linkId: string;
  request: QrCodeRequest;
  /** Null without an Idempotency-Key. */
  idempotency: IdempotentWrite<QrCode> | null;
}

interface CreateQrCodeDependencies {
  qrCodes: QrCodeStore;
  claims: EarlierResults;
  origins: Origins;
  now: () => Date;
}

/**
 * Adds a QR code to a link. Without an identifier, a free one is generated. Throws `not_found`, `project_access_denied`,
 * `link_inactive`, `quota_exceeded`, `duplicate_identifier` and `idempotency_conflict`.
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
  const refusal = refusalOf(link.status, request.identifier);
  if (refusal) {
    // A repeated request gets its response even if the link is inactive now. Otherwise, the write detects the repeat.
    const earlier = await claims.earlierResult(idempotency, now);
    if (earlier) return earlier;
    throw refusal;
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
    // We built this URL, so only the configured origin can be too long: a 500, and nothing is written.
    if (!isEncodable(qrCode.encodedUrl))
      throw new Error("URLs of the short link origin do not fit into a QR code");
    // Two attempts may choose the same identifier: the owner distinguishes them.
    const owner = `${qrCodeId(linkId, identifier)} ${newShortId()}`;
    const claim = idempotency && newClaim(idempotency, owner, idempotency.receipt(qrCode), now);
    const changes = changesBetween({}, { identifier, ...settableOf(qrCode) });
    const activity = await qrCodeActivity(actor, link, qrCode, changes, now);
    const outcome = await qrCodes.create({ qrCode, claim, activity });
    if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
    if (outcome.kind === "quota_exceeded") throw outcome.error;
    if (outcome.kind === "identifier_taken") {
      if (request.identifier === undefined && attempt < ATTEMPTS) continue;
      throw duplicateIdentifier("is already used by this link, in upper or lower case");
    }
    if (claim) claims.remember(claim);
    return { kind: "made", value: qrCode };
  }
}

/** Why a link takes no code with this identifier, as far as that is known before the write. */
function refusalOf(status: LinkStatus, identifier: string | undefined): ServiceError | null {
  if (status !== "active")
    return new ServiceError(
      "link_inactive",
      "The link is inactive. QR codes can only be added to active links.",
    );
  // Otherwise, two codes of a link could be the default.
  return identifier?.toLowerCase() === DEFAULT_QR_IDENTIFIER
    ? duplicateIdentifier("belongs to the default code")
    : null;
}

const duplicateIdentifier = (message: string): ServiceError =>
  new ServiceError("duplicate_identifier", "The link already has a QR code with this identifier.", {
    details: [{ field: "identifier", message }],
  });
