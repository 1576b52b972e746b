import { decodeCursor, encodeCursor } from "../../ground/core/cursor.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import type { Actor } from "../access/actor.ts";
import { mayKnowMember, requireOwned, requireScope } from "../access/permissions.ts";
import { GET_LINK_SCOPE } from "../access/scopes.ts";
import type { QrCode } from "../qr-codes/qr-code.ts";
import type { ActivityStore, HistoryEntry } from "../writes/activity-store.ts";
import type { Link } from "./link.ts";
import type { LinkFinder } from "./link-finder.ts";

/** The link and its default QR code. Throws `not_found` and `project_access_denied`. */
export async function getLink(
  actor: Actor,
  linkId: string,
  { links }: { links: LinkFinder },
): Promise<{ link: Link; qrCode: QrCode | null }> {
  requireScope(actor, GET_LINK_SCOPE);
  const found = await links.findWithDefaultQrCode(linkId);
  return { link: requireOwned(actor, found?.link), qrCode: found?.qrCode ?? null };
}

interface LinkHistory {
  /** Newest first. */
  entries: HistoryEntry[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/**
 * A page of the changes of a link. The last entry is its creation, version 1. Throws `not_found`, `project_access_denied`,
 * and `validation_failed` for the cursor.
 */
export async function getLinkHistory(
  actor: Actor,
  { linkId, limit, cursor }: { linkId: string; limit: number; cursor?: string | undefined },
  { links, activity }: { links: LinkFinder; activity: ActivityStore },
): Promise<LinkHistory> {
  requireScope(actor, GET_LINK_SCOPE);
  const link = requireOwned(actor, await links.find(linkId));
  const list = `history ${link.organizationId} ${linkId}`;
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : versionIn(decodeCursor(list, cursor));
  // One extra entry shows whether there is a next page.
  const { entries: found, cut } = await activity.historyOf(linkId, before, limit + 1);
  const entries = found.slice(0, limit).map((entry) => withoutUnknown(actor, entry));
  const last = entries.at(-1);
  const more = (cut || found.length > limit) && last;
  return { entries, nextCursor: more ? encodeCursor(list, String(last.version)) : null };
}

/** The entry without the email of a member that the actor may not see. */
function withoutUnknown(actor: Actor, entry: HistoryEntry): HistoryEntry {
  const { type, id } = entry.activity.actor;
  return type === "member" && !mayKnowMember(actor, id) ? { ...entry, actorName: null } : entry;
}

function versionIn(position: string): number {
  const version = Number(position);
  if (Number.isSafeInteger(version)) return version;
  throw validationFailed([{ field: "cursor", message: "is not a cursor of this list" }]);
}
