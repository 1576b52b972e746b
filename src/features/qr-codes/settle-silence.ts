import type { Actor } from "../access/actor.ts";
import { requireOwned, requireScope } from "../access/permissions.ts";
import { CHANGE_QR_CODE_SCOPE } from "../access/scopes.ts";
import type { QrCodeStore } from "./qr-code-store.ts";

/**
 * Settles that nobody scans a code: it isn't printed, or scans are expected from now on. Throws `not_found` and
 * `project_access_denied`.
 */
export async function settleSilence(
  actor: Actor,
  { isPrinted, ...code }: { linkId: string; identifier: string; isPrinted: boolean },
  { qrCodes, now }: { qrCodes: QrCodeStore; now: () => Date },
): Promise<void> {
  requireScope(actor, CHANGE_QR_CODE_SCOPE);
  requireOwned(actor, await qrCodes.findLink(code.linkId));
  await qrCodes.expectScans(code, isPrinted ? now() : null);
}
