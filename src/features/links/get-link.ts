import type { OperationScope } from "../../ground/core/vocabulary.ts";
import type { Actor } from "../access/actor.ts";
import { requireOwned, requireScope } from "../access/permissions.ts";
import type { QrCode } from "../qr-codes/qr-code.ts";
import type { Link } from "./link.ts";
import type { LinkStore } from "./link-store.ts";

export const GET_LINK_SCOPE: OperationScope = "links:read";

/** The link and its default QR code. Throws `not_found` and `project_access_denied`. */
export async function getLink(
  actor: Actor,
  linkId: string,
  { links }: { links: LinkStore },
): Promise<{ link: Link; qrCode: QrCode | null }> {
  requireScope(actor, GET_LINK_SCOPE);
  const found = await links.findWithDefaultQrCode(linkId);
  return { link: requireOwned(actor, found?.link), qrCode: found?.qrCode ?? null };
}
