import { serviceUnavailable } from "../../ground/core/errors.ts";
import { retailerScopes } from "../../ground/core/vocabulary.ts";
import { pauseBeforeAttempt, runQueued } from "../../ground/platform/keyed-queue.ts";
import type { Actor } from "../access/actor.ts";
import { requireOwned, requireScope } from "../access/permissions.ts";
import { CHANGE_QR_CODE_SCOPE } from "../access/scopes.ts";
import { changesBetween } from "../writes/activity.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../writes/claim.ts";
import type { ClaimStore } from "../writes/claim-store.ts";
import { qrCodeNotFound } from "./get-qr-codes.ts";
import { type QrCode, settableOf } from "./qr-code.ts";
import { mergeQrCode, type QrCodePatch, qrCodeActivity } from "./qr-code-request.ts";
import type { QrCodeStore } from "./qr-code-store.ts";

/** Attempts while other isolates change the same code. */
const ATTEMPTS = 10;

interface ChangeQrCodeInput {
  linkId: string;
  identifier: string;
  patch: QrCodePatch;
  idempotency: IdempotentWrite<QrCode> | null;
}

interface ChangeQrCodeDependencies {
  qrCodes: QrCodeStore;
  claims: ClaimStore;
  now: () => Date;
}

/**
 * Changes the name or the metadata of a link's code. The URL it encodes may be printed and never changes. A patch without an
 * effect writes nothing. Throws `not_found`, `project_access_denied`, `validation_failed`, `quota_exceeded` and
 * `idempotency_conflict`.
 */
export async function changeQrCode(
  actor: Actor,
  input: ChangeQrCodeInput,
  dependencies: ChangeQrCodeDependencies,
): Promise<WriteResult<QrCode>> {
  requireScope(actor, CHANGE_QR_CODE_SCOPE);
  return runQueued(input.linkId, () => changeQueued(actor, input, dependencies));
}

async function changeQueued(
  actor: Actor,
  { linkId, identifier, patch, idempotency }: ChangeQrCodeInput,
  { qrCodes, claims, now }: ChangeQrCodeDependencies,
): Promise<WriteResult<QrCode>> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await pauseBeforeAttempt(attempt);
    const [found, before] = await Promise.all([qrCodes.findLink(linkId), qrCodes.find(linkId, identifier)]);
    const link = requireOwned(actor, found);
    for (const scope of retailerScopes(link)) requireScope(actor, scope);
    if (!before) throw qrCodeNotFound();
    const earlier = await claims.earlierResult(idempotency, now());
    if (earlier) return earlier;
    const after = mergeQrCode(before, patch);
    const changes = changesBetween(settableOf(before), settableOf(after));
    if (changes.length === 0) return { kind: "made", value: before };

    const time = now();
    const activity = await qrCodeActivity(actor, link, after, changes, time);
    const claim = idempotency && newClaim(idempotency, activity.id, idempotency.receipt(after), time);
    const outcome = await qrCodes.change({ before, after, activity, claim });
    if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
    if (outcome.kind === "quota_exceeded") throw outcome.error;
    if (outcome.kind === "outdated") continue;
    if (claim) claims.remember(claim);
    return { kind: "made", value: after };
  }
  throw serviceUnavailable(new Error("the QR code keeps changing concurrently"));
}
